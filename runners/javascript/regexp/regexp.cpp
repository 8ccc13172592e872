#include "regexp/regexp.hpp"

#define PCRE2_CODE_UNIT_WIDTH 16
#include <pcre2.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "protocol/text_encoding.hpp"
#include "regexp/backtracker.hpp"
#include "regexp/pattern.hpp"

namespace evald::js {

namespace {

constexpr const char* k_code = DUK_HIDDEN_SYMBOL("code");

/// A compiled pattern, owned by a script object through its finalizer.
struct CompiledPattern {
    struct Closer {
        void operator()(pcre2_code* code) const { pcre2_code_free(code); }
        void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
        void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    };
    std::unique_ptr<Backtracker> own;  ///< instead of the others
    std::unique_ptr<pcre2_code, Closer> code;
    std::unique_ptr<pcre2_match_data, Closer> data;
    std::unique_ptr<pcre2_match_context, Closer> context;
    bool is_unicode = false;
};

std::u16string utf16(std::string_view script_text) {
    std::u16string out;
    out.reserve(script_text.size());
    for (std::size_t i = 0; i < script_text.size();) {
        const auto byte = static_cast<unsigned char>(script_text[i]);
        if (byte < 0x80) {
            out += static_cast<char16_t>(byte);
            ++i;
        } else if (byte < 0xE0 && i + 1 < script_text.size()) {
            out += static_cast<char16_t>(((byte & 0x1FU) << 6U) |
                                         (static_cast<unsigned char>(script_text[i + 1]) & 0x3FU));
            i += 2;
        } else if (i + 2 < script_text.size()) {  // surrogates stand as three bytes each
            out += static_cast<char16_t>(((byte & 0x0FU) << 12U) |
                                         ((static_cast<unsigned char>(script_text[i + 1]) & 0x3FU) << 6U) |
                                         (static_cast<unsigned char>(script_text[i + 2]) & 0x3FU));
            i += 3;
        } else {
            break;
        }
    }
    return out;
}

/// The subject of the last match in UTF-16, kept: a global match comes back with the same text many times.
struct Subject {
    const void* string = nullptr;
    std::size_t bytes = 0;
    std::u16string units;
    std::u16string whole;  ///< for patterns with the u flag; empty: the same
};
Subject g_subject;

bool is_high(char16_t unit) { return (unit & 0xFC00U) == 0xD800; }
bool is_low(char16_t unit) { return (unit & 0xFC00U) == 0xDC00; }

/// PCRE2 matches no lone surrogate where text is Unicode. A character that is not assigned stands in for each, with which
/// it shares every property but the category. Empty: there are none.
std::u16string without_lone_surrogates(const std::u16string& units) {
    constexpr char16_t k_unassigned = 0x0378;
    std::u16string out;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (is_high(units[i]) && i + 1 < units.size() && is_low(units[i + 1])) {
            ++i;
        } else if (is_high(units[i]) || is_low(units[i])) {
            if (out.empty()) {
                out = units;
            }
            out[i] = k_unassigned;
        }
    }
    return out;
}

const std::u16string& subject_at(duk_context* ctx, duk_idx_t index) {
    const void* string = duk_get_heapptr(ctx, index);
    const std::string_view text = string_at(ctx, index);
    if (g_subject.string != string || g_subject.bytes != text.size()) {
        g_subject.units = utf16(text);
        g_subject.whole = without_lone_surrogates(g_subject.units);
        g_subject.bytes = text.size();
        g_subject.string = string;
        // The text is kept from being collected, so that its address stays its own.
        guarded(ctx, 0, 0, [index](duk_context* inner) {
            duk_push_heap_stash(inner);
            duk_dup(inner, index);
            duk_put_prop_string(inner, -2, "regexpSubject");
            duk_pop(inner);
        });
    }
    return g_subject.units;
}

[[noreturn]] void fail(std::string_view source, std::string_view flags, const std::string& reason) {
    throw NativeError(DUK_ERR_SYNTAX_ERROR,
                      "Invalid regular expression: /" + std::string(source) + "/" + std::string(flags) + ": " + reason);
}

bool has(std::string_view flags, char flag) { return flags.find(flag) != std::string_view::npos; }

std::uint32_t options_for(const RegExpFlags& flags, const TranslatedPattern& translated) {
    std::uint32_t options =
        PCRE2_ALLOW_EMPTY_CLASS | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
    options |= flags.ignore_case ? PCRE2_CASELESS : 0U;
    options |= flags.unicode ? PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : 0U;
    options |= flags.ignore_case && translated.has_wide_letters ? PCRE2_UCP : 0U;
    return options;
}

/// PCRE2's code for the pattern; without, `error` says why.
std::unique_ptr<CompiledPattern> compile_translated(const TranslatedPattern& translated, const RegExpFlags& flags,
                                                    int& error) {
    PCRE2_SIZE offset = 0;
    auto compiled = std::make_unique<CompiledPattern>();
    compiled->is_unicode = flags.unicode;
    compiled->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated.text.data()), translated.text.size(),
                                       options_for(flags, translated), &error, &offset, nullptr));
    if (!compiled->code) {
        return nullptr;
    }
    pcre2_jit_compile(compiled->code.get(), PCRE2_JIT_COMPLETE);
    compiled->data.reset(pcre2_match_data_create_from_pattern(compiled->code.get(), nullptr));
    compiled->context.reset(pcre2_match_context_create(nullptr));
    constexpr std::uint32_t k_most_steps = 20'000'000;  // about a second: endless backtracking ends here
    constexpr std::uint32_t k_most_heap_kib = 64 << 10;
    pcre2_set_match_limit(compiled->context.get(), k_most_steps);
    pcre2_set_heap_limit(compiled->context.get(), k_most_heap_kib);
    return compiled;
}

/// Which characters a set has, asked of PCRE2 one by one.
CharacterTest set_of(std::u16string_view source, const RegExpFlags& flags) {
    int error = 0;
    const std::shared_ptr<CompiledPattern> set = compile_translated(translate_pattern(source, flags), flags, error);
    if (!set) {
        throw PatternError("Invalid character class");
    }
    return [set](std::uint32_t c) {
        std::u16string text(1, static_cast<char16_t>(c));
        if (c > 0xFFFF) {
            text = {static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10U)),
                    static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FFU))};
        }
        return pcre2_match(set->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, PCRE2_ANCHORED,
                           set->data.get(), set->context.get()) > 0;
    };
}

std::string reason_for(int error) {
    constexpr int k_unknown_property = 147;
    if (error == k_unknown_property) {
        return "Invalid property name";
    }
    std::array<PCRE2_UCHAR, 160> message{};
    pcre2_get_error_message(error, message.data(), message.size());
    std::string reason;
    for (const PCRE2_UCHAR c : message) {
        if (c == 0) {
            break;
        }
        reason += static_cast<char>(c);
    }
    return reason;
}

std::unique_ptr<CompiledPattern> compile(std::string_view source, std::string_view flags,
                                         TranslatedPattern& translated) {
    const RegExpFlags parsed{has(flags, 'i'), has(flags, 'm'), has(flags, 's'), has(flags, 'u')};
    const std::u16string units = utf16(source);
    constexpr int k_lone_surrogate = 173;  // PCRE2_ERROR_UNICODE_DISALLOWED_CODE_POINT
    constexpr int k_long_lookbehind = 125;
    try {
        translated = translate_pattern(units, parsed);
        int error = 0;
        if (!Backtracker::is_needed(units)) {
            if (auto compiled = compile_translated(translated, parsed, error)) {
                return compiled;
            }
            if (error != k_long_lookbehind && error != k_lone_surrogate) {
                fail(source, flags, reason_for(error));
            }
        }
        auto compiled = std::make_unique<CompiledPattern>();
        compiled->own = std::make_unique<Backtracker>(
            units, parsed, translated.group_names, [&parsed](std::u16string_view set) { return set_of(set, parsed); });
        return compiled;
    } catch (const PatternError& error) {
        fail(source, flags, error.what());
    }
}

duk_ret_t free_pattern(duk_context* ctx) {
    duk_get_prop_string(ctx, 0, k_code);
    delete static_cast<CompiledPattern*>(duk_get_pointer(ctx, -1));
    duk_push_pointer(ctx, nullptr);
    duk_put_prop_string(ctx, 0, k_code);
    return 0;
}

duk_ret_t compile_pattern(Runtime& /*runtime*/, duk_context* ctx) {
    TranslatedPattern translated;
    auto compiled = compile(string_at(ctx, 0), string_at(ctx, 1), translated);
    const CompiledPattern* pointer = compiled.get();
    guarded(ctx, 0, 1, [pointer](duk_context* inner) {
        duk_push_bare_object(inner);
        duk_push_pointer(inner, const_cast<CompiledPattern*>(pointer));
        duk_put_prop_string(inner, -2, k_code);
        duk_push_c_function(inner, free_pattern, 1);
        duk_set_finalizer(inner, -2);
        duk_push_bare_array(inner);
        duk_put_prop_string(inner, -2, "groups");
    });
    static_cast<void>(compiled.release());  // the object's now
    for (std::size_t i = 0; i < translated.group_names.size(); ++i) {
        push_text(ctx, translated.group_names[i]);
        guarded(ctx, 1, 0, [i](duk_context* inner) {
            duk_get_prop_string(inner, -2, "groups");
            duk_dup(inner, -2);
            duk_put_prop_index(inner, -2, static_cast<duk_uarridx_t>(i));
            duk_pop_2(inner);
        });
    }
    return 1;
}

CompiledPattern& pattern_at(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    guarded(ctx, 0, 1, [index](duk_context* inner) { duk_get_prop_string(inner, index, k_code); });
    auto* pattern = static_cast<CompiledPattern*>(duk_get_pointer(ctx, -1));
    if (pattern == nullptr) {
        throw NativeError::type_error("not a regular expression");
    }
    return *pattern;
}

[[noreturn]] void fail_too_long() {
    throw NativeError::range_error("the regular expression takes too long (catastrophic backtracking)");
}

duk_ret_t match_ourselves(duk_context* ctx, const CompiledPattern& pattern, const std::u16string& subject,
                          std::size_t from, bool is_sticky) {
    std::vector<std::ptrdiff_t> bounds;
    const Backtracker::Outcome outcome = pattern.own->match(subject, from, is_sticky, bounds);
    if (outcome == Backtracker::Outcome::too_long) {
        fail_too_long();
    }
    if (outcome == Backtracker::Outcome::none) {
        duk_push_null(ctx);
        return 1;
    }
    guarded(ctx, 0, 1, [&bounds](duk_context* inner) {
        duk_push_bare_array(inner);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const bool is_set = bounds[i - i % 2] >= 0 && bounds[i - i % 2 + 1] >= 0;
            duk_push_number(inner, is_set ? static_cast<double>(bounds[i]) : -1);
            duk_put_prop_index(inner, -2, static_cast<duk_uarridx_t>(i));
        }
    });
    return 1;
}

duk_ret_t match_pattern(Runtime& /*runtime*/, duk_context* ctx) {
    CompiledPattern& pattern = pattern_at(ctx, 0);
    const std::u16string& subject = subject_at(ctx, 1);
    const auto from = static_cast<std::size_t>(duk_get_number(ctx, 2));
    const bool is_sticky = duk_get_boolean(ctx, 3) != 0;
    if (from > subject.size()) {
        duk_push_null(ctx);
        return 1;
    }
    if (pattern.own) {
        return match_ourselves(ctx, pattern, subject, from, is_sticky);
    }
    const std::u16string& text = pattern.is_unicode && !g_subject.whole.empty() ? g_subject.whole : subject;
    const int found = pcre2_match(pattern.code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                  is_sticky ? PCRE2_ANCHORED : 0U, pattern.data.get(), pattern.context.get());
    if (found == PCRE2_ERROR_NOMATCH) {
        duk_push_null(ctx);
        return 1;
    }
    if (found < 0) {
        fail_too_long();
    }
    const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(pattern.data.get());
    const std::uint32_t count = pcre2_get_ovector_count(pattern.data.get()) * 2;
    const auto known = static_cast<std::uint32_t>(found) * 2;
    guarded(ctx, 0, 1, [bounds, count, known](duk_context* inner) {
        duk_push_bare_array(inner);
        for (std::uint32_t i = 0; i < count; ++i) {
            const bool is_set = i < known && bounds[i] != PCRE2_UNSET;
            duk_push_number(inner, is_set ? static_cast<double>(bounds[i]) : -1);
            duk_put_prop_index(inner, -2, i);
        }
    });
    return 1;
}

}  // namespace

void define_regexp_natives(duk_context* ctx) {
    duk_push_c_function(ctx, native<compile_pattern>, 2);
    duk_put_prop_string(ctx, -2, "compilePattern");
    duk_push_c_function(ctx, native<match_pattern>, 4);
    duk_put_prop_string(ctx, -2, "matchPattern");
}

}  // namespace evald::js
