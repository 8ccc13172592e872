#include "launch_options.hpp"

#include <charconv>
#include <string_view>

namespace launcher {
namespace {

constexpr std::string_view k_parent = "--parent=";
constexpr std::string_view k_cwd = "--cwd=";

}  // namespace

const char* parse_launch_options(int argc, char** argv, LaunchOptions& options) {
    int at = 1;
    for (; at < argc && std::string_view(argv[at]) != "--"; ++at) {
        const std::string_view argument = argv[at];
        if (argument.starts_with(k_parent)) {
            const std::string_view digits = argument.substr(k_parent.size());
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), options.parent);
            if (error != std::errc() || *end != '\0' || options.parent <= 0) return "--parent must be a process id";
        } else if (argument.starts_with(k_cwd)) {
            options.cwd = argv[at] + k_cwd.size();
        } else {
            return "unknown option";
        }
    }
    if (at + 1 >= argc) return "usage: evald-launcher --parent=PID --cwd=DIR -- PROGRAM [ARGUMENT]...";
    if (options.parent == 0) return "--parent is missing";
    if (options.cwd == nullptr || *options.cwd != '/') return "--cwd must be an absolute path";
    options.program = argv + at + 1;
    return nullptr;
}

}  // namespace launcher
