#include "base/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace evald {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

enum class SequenceKind : std::uint8_t { valid, invalid, cut_short };

/// The bytes at the start of a text that belong together: a character, a maximal ill-formed part, or a character's
/// start.
struct Sequence {
    SequenceKind kind;
    std::uint8_t length;
};

/// The range of a character's second byte (it excludes overlong forms and surrogates), by its first byte.
struct Lead {
    std::uint8_t length;
    unsigned char low, high;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0xC2) return {0, 0, 0};
    if (byte < 0xE0) return {2, 0x80, 0xBF};
    if (byte == 0xE0) return {3, 0xA0, 0xBF};
    if (byte == 0xED) return {3, 0x80, 0x9F};
    if (byte < 0xF0) return {3, 0x80, 0xBF};
    if (byte == 0xF0) return {4, 0x90, 0xBF};
    if (byte < 0xF4) return {4, 0x80, 0xBF};
    if (byte == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

Sequence first_sequence(std::string_view text) {
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (byte(0) < 0x80) return {SequenceKind::valid, 1};
    const Lead lead = lead_of(byte(0));
    if (lead.length == 0) return {SequenceKind::invalid, 1};
    if (text.size() < 2) return {SequenceKind::cut_short, 1};
    if (byte(1) < lead.low || byte(1) > lead.high) return {SequenceKind::invalid, 1};
    for (std::uint8_t at = 2; at < lead.length; ++at) {
        if (at >= text.size()) return {SequenceKind::cut_short, at};
        if (!is_utf8_continuation(text[at])) return {SequenceKind::invalid, at};
    }
    return {SequenceKind::valid, lead.length};
}

/// The length of the well-formed start of `text`.
std::size_t valid_prefix(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            at += ascii_prefix(text.substr(at));
            continue;
        }
        const Sequence sequence = first_sequence(text.substr(at));
        if (sequence.kind != SequenceKind::valid) break;
        at += sequence.length;
    }
    return at;
}

}  // namespace

std::size_t ascii_prefix(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080ULL;
    std::size_t at = 0;
    for (; at + 32 <= text.size(); at += 32) {
        std::array<std::uint64_t, 4> words{};
        std::memcpy(words.data(), text.data() + at, 32);
        if (((words[0] | words[1] | words[2] | words[3]) & high_bits) != 0) break;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
    return at;
}

bool is_valid_utf8(std::string_view text) { return valid_prefix(text) == text.size(); }

std::size_t utf8_safe_cut(std::string_view text, std::size_t max) {
    if (max >= text.size()) return text.size();
    for (std::size_t back = 0; back < 4 && back <= max; ++back) {
        if (!is_utf8_continuation(text[max - back])) return max - back;
    }
    return max;
}

void append_code_point(std::string& out, char32_t code_point) {
    const auto put = [&out](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
    const auto put_rest = [&put](char32_t bits) { put(0x80U | (bits & 0x3FU)); };
    if (code_point < 0x80) return put(code_point);
    if (code_point < 0x800) {
        put(0xC0U | (code_point >> 6U));
        return put_rest(code_point);
    }
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) code_point = 0xFFFD;
    if (code_point < 0x10000) {
        put(0xE0U | (code_point >> 12U));
    } else {
        put(0xF0U | (code_point >> 18U));
        put_rest(code_point >> 12U);
    }
    put_rest(code_point >> 6U);
    put_rest(code_point);
}

char32_t next_code_point(std::string_view text, std::size_t& at) {
    const std::string_view rest = text.substr(at);
    const Sequence sequence = first_sequence(rest);
    at += sequence.length;
    if (sequence.kind != SequenceKind::valid) return 0xFFFD;
    const auto bits = [rest](std::size_t index) {
        return static_cast<char32_t>(static_cast<unsigned char>(rest[index]));
    };
    if (sequence.length == 1) return bits(0);
    char32_t code_point = bits(0) & (0x7FU >> sequence.length);
    for (std::size_t index = 1; index < sequence.length; ++index)
        code_point = (code_point << 6U) | (bits(index) & 0x3FU);
    return code_point;
}

void Utf8Decoder::decode(std::string_view bytes, std::string& out) {
    std::size_t at = held_size_ > 0 ? resume(bytes, out) : 0;
    while (at < bytes.size()) {
        const std::size_t valid = valid_prefix(bytes.substr(at));
        out.append(bytes, at, valid);
        at += valid;
        if (at == bytes.size()) return;
        const Sequence sequence = first_sequence(bytes.substr(at));
        if (sequence.kind == SequenceKind::cut_short) {
            std::memcpy(held_.data(), bytes.data() + at, sequence.length);
            held_size_ = sequence.length;
            return;
        }
        out += k_replacement;
        at += sequence.length;
    }
}

/// Goes on with the character held back; returns how many of `bytes` went into it.
std::size_t Utf8Decoder::resume(std::string_view bytes, std::string& out) {
    std::size_t taken = 0;
    while (taken < bytes.size()) {
        held_[held_size_] = bytes[taken];
        const Sequence sequence = first_sequence({held_.data(), held_size_ + 1});
        // What was held back was well-formed so far: only the new byte can break it, and starts anew then.
        if (sequence.kind == SequenceKind::invalid) {
            flush(out);
            return taken;
        }
        ++taken;
        ++held_size_;
        if (sequence.kind == SequenceKind::valid) {
            out.append(held_.data(), held_size_);
            held_size_ = 0;
            return taken;
        }
    }
    return taken;
}

void Utf8Decoder::flush(std::string& out) {
    if (held_size_ > 0) out += k_replacement;
    held_size_ = 0;
}

}  // namespace evald
