#include "display/display_functions.hpp"

#include "console/format.hpp"
#include "display/bundle.hpp"
#include "engine/native_function.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

void send_display(Runtime& runtime, const MimeBundle& bundle) {
    const CellId& cell = runtime.current_cell();
    runtime.send(display_frame(cell ? std::string_view(*cell) : std::string_view(), bundle));
    runtime.frames().flush();
}

duk_ret_t display(Runtime& runtime, duk_context* ctx) {
    const duk_idx_t count = duk_get_top(ctx);
    for (duk_idx_t i = 0; i < count; ++i) {
        send_display(runtime, bundle_for_display(ctx, i));
    }
    return 0;
}

duk_ret_t print(Runtime& runtime, duk_context* ctx) {
    runtime.console().write(Stream::standard_output, format_arguments(ctx, 0));
    return 0;
}

}  // namespace

void send_status(Runtime& runtime, std::string_view json) {
    MimeBundle bundle;
    bundle.add_json("application/x-omp-status", json);
    send_display(runtime, bundle);
}

void install_display(duk_context* ctx) {
    duk_push_global_object(ctx);
    define_native(ctx, "display", native<display>, DUK_VARARGS);
    define_native(ctx, "print", native<print>, DUK_VARARGS);
    duk_pop(ctx);
}

}  // namespace evald::js
