#include "launch_options.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <sys/resource.h>

namespace launcher {
namespace {

constexpr const char* k_usage = "usage: evald-launcher --parent=PID --cwd=DIR -- PROGRAM [ARGUMENT]...";

struct LimitName {
    std::string_view name;
    int resource;
};
constexpr std::array<LimitName, 9> k_limits{{{"as", RLIMIT_AS},
                                             {"data", RLIMIT_DATA},
                                             {"fsize", RLIMIT_FSIZE},
                                             {"memlock", RLIMIT_MEMLOCK},
                                             {"msgqueue", RLIMIT_MSGQUEUE},
                                             {"nofile", RLIMIT_NOFILE},
                                             {"nproc", RLIMIT_NPROC},
                                             {"rtprio", RLIMIT_RTPRIO},
                                             {"sigpending", RLIMIT_SIGPENDING}}};

const char* set_parent(const char* text, LaunchOptions& options) {
    std::uint64_t value = 0;
    if (!parse_number(text, value) || value == 0 || value > std::numeric_limits<pid_t>::max())
        return "--parent must be a process id";
    options.parent = static_cast<pid_t>(value);
    return nullptr;
}

const char* set_user(const char* text, LaunchOptions& options) {
    std::uint64_t value = 0;
    if (!parse_number(text, value) || value == 0 || value >= std::numeric_limits<uid_t>::max())
        return "--user must be the number of a user that is not root";
    options.user = static_cast<uid_t>(value);
    return nullptr;
}

const char* set_mode(const char* text, LaunchOptions& options) {
    const std::string_view name = text;
    if (name == "none")
        options.mode = Mode::none;
    else if (name == "rlimits")
        options.mode = Mode::rlimits;
    else if (name == "bwrap")
        options.mode = Mode::bwrap;
    else
        return "--sandbox must be none, rlimits or bwrap";
    return nullptr;
}

const char* add_limit(const char* text, LaunchOptions& options) {
    const std::string_view all = text;
    const std::size_t colon = all.find(':');
    std::uint64_t value = 0;
    for (const LimitName& known : k_limits) {
        if (colon == std::string_view::npos || all.substr(0, colon) != known.name) continue;
        if (!parse_number(all.substr(colon + 1), value)) break;
        options.limits.push_back({known.resource, value});
        return nullptr;
    }
    return "--limit must be NAME:NUMBER";
}

const char* set_scratch(const char* text, LaunchOptions& options) {
    return parse_number(text, options.scratch_bytes) ? nullptr : "--scratch must be a number of bytes";
}

struct ValueOption {
    std::string_view prefix;
    const char* (*set)(const char* text, LaunchOptions& options);
};
constexpr std::array<ValueOption, 11> k_options{
    {{"--parent=", set_parent},
     {"--cwd=", [](const char* text, LaunchOptions& o) -> const char* { return o.cwd = text, nullptr; }},
     {"--sandbox=", set_mode},
     {"--user=", set_user},
     {"--limit=", add_limit},
     {"--scratch=", set_scratch},
     {"--bwrap=", [](const char* text, LaunchOptions& o) -> const char* { return o.bubblewrap = text, nullptr; }},
     {"--translator=", [](const char* text, LaunchOptions& o) -> const char* { return o.translator = text, nullptr; }},
     {"--artifacts=", [](const char* text, LaunchOptions& o) -> const char* { return o.artifacts = text, nullptr; }},
     {"--read=", [](const char* text, LaunchOptions& o) -> const char* { return o.readable.push_back(text), nullptr; }},
     {"--cgroup=", [](const char* text, LaunchOptions& o) -> const char* {
          return o.cgroups.push_back(text), nullptr;
      }}}};

const char* set_option(const char* argument, LaunchOptions& options) {
    const std::string_view text = argument;
    if (text == "--network") {
        options.network = true;
        return nullptr;
    }
    if (text == "--no-proc") {
        options.proc = false;
        return nullptr;
    }
    for (const ValueOption& known : k_options)
        if (text.starts_with(known.prefix)) return known.set(argument + known.prefix.size(), options);
    return "unknown option";
}

}  // namespace

bool parse_number(std::string_view digits, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
}

const char* parse_launch_options(int argc, char** argv, LaunchOptions& options) {
    int at = 1;
    for (; at < argc && std::string_view(argv[at]) != "--"; ++at)
        if (const char* const fault = set_option(argv[at], options)) return fault;
    if (at + 1 >= argc) return k_usage;
    if (options.parent == 0) return "--parent is missing";
    if (options.cwd == nullptr || *options.cwd != '/') return "--cwd must be an absolute path";
    options.program = argv + at + 1;
    return nullptr;
}

}  // namespace launcher
