#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines the helpers that every cell finds, in three groups. Guarded by the caller.
void install_file_helpers(duk_context* ctx);    ///< read, write, append, tree, diff, output
void install_text_helpers(duk_context* ctx);    ///< sort, uniq, counter
void install_report_helpers(duk_context* ctx);  ///< env, log, phase

}  // namespace evald::js
