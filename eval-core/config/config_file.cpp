#include "config/config_file.hpp"

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace evald {
namespace {

using nlohmann::json;

Error fault(std::string message) {
    Error error;
    error.code = ErrorCode::invalid_request;
    error.message = std::move(message);
    return error;
}

/// Follows the parser through objects and lists and notes names that stand twice in one object.
class DuplicateFinder {
public:
    explicit DuplicateFinder(std::vector<std::string>& faults) : faults_(faults) {}

    void on_event(json::parse_event_t event, const json& value) {
        switch (event) {
            case json::parse_event_t::object_start: objects_.emplace_back(); break;
            case json::parse_event_t::object_end: objects_.pop_back(); break;
            case json::parse_event_t::key: on_key(value.get_ref<const std::string&>()); break;
            default: break;
        }
    }

private:
    struct Object {
        std::set<std::string> names;
        std::string current;
    };

    void on_key(const std::string& name) {
        Object& object = objects_.back();
        object.current = name;
        if (!object.names.insert(name).second) faults_.push_back(path() + ": stands there twice");
    }

    [[nodiscard]] std::string path() const {
        std::string text;
        for (const Object& object : objects_) text += (text.empty() ? "" : ".") + object.current;
        return text;
    }

    std::vector<Object> objects_;
    std::vector<std::string>& faults_;
};

/// "[json.exception.parse_error.101] parse error at line 2, …" without the library's own number.
std::string plain_message(const json::exception& exception) {
    const std::string text = exception.what();
    const auto end = text.find("] ");
    return end == std::string::npos ? text : text.substr(end + 2);
}

}  // namespace

Result<json> parse_config_text(const std::string& text, std::vector<std::string>& faults) {
    DuplicateFinder finder{faults};
    try {
        auto value = json::parse(
            text,
            [&finder](int, json::parse_event_t event, json& parsed) {
                finder.on_event(event, parsed);
                return true;
            },
            true, true);
        if (!value.is_object()) return fault("must be a JSON object");
        return {boost::system::in_place_value, std::move(value)};
    } catch (const json::exception& exception) {
        return fault(plain_message(exception));
    }
}

Result<std::string> read_config_file(const std::string& path) {
    constexpr std::size_t largest = 1U << 20U;
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return fault("cannot be read: " + std::generic_category().message(errno));
    std::string text(largest + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) return fault("cannot be read: " + std::generic_category().message(errno));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest) return fault("is larger than 1 MiB");
    return text;
}

}  // namespace evald
