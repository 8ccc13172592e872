#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evald::js {

/// How Node's buffers turn text into bytes and back.
enum class TextEncoding { utf8, utf16, latin1, ascii, hex, base64, base64url };
std::optional<TextEncoding> text_encoding(std::string_view name);

/// `script_text` is text as the engine keeps it.
std::string encode_text(std::string_view script_text, TextEncoding encoding);
std::string decode_bytes(std::string_view bytes, TextEncoding encoding);

}  // namespace evald::js
