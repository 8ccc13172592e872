// Any text as a configuration file: a configuration comes out, or faults, each with its place.
// with: config/settings.cpp config/string_checks.cpp
#include "config/config_file.hpp"
#include "config/setting.hpp"
#include "config/setting_value.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::vector<std::string> faults;
    const auto parsed = evald::parse_config_text(text, faults);
    if (!parsed && parsed.error().message.empty()) std::abort();
    // The same text as the value of each setting, as a variable or the command line would bring it.
    evald::Config config;
    for (const evald::Setting& setting : evald::settings()) {
        for (const std::string& fault : evald::assign_text(setting, config, text))
            if (fault.empty()) std::abort();
    }
    return 0;
}
