#include <algorithm>

#include "display/display_functions.hpp"
#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/object_view.hpp"
#include "prelude/helper_arguments.hpp"
#include "prelude/prelude_functions.hpp"
#include "prelude/status_event.hpp"
#include "prelude/text_lines.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// A text's lines, or the elements of a list as texts.
std::vector<std::string> texts_at(duk_context* ctx, duk_idx_t index, const HelperArguments& arguments) {
    if (duk_is_array(ctx, index) == 0) {
        return split_lines(arguments.required_text(index, "text"));
    }
    std::vector<std::string> texts;
    const std::size_t length = duk_get_length(ctx, index);
    for (std::size_t i = 0; i < length; ++i) {
        const StackMark mark(ctx);
        guarded(ctx, 0, 1,
                [index, i](duk_context* inner) { duk_get_prop_index(inner, index, static_cast<duk_uarridx_t>(i)); });
        texts.push_back(to_utf8(coerced_text(ctx, -1)));
    }
    return texts;
}

/// Pushes [[count, text], …].
void push_counted(duk_context* ctx, const std::vector<CountedText>& counted) {
    guarded(ctx, 0, 1, [](duk_context* inner) { duk_push_array(inner); });
    duk_uarridx_t position = 0;
    for (const auto& [count, text] : counted) {
        const double number = static_cast<double>(count);
        push_text(ctx, to_script_text(text));
        guarded(ctx, 1, 0, [number, position](duk_context* inner) {
            duk_push_array(inner);
            duk_push_number(inner, number);
            duk_put_prop_index(inner, -2, 0);
            duk_swap(inner, -1, -2);
            duk_put_prop_index(inner, -2, 1);
            duk_put_prop_index(inner, -2, position);
        });
        ++position;
    }
}

duk_ret_t sort(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 1);
    const bool reverse = arguments.flag("reverse", 0, false);
    const bool unique = arguments.flag("unique", 1, false);
    const std::vector<std::string> lines = sorted_lines(texts_at(ctx, 0, arguments), reverse, unique);
    send_status(runtime,
                StatusEvent("sort").add("lines", lines.size()).add("reverse", reverse).add("unique", unique).json());
    push_text(ctx, to_script_text(join_lines(lines)));
    return 1;
}

duk_ret_t uniq(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 1);
    const bool count = arguments.flag("count", 0, false);
    const std::vector<CountedText> runs = count_runs(texts_at(ctx, 0, arguments));
    send_status(runtime, StatusEvent("uniq").add("groups", runs.size()).add("count", count).json());
    if (count) {
        push_counted(ctx, runs);
        return 1;
    }
    std::vector<std::string> lines;
    for (const CountedText& run : runs) {
        lines.push_back(run.second);
    }
    push_text(ctx, to_script_text(join_lines(lines)));
    return 1;
}

duk_ret_t counter(Runtime& runtime, duk_context* ctx) {
    const HelperArguments arguments(ctx, 1);
    const std::vector<std::string> texts = texts_at(ctx, 0, arguments);
    const auto limit = arguments.number("limit", 0);
    std::vector<CountedText> counted = count_texts(texts, arguments.flag("reverse", 1, true));
    const std::size_t unique = counted.size();
    if (limit) {
        counted.resize(std::min(counted.size(), static_cast<std::size_t>(std::max(*limit, 0.0))));
    }
    send_status(runtime, StatusEvent("counter").add("unique", unique).add("total", texts.size()).json());
    push_counted(ctx, counted);
    return 1;
}

}  // namespace

void install_text_helpers(duk_context* ctx) {
    duk_push_global_object(ctx);
    define_native(ctx, "sort", native<sort>, 3);
    define_native(ctx, "uniq", native<uniq>, 2);
    define_native(ctx, "counter", native<counter>, 3);
    duk_pop(ctx);
}

}  // namespace evald::js
