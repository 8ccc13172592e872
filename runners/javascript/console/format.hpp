#pragma once

#include <duktape.h>

#include <string>

#include "inspect/inspect_options.hpp"

namespace evald::js {

/// The arguments from stack index `first` to the top as console.log shows them: format specifiers of a first string
/// (%s %d %i %f %j %o %O %c %%), strings raw, everything else inspected, parted by blanks. May run conversions of the
/// script's own objects: throws ScriptError.
std::string format_arguments(duk_context* ctx, duk_idx_t first, const InspectOptions& options = {});

}  // namespace evald::js
