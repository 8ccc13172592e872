// cellbench: measures any service that executes cells over HTTP or a WebSocket, as a light blocking client. README.md
// beside the folder says how; one JSON object comes out.
#include "client/measurements.hpp"
#include "client/options.hpp"

#include <exception>
#include <iostream>

int main(int count, char** arguments) {
    try {
        const bench::Options options = bench::parse_options(count, arguments);
        std::cout << bench::measure(options).dump() << std::endl;
        return 0;
    } catch (const std::exception& error) {
        std::cout << nlohmann::json{{"error", error.what()}}.dump() << std::endl;
        return 1;
    }
}
