#include "base/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace evald {
namespace {

/// 0: copied as it is; 'u': \u00XX; else the letter after the backslash.
constexpr std::array<char, 256> k_escapes = [] {
    std::array<char, 256> table{};
    for (std::size_t c = 0; c < 0x20; ++c) table[c] = 'u';
    table['\b'] = 'b';
    table['\f'] = 'f';
    table['\n'] = 'n';
    table['\r'] = 'r';
    table['\t'] = 't';
    table['"'] = '"';
    table['\\'] = '\\';
    table[0x7f] = 'u';
    return table;
}();

template <class Number>
void append_number(std::string& out, Number value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
}

}  // namespace

void append_json_escaped(std::string& out, std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    const char* run = text.data();
    const char* const end = run + text.size();
    for (const char* p = run; p != end; ++p) {
        const auto byte = static_cast<unsigned char>(*p);
        const char escape = k_escapes[byte];
        if (escape == 0) continue;
        out.append(run, p);
        out += '\\';
        out += escape;
        if (escape == 'u') {
            out += "00";
            out += hex[byte >> 4U];
            out += hex[byte & 0xFU];
        }
        run = p + 1;
    }
    out.append(run, end);
}

void JsonWriter::separate() {
    if (needs_comma_) out_ += ',';
    needs_comma_ = true;
}

JsonWriter& JsonWriter::begin_object() {
    separate();
    out_ += '{';
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    out_ += '}';
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    separate();
    out_ += '[';
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    out_ += ']';
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    out_ += '"';
    append_json_escaped(out_, name);
    out_ += "\":";
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
    separate();
    out_ += '"';
    append_json_escaped(out_, text);
    out_ += '"';
    return *this;
}

JsonWriter& JsonWriter::number(std::int64_t value) {
    separate();
    append_number(out_, value);
    return *this;
}

JsonWriter& JsonWriter::number(std::uint64_t value) {
    separate();
    append_number(out_, value);
    return *this;
}

JsonWriter& JsonWriter::number(double value) {
    if (!std::isfinite(value)) return null();
    separate();
    append_number(out_, value);
    return *this;
}

JsonWriter& JsonWriter::boolean(bool value) { return raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
}

}  // namespace evald
