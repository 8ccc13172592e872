#include "globals.hpp"

#include "cell/last_value.hpp"
#include "console/console.hpp"
#include "display/display_functions.hpp"
#include "engine/error_trace.hpp"
#include "engine/intrinsics.hpp"
#include "event_loop/timers.hpp"
#include "inspect/inspect_function.hpp"
#include "library/library.hpp"
#include "prelude/prelude_functions.hpp"
#include "process/process_object.hpp"

namespace evald::js {

void install_globals(duk_context* ctx) {
    capture_intrinsics(ctx);  // first: the rest builds on what is captured
    install_error_stack(ctx);
    install_inspect_function(ctx);
    install_console(ctx);
    install_timers(ctx);
    install_process(ctx);
    install_display(ctx);
    install_file_helpers(ctx);
    install_text_helpers(ctx);
    install_report_helpers(ctx);
    install_library(ctx);  // after the helpers, some of which it wraps
    install_last_value(ctx);
}

}  // namespace evald::js
