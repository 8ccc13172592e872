#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald::js {

/// A MIME bundle whose values are JSON already.
class MimeBundle {
public:
    /// A type that is there already keeps its first value: a name stands once in an object.
    void add_json(std::string_view mime_type, std::string_view json);
    void add_text(std::string_view mime_type, std::string_view text);
    bool empty() const { return body_.empty(); }
    std::string json() const { return "{" + body_ + "}"; }

private:
    bool claim(std::string_view mime_type);

    std::vector<std::string> types_;
    std::string body_;
};

/// How a cell ended, as the `done` frame tells it.
struct CellEnd {
    bool ok = true;
    int execution_count = 0;
    bool cancelled = false;
    std::optional<int> exit_code;
    bool restart = false;
};

/// A failure as it should be read.
struct ErrorReport {
    std::string name;
    std::string value;
    std::vector<std::string> traceback;
};

std::string ready_frame(std::string_view version);
std::string started_frame(std::string_view id);
std::string display_frame(std::string_view id, const MimeBundle& bundle);
std::string result_frame(std::string_view id, const MimeBundle& bundle);
std::string clear_output_frame(std::string_view id, bool wait);
std::string error_frame(std::string_view id, const ErrorReport& report);
std::string tool_frame(std::string_view id, std::string_view call_id, std::string_view name,
                       std::string_view args_json);
std::string barrier_frame(unsigned number);
std::string done_frame(std::string_view id, const CellEnd& end);
std::string pong_frame();

}  // namespace evald::js
