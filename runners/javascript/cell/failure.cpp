#include "cell/failure.hpp"

#include <algorithm>

#include "duktape/introspection.h"
#include "engine/engine.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/text_width.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

constexpr std::size_t k_longest_text = 256 << 10;
constexpr std::size_t k_longest_message = 64 << 10;

std::string shortened(std::string text, std::size_t limit) {
    if (text.size() <= limit) {
        return text;
    }
    const std::size_t kept = character_boundary(text, limit);
    const std::size_t left = text.size() - kept;
    text.resize(kept);
    return text + "… (" + std::to_string(left) + " more bytes)";
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string plain_text(duk_context* ctx, duk_idx_t index, std::string_view key) {
    const StackMark mark(ctx);
    push_plain_property(ctx, index, key);
    return std::string(string_at(ctx, -1));
}

/// "Failure" for an instance of a class Failure that left its inherited name alone.
std::string error_name(duk_context* ctx, duk_idx_t index) {
    std::string name = plain_text(ctx, index, "name");
    if (name.empty()) {
        name = "Error";
    }
    if (name == "Error") {
        const StackMark mark(ctx);
        push_plain_property(ctx, index, "constructor");
        const std::string constructor = function_name(ctx, -1);
        name = constructor.empty() ? name : constructor;
    }
    return name;
}

std::string inspected(duk_context* ctx, duk_idx_t index) {
    try {
        return Inspector(ctx, {}).inspect(index);
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
        duk_pop(ctx);
    } catch (const Interrupted&) {  // the cell is being stopped: what can be said without its help
    }
    InspectOptions plain;
    plain.custom_inspect = false;
    plain.depth = -1;
    return Inspector(ctx, plain).inspect(index);
}

ErrorReport report_error(duk_context* ctx, duk_idx_t index) {
    ErrorReport report;
    report.name = error_name(ctx, index);
    report.value = shortened(plain_text(ctx, index, "message"), k_longest_message);
    std::string text;
    try {
        text = inspected(ctx, index);
    } catch (const std::exception&) {
        text = error_headline(ctx, index);
        for (const std::string& frame : error_frames(ctx, index)) {
            text += '\n' + frame;
        }
    }
    report.traceback = lines_of(shortened(std::move(text), k_longest_text));
    return report;
}

bool looks_like_error(duk_context* ctx, duk_idx_t index) {
    return evald_class_of(ctx, index) == EVALD_CLASS_ERROR || duk_is_error(ctx, index) != 0;
}

ErrorReport report_value(duk_context* ctx, duk_idx_t index) {
    std::string text = shortened(inspected(ctx, index), k_longest_message);
    return {"Uncaught", text, lines_of("Uncaught " + text)};
}

}  // namespace

ErrorReport report_thrown(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    const BoundedHeap::Reserve reserve(engine_of(ctx).heap());
    index = duk_normalize_index(ctx, index);
    try {
        return looks_like_error(ctx, index) ? report_error(ctx, index) : report_value(ctx, index);
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
    } catch (const std::exception&) {  // even the plain facts could not be had
    }
    return report_plain("Error", "an error that could not be shown");
}

ErrorReport report_syntax(const std::string& message, const SyntaxPlace& place) {
    ErrorReport report{"SyntaxError", message, {}};
    if (place.line > 0) {
        std::string where = std::string(place.source_name) + ":" + std::to_string(place.line);
        if (place.column > 0) {
            where += ":" + std::to_string(place.column);
        }
        report.traceback.push_back(std::move(where));
        const std::vector<std::string> lines = lines_of(std::string(place.source));
        if (place.line <= lines.size()) {
            constexpr std::size_t k_longest_line = 500;
            const std::string& line = lines[place.line - 1];
            report.traceback.push_back(shortened(line, k_longest_line));
            if (place.column > 0 && place.column <= line.size() + 1 && line.size() <= k_longest_line) {
                std::string caret;
                for (const char c : line.substr(0, place.column - 1)) {
                    caret += c == '\t' ? '\t' : ' ';
                }
                report.traceback.push_back(caret + "^");
            }
        }
        report.traceback.emplace_back();
    }
    report.traceback.push_back("SyntaxError: " + message);
    return report;
}

ErrorReport report_plain(std::string name, std::string message) {
    std::string line = name + ": " + message;
    return {std::move(name), std::move(message), {std::move(line)}};
}

}  // namespace evald::js
