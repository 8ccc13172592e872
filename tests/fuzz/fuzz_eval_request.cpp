// Any bytes as the body of POST /eval: a request within the limits, or faults, each with a place and a message.
#include "api/eval_body.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const bool is_message = (data[0] & 1U) != 0;
    const bool can_answer_tools = (data[0] & 2U) != 0;
    const std::string_view body(reinterpret_cast<const char*>(data + 1), size - 1);
    const evald::Config::Limits limits;
    const evald::service::EvalBodyRules rules{limits, "given", true, can_answer_tools, false, is_message};
    const auto request = evald::service::read_eval_body(body, rules);
    if (request) {
        const std::size_t cells = request->cells.size();
        if (cells == 0 || cells > static_cast<std::size_t>(limits.cells)) std::abort();
        for (const evald::CellSpec& cell : request->cells) {
            if (cell.code.size() > limits.code || cell.timeout > limits.cell_timeout_max) std::abort();
        }
        return 0;
    }
    if (request.error().code != evald::ErrorCode::invalid_request || request.error().message.empty()) std::abort();
    for (const evald::FieldError& fault : request.error().fields) {
        if (fault.message.empty() || (!fault.pointer.empty() && fault.pointer.front() != '/')) std::abort();
    }
    return 0;
}
