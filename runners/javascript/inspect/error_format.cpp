#include <algorithm>

#include "engine/engine.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"

namespace evald::js {

namespace {

constexpr std::string_view k_frame_start = "\n    at";

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// A property as text, by the script's own getters and conversions; nothing if absent or if they throw.
std::optional<std::string> text_property(duk_context* ctx, duk_idx_t object, std::string_view key) {
    const StackMark mark(ctx);
    try {
        push_property(ctx, object, key);
        if (duk_is_null_or_undefined(ctx, -1)) {
            return std::nullopt;
        }
        return coerced_text(ctx, -1);
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
        return std::nullopt;
    }
}

std::string stack_text(duk_context* ctx, duk_idx_t error) {
    auto stack = text_property(ctx, error, "stack");
    return stack && !stack->empty() ? *stack : error_headline(ctx, error);
}

/// Class names that the stack's first line does not tell: "Error: x" of a class Failure reads "Failure: x".
std::string with_class_name(std::string stack, const std::string& name, const std::string& prefix) {
    const bool is_usual = ends_with(name, "Error") && starts_with(stack, name) &&
                          (stack.size() == name.size() || stack[name.size()] == ':' || stack[name.size()] == '\n');
    if (!is_usual || name == prefix) {
        return stack;
    }
    const std::string rest = stack.substr(name.size());
    return prefix.find(name) != std::string::npos ? prefix + rest : prefix + " [" + name + "]" + rest;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

struct Run {
    std::size_t offset = 0;
    std::size_t length = 0;
};

/// The first run of more than three lines of `a` that `b` has too.
Run common_run(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    constexpr std::size_t k_worth_it = 4;
    for (std::size_t i = 0; i + k_worth_it <= a.size(); ++i) {
        const auto found = std::find(b.begin(), b.end(), a[i]);
        const auto at = a.begin() + static_cast<std::ptrdiff_t>(i);
        const auto length = static_cast<std::size_t>(std::mismatch(at, a.end(), found, b.end()).first - at);
        if (length >= k_worth_it) {
            return {i, length};
        }
    }
    return {};
}

}  // namespace

std::string Inspector::stack_without_cause_lines(duk_idx_t error, std::string stack) {
    const StackMark mark(ctx_);
    push_own_property(ctx_, error, "cause");
    const std::size_t start = stack.find(k_frame_start);
    if (evald_class_of(ctx_, -1) != EVALD_CLASS_ERROR || start == std::string::npos) {
        return stack;
    }
    const std::string cause = stack_text(ctx_, -1);
    const std::size_t cause_start = cause.find(k_frame_start);
    if (cause_start == std::string::npos) {
        return stack;
    }
    std::vector<std::string> lines = lines_of(std::string_view(stack).substr(start + 1));
    const Run run = common_run(lines, lines_of(std::string_view(cause).substr(cause_start + 1)));
    std::string out = stack.substr(0, start);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (run.length > 0 && i == run.offset + 1) {
            const std::size_t skipped = run.length - 2;
            out += "\n    ... " + std::to_string(skipped) + " lines matching cause stack trace ...";
            i += skipped - 1;
            continue;
        }
        out += '\n' + lines[i];
    }
    return out;
}

Inspector::ErrorParts Inspector::error_parts(const Subject& subject) {
    ErrorParts parts;
    const duk_idx_t error = subject.index;
    const std::string name = text_property(ctx_, error, "name").value_or("Error");
    std::string stack = stack_text(ctx_, error);
    for (const char* key : {"name", "message", "stack"}) {
        const StackMark mark(ctx_);
        if (push_own_property(ctx_, error, key).is_enumerable && is_string(ctx_, -1) &&
            stack.find(string_at(ctx_, -1)) != std::string::npos) {
            parts.hidden_keys.emplace_back(key);
        }
    }
    for (const char* key : {"cause", "errors"}) {
        const StackMark mark(ctx_);
        const OwnProperty own = push_own_property(ctx_, error, key);
        const bool counts = own.kind == OwnProperty::Kind::value && !own.is_enumerable && !options_.show_hidden &&
                            (std::string_view(key) == "cause" || duk_is_array(ctx_, -1) != 0);
        if (counts) {
            parts.more_keys.emplace_back(key);
        }
    }
    std::string class_prefix = prefix(subject, "Error");
    class_prefix.pop_back();
    stack = with_class_name(std::move(stack), name, class_prefix);
    const std::string message = text_property(ctx_, error, "message").value_or("");
    const std::size_t message_at = message.empty() ? std::string::npos : stack.find(message);
    const std::size_t search_from = message_at == std::string::npos ? 0 : message_at + message.size();
    if (stack.find(k_frame_start, search_from) == std::string::npos) {
        stack = "[" + stack + "]";  // nothing tells where it was made
    } else {
        stack = stack_without_cause_lines(error, std::move(stack));
    }
    check_still_wanted();
    for (const char c : stack) {
        parts.base += c;
        if (c == '\n') {
            parts.base.append(indentation_, ' ');
        }
    }
    return parts;
}

}  // namespace evald::js
