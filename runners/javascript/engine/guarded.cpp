#include "engine/guarded.hpp"

#include "duktape/introspection.h"
#include "engine/engine.hpp"

namespace evald::js {

void keep_thrown_value(duk_context* ctx) { evald_slot_store(ctx, engine_of(ctx).thrown_slot()); }

void take_thrown_value(duk_context* ctx) { evald_slot_take(ctx, engine_of(ctx).thrown_slot()); }

}  // namespace evald::js
