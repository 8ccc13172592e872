#include <algorithm>
#include <limits>

#include "display/display_functions.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "prelude/files.hpp"
#include "prelude/helper_arguments.hpp"
#include "prelude/prelude_functions.hpp"
#include "prelude/status_event.hpp"
#include "prelude/text_lines.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

std::size_t line_number(const HelperArguments& arguments, const char* name, duk_idx_t position, std::size_t otherwise) {
    const auto number = arguments.number(name, position);
    constexpr double k_largest = 1e15;
    return number ? static_cast<std::size_t>(std::clamp(*number, 0.0, k_largest)) : otherwise;
}

std::string_view chosen_lines(std::string_view content, const HelperArguments& arguments) {
    const std::size_t offset = line_number(arguments, "offset", 0, 1);
    const std::size_t limit = line_number(arguments, "limit", 1, std::numeric_limits<std::size_t>::max());
    return line_range(content, std::max<std::size_t>(offset, 1), limit);
}

duk_ret_t read(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 1);
    const std::string path = arguments.required_text(0, "path");
    const std::string content = read_file(resolve_readable_path(path));
    const std::string_view chosen = chosen_lines(content, arguments);
    send_status(runtime, StatusEvent("read").add("path", path).add("chars", utf16_length(chosen)).json());
    push_text(ctx, to_script_text(chosen));
    return 1;
}

template <WriteMode mode>
duk_ret_t write(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 2);
    const std::string path = arguments.required_text(0, "path");
    duk_size_t size = 0;
    const void* bytes = duk_get_buffer_data(ctx, 1, &size);
    const std::string content =
        bytes != nullptr ? std::string(static_cast<const char*>(bytes), size) : arguments.required_text(1, "content");
    write_file(resolve_path(path), content, mode);
    const char* op = mode == WriteMode::append ? "append" : "write";
    send_status(runtime, StatusEvent(op).add("path", path).add("chars", utf16_length(content)).json());
    push_text(ctx, to_script_text(path));
    return 1;
}

duk_ret_t tree(Runtime& runtime, duk_context* ctx) {
    const bool has_path = is_string(ctx, 0);
    const HelperArguments arguments(ctx, has_path ? 1 : 0);
    const std::string path = has_path ? to_utf8(string_at(ctx, 0)) : ".";
    TreeOptions options;
    constexpr double k_deepest = 100;
    options.max_depth = static_cast<int>(std::clamp(arguments.number("max_depth", 0).value_or(3), 0.0, k_deepest));
    options.show_hidden = arguments.flag("show_hidden", 1, false);
    const TreeText result = tree_text(resolve_path(path), options);
    send_status(runtime, StatusEvent("tree").add("path", path).add("entries", result.entries).json());
    push_text(ctx, to_script_text(result.text));
    return 1;
}

duk_ret_t diff(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 2);
    const std::string a = arguments.required_text(0, "a");
    const std::string b = arguments.required_text(1, "b");
    const std::string text =
        unified_diff(read_file(resolve_readable_path(a)), read_file(resolve_readable_path(b)), a, b);
    send_status(runtime, StatusEvent("diff").add("file_a", a).add("file_b", b).add("identical", text.empty()).json());
    push_text(ctx, to_script_text(text));
    return 1;
}

/// output(id): the text of an artifact of this session.
duk_ret_t output(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 1);
    const std::string id = arguments.required_text(0, "id");
    const std::string content = read_file(artifact_path(id));
    const std::string_view chosen = chosen_lines(content, arguments);
    send_status(runtime, StatusEvent("output").add("id", id).add("chars", utf16_length(chosen)).json());
    push_text(ctx, to_script_text(chosen));
    return 1;
}

}  // namespace

void install_file_helpers(duk_context* ctx) {
    duk_push_global_object(ctx);
    define_native(ctx, "read", native<read>, 3);
    define_native(ctx, "write", native<write<WriteMode::replace>>, 2);
    define_native(ctx, "append", native<write<WriteMode::append>>, 2);
    define_native(ctx, "tree", native<tree>, 3);
    define_native(ctx, "diff", native<diff>, 2);
    define_native(ctx, "output", native<output>, 3);
    duk_pop(ctx);
}

}  // namespace evald::js
