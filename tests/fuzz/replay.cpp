// fuzz_replay NAME FOLDER: gives each file of the folder to the target of that name, as the fuzzer would. A target that
// finds a fault aborts.
#include "generated/replay_targets.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string_view name = argv[1];
    const auto* const target = std::find_if(std::begin(k_replay_targets), std::end(k_replay_targets),
                                            [&](const ReplayTarget& known) { return known.name == name; });
    if (target == std::end(k_replay_targets)) return 2;
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
        target->run(std::vector<std::uint8_t>(data, data + bytes.size()).data(), bytes.size());
        ++count;
    }
    std::printf("%s: %d inputs\n", argv[1], count);
    return count > 0 ? 0 : 1;
}
