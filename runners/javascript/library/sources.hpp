#pragma once

#include <duktape.h>

#include <string_view>
#include <vector>

namespace evald::js {

/// A script that the build embeds.
struct LibrarySource {
    std::string_view name;
    std::string_view text;     ///< as it stands in its folder, or bytecode
    bool is_compiled = false;  ///< it is bytecode
};
/// The library's JavaScript in the order in which it runs.
std::vector<LibrarySource> library_sources();
/// What scripts see of Intl before it is first used: the last of the library.
std::vector<LibrarySource> intl_start_sources();
/// The modules loader: run when something is first imported.
std::vector<LibrarySource> loader_sources();
/// Built-in modules, in modern JavaScript, each loaded when it is first required.
std::vector<LibrarySource> node_sources();
/// Sources of npm packages that these are built on.
std::vector<LibrarySource> package_sources();

/// Runs scripts as the library's: each a function that gets hooks and helpers. Guarded by the caller.
void run_scripts(duk_context* ctx, std::vector<LibrarySource> (*sources)());

}  // namespace evald::js
