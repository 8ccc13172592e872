// The files of the page as one C++ source: a table of page_file.hpp's PageFile.

// As one string literal: what is not plain text goes in three octal digits, which no following digit can prolong.
function literal(bytes) {
  const parts = [];
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) parts.push("\\", String.fromCharCode(byte));
    else if (byte === 0x3f) parts.push("\\077"); // or two of them might begin a trigraph
    else if (byte >= 0x20 && byte < 0x7f) parts.push(String.fromCharCode(byte));
    else parts.push("\\", byte.toString(8).padStart(3, "0"));
  }
  return inLines(parts);
}

// Long literals are cut into lines that editors and compilers take well.
function inLines(parts) {
  const lines = [];
  for (let start = 0; start < parts.length; ) {
    let end = Math.min(start + 2000, parts.length);
    while (end < parts.length && parts[end - 1] === "\\") ++end; // an escape and what it escapes stay together
    lines.push(`"${parts.slice(start, end).join("")}"`);
    start = end;
  }
  return lines.join("\n        ") || '""';
}

function view(bytes) {
  return `std::string_view(${literal(bytes)},\n        ${bytes.length})`;
}

function row(file) {
  const compresses = file.brotli.length < file.bytes.length;
  return `    {"${file.path}", "${file.type}", "${file.etag}", ${file.name !== ""},
     ${view(file.bytes)},
     ${compresses ? view(file.gzip) : "{}"},
     ${compresses ? view(file.brotli) : "{}"}},`;
}

export function cppSource(files) {
  return `// Made by service/web/build.mjs.
#include "web/page_file.hpp"

#include <array>

namespace evald::service {
namespace {

constexpr std::array<PageFile, ${files.length}> k_files{{
${files.map(row).join("\n")}
}};

}  // namespace

std::span<const PageFile> page_files() { return k_files; }

}  // namespace evald::service
`;
}
