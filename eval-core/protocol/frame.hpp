#pragma once

#include "protocol/mime_bundle.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

enum class FrameType : std::uint8_t {
    ready,
    started,
    stdout_text,
    stderr_text,
    display,
    result,
    clear_output,
    error,
    tool,
    barrier,
    done,
    pong
};

/// A frame of a runner (runners/PROTOCOL.md). The views point into the decoder's memory: valid only during the call
/// that hands the frame over. Which members are set depends on the type.
struct Frame {
    FrameType type = FrameType::ready;
    std::string_view id;                      ///< of the cell; empty where there is none
    std::string_view text;                    ///< stdout_text, stderr_text: the output, valid UTF-8
    MimeBundle bundle;                        ///< display, result
    std::string transient_json;               ///< display: the `transient` object as JSON, or empty
    bool update = false;                      ///< display
    bool wait = false;                        ///< clear_output
    std::string_view ename, evalue;           ///< error
    std::vector<std::string_view> traceback;  ///< error
    std::string_view call_id, name;           ///< tool
    std::string args_json;                    ///< tool: any JSON value
    std::uint64_t number = 0;                 ///< barrier: which; ready: version of the protocol
    bool ok = true;                           ///< done: status is "ok"
    bool cancelled = false;                   ///< done
    bool restart = false;                     ///< done
    std::int64_t execution_count = 0;         ///< done
    std::optional<int> exit_code;             ///< done
    std::string_view version;                 ///< ready: of the language
};

}  // namespace evald
