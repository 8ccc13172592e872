#include "app/command_line.hpp"

#include <cstdio>
#include <exception>

/// Everything is in run_command_line(); what leaves it as an exception is a failed start or a bug.
int main(int argc, char** argv) {
    try {
        return evald::service::run_command_line(argc, argv);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "evald: %s\n", fault.what());
    }
    return 70;  // EX_SOFTWARE
}
