#include "library/library.hpp"

#include <string_view>

#include "library/natives.hpp"
#include "library/sources.hpp"

namespace evald::js {

namespace {

constexpr const char* k_helpers_slot = "helpers";
constexpr const char* k_hooks_slot = "libraryHooks";

void push_slot(duk_context* ctx, const char* slot) {
    duk_push_heap_stash(ctx);
    duk_get_prop_string(ctx, -1, slot);
    duk_remove(ctx, -2);
}

void run(duk_context* ctx, const LibrarySource& source) {
    if (source.is_compiled) {
        duk_push_external_buffer(ctx);
        duk_config_buffer(ctx, -1, const_cast<char*>(source.text.data()), source.text.size());
        duk_load_function(ctx);
    } else {
        duk_push_lstring(ctx, source.name.data(), source.name.size());
        duk_compile_lstring_filename(ctx, DUK_COMPILE_EVAL, source.text.data(), source.text.size());
    }
    duk_call(ctx, 0);
    push_slot(ctx, k_hooks_slot);
    push_slot(ctx, k_helpers_slot);
    duk_call(ctx, 2);
    duk_pop(ctx);
}

}  // namespace

void install_library(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_push_bare_object(ctx);
    duk_put_prop_string(ctx, -2, k_helpers_slot);
    duk_push_bare_object(ctx);
    define_natives(ctx);
    duk_put_prop_string(ctx, -2, k_hooks_slot);
    duk_pop(ctx);
    run_scripts(ctx, &library_sources);
    run_scripts(ctx, &intl_start_sources);
}

void run_scripts(duk_context* ctx, std::vector<LibrarySource> (*sources)()) {
    // A throw leaves by longjmp, past the list's destructor: nothing to lose but its memory.
    for (const LibrarySource& source : sources()) {
        run(ctx, source);
    }
}

void push_helpers(duk_context* ctx) { push_slot(ctx, k_helpers_slot); }

void push_library_hooks(duk_context* ctx) { push_slot(ctx, k_hooks_slot); }

}  // namespace evald::js
