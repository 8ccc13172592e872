#pragma once

#include <span>
#include <string_view>

namespace evald::service {

/// One file of the web page, as build.mjs made it: its bytes, and the same compressed. All of it lives as long as the
/// process.
struct PageFile {
    std::string_view path;          ///< "/" or "/assets/app-1a2b3c4d.js"
    std::string_view content_type;
    std::string_view hash;          ///< of its bytes
    bool keeps_for_ever;            ///< its name changes with its bytes
    std::string_view identity;
    std::string_view gzip, brotli;  ///< empty: it is served as it is
};

/// All files of the page. Defined in a source that the build makes (cmake/WebPage.cmake).
std::span<const PageFile> page_files();

}  // namespace evald::service
