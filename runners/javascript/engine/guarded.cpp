#include "engine/guarded.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "thrown";

duk_ret_t store(duk_context* ctx, void* /*unused*/) {
  duk_push_heap_stash(ctx);
  duk_insert(ctx, -2);
  duk_put_prop_string(ctx, -2, k_slot);
  return 0;
}

duk_ret_t load(duk_context* ctx, void* /*unused*/) {
  duk_push_heap_stash(ctx);
  duk_get_prop_string(ctx, -1, k_slot);
  duk_push_undefined(ctx);
  duk_put_prop_string(ctx, -3, k_slot);
  return 1;
}

}  // namespace

void keep_thrown_value(duk_context* ctx) {
  // If even this finds no memory the value is lost, and the error is reported as undefined.
  duk_safe_call(ctx, store, nullptr, 1, 1);
  duk_pop(ctx);
}

void take_thrown_value(duk_context* ctx) { duk_safe_call(ctx, load, nullptr, 0, 1); }

}  // namespace evald::js
