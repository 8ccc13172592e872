/* Compiled together with Duktape's single source file, to see its internal structures. */
#include <stdlib.h>

#include "messages.h"

#include "duktape.c"

#include "introspection.h"

#include "source_names.c"

#include "messages.c"

#include "sorting.c"

#include "lists.c"

#include "tables.c"

#include "collections.c"

#include "buffers.c"

#include "json_parsing.c"

#include "private_names.c"

/* Pushes an own plain property, or undefined. */
static void push_own_data(duk_context *ctx, duk_idx_t object, duk_small_uint_t key) {
  if (!duk_xget_owndataprop_stridx(ctx, object, key)) {
    duk_pop(ctx);
    duk_push_undefined(ctx);
  }
}

int evald_class_of(duk_context *ctx, duk_idx_t index) {
  duk_hobject *object;
  switch (duk_get_type(ctx, index)) {
    case DUK_TYPE_LIGHTFUNC:
      return EVALD_CLASS_FUNCTION;
    case DUK_TYPE_BUFFER:
      return EVALD_CLASS_TYPED_ARRAY;
    case DUK_TYPE_OBJECT:
      break;
    default:
      return EVALD_CLASS_NONE;
  }
  object = duk_get_hobject(ctx, index);
  if (DUK_HOBJECT_IS_PROXY(object)) {
    return EVALD_CLASS_PROXY;
  }
  switch (DUK_HOBJECT_GET_CLASS_NUMBER(object)) {
    case DUK_HOBJECT_CLASS_ARRAY:
      return EVALD_CLASS_ARRAY;
    case DUK_HOBJECT_CLASS_FUNCTION:
      return EVALD_CLASS_FUNCTION;
    case DUK_HOBJECT_CLASS_ARGUMENTS:
      return EVALD_CLASS_ARGUMENTS;
    case DUK_HOBJECT_CLASS_BOOLEAN:
      return EVALD_CLASS_BOOLEAN;
    case DUK_HOBJECT_CLASS_DATE:
      return EVALD_CLASS_DATE;
    case DUK_HOBJECT_CLASS_ERROR:
      return EVALD_CLASS_ERROR;
    case DUK_HOBJECT_CLASS_NUMBER:
      return EVALD_CLASS_NUMBER;
    case DUK_HOBJECT_CLASS_REGEXP:
      return EVALD_CLASS_REGEXP;
    case DUK_HOBJECT_CLASS_STRING:
      return EVALD_CLASS_STRING;
    case DUK_HOBJECT_CLASS_SYMBOL:
      return EVALD_CLASS_SYMBOL;
    case DUK_HOBJECT_CLASS_ARRAYBUFFER:
      return EVALD_CLASS_ARRAY_BUFFER;
    case DUK_HOBJECT_CLASS_DATAVIEW:
      return EVALD_CLASS_DATA_VIEW;
    case DUK_HOBJECT_CLASS_THREAD:
      return EVALD_CLASS_THREAD;
    default:
      return DUK_HOBJECT_IS_BUFOBJ(object) ? EVALD_CLASS_TYPED_ARRAY : EVALD_CLASS_OBJECT;
  }
}

/* The key under which the handler of a proxy of a proxy keeps what was meant: target and handler. */
static duk_hstring *nested_proxy_key;

duk_ret_t evald_nested_proxies(duk_context *ctx) {
  nested_proxy_key = duk_known_hstring(ctx, 0);
  return 0;
}

static void push_proxy_part(duk_context *ctx, duk_hproxy *proxy, unsigned part) {
  duk_tval *meant =
      nested_proxy_key == NULL ? NULL : duk_hobject_find_entry_tval_ptr(ctx->heap, proxy->handler, nested_proxy_key);
  if (meant != NULL) {
    duk_push_tval(ctx, DUK_HOBJECT_A_GET_BASE(ctx->heap, DUK_TVAL_GET_OBJECT(meant)) + part);
  } else {
    duk_push_hobject(ctx, part == 0 ? proxy->target : proxy->handler);
  }
}

int evald_push_proxy_target(duk_context *ctx, duk_idx_t index) {
  duk_hobject *object = duk_get_hobject(ctx, index);
  if (object == NULL || !DUK_HOBJECT_IS_PROXY(object)) {
    return 0;
  }
  push_proxy_part(ctx, (duk_hproxy *) object, 0);
  return 1;
}

void evald_push_proxy_handler(duk_context *ctx, duk_idx_t index) {
  push_proxy_part(ctx, (duk_hproxy *) duk_get_hobject(ctx, index), 1);
}

duk_ret_t evald_plain_prototype(duk_context *ctx) {
  duk_hobject *object = duk_known_hobject(ctx, 0);
  while (DUK_HOBJECT_IS_PROXY(object)) {
    object = ((duk_hproxy *) object)->target;
  }
  object = DUK_HOBJECT_GET_PROTOTYPE(ctx->heap, object);
  if (object == NULL) {
    duk_push_null(ctx);
  } else {
    duk_push_hobject(ctx, object);
  }
  return 1;
}

void evald_set_proxy_handler(duk_context *ctx, duk_idx_t index, duk_idx_t handler) {
  duk_hproxy *proxy = (duk_hproxy *) duk_get_hobject(ctx, index);
  duk_hobject *before = proxy->handler, *after = duk_get_hobject(ctx, handler);
  DUK_HOBJECT_INCREF(ctx, after);
  proxy->handler = after;
  DUK_HOBJECT_DECREF(ctx, before);
}

int evald_is_constructor(duk_context *ctx, duk_idx_t index) {
  duk_hobject *object = duk_get_hobject(ctx, index);
  if (object == NULL) {
    return duk_is_lightfunc(ctx, index);
  }
  return DUK_HOBJECT_HAS_CONSTRUCTABLE(object) != 0;
}

void evald_push_internal_value(duk_context *ctx, duk_idx_t object) {
  if (duk_get_hobject(ctx, object) == NULL) {
    duk_push_undefined(ctx);
    return;
  }
  push_own_data(ctx, duk_normalize_index(ctx, object), DUK_STRIDX_INT_VALUE);
}

const char *evald_typed_array_name(duk_context *ctx, duk_idx_t object) {
  static const char *const names[] = {"Int8Array",  "Uint8Array",  "Uint8ClampedArray", "Int16Array",  "Uint16Array",
                                      "Int32Array", "Uint32Array", "Float32Array",      "Float64Array"};
  duk_hobject *h = duk_get_hobject(ctx, object);
  if (h != NULL) {
    duk_uint_t number = DUK_HOBJECT_GET_CLASS_NUMBER(h);
    if (evald_is_big_array(h)) {
      return ((duk_hbufobj *) h)->elem_type == EVALD_ELEM_BIGINT64 ? "BigInt64Array" : "BigUint64Array";
    }
    if (number >= DUK_HOBJECT_CLASS_INT8ARRAY && number <= DUK_HOBJECT_CLASS_FLOAT64ARRAY) {
      return names[number - DUK_HOBJECT_CLASS_INT8ARRAY];
    }
  }
  return duk_is_buffer(ctx, object) ? "Uint8Array" : "Object";
}

void evald_slot_store(duk_context *ctx, void *slot) {
  duk_tval *place = DUK_HOBJECT_A_GET_BASE(ctx->heap, (duk_hobject *) slot);
  DUK_TVAL_SET_TVAL_UPDREF(ctx, place, DUK_GET_TVAL_NEGIDX(ctx, -1));
  duk_pop(ctx);
}

void evald_slot_take(duk_context *ctx, void *slot) {
  duk_tval *place = DUK_HOBJECT_A_GET_BASE(ctx->heap, (duk_hobject *) slot);
  duk_push_tval(ctx, place);
  place = DUK_HOBJECT_A_GET_BASE(ctx->heap, (duk_hobject *) slot);
  DUK_TVAL_SET_UNDEFINED_UPDREF(ctx, place);
}

int evald_own_property(duk_context *ctx, duk_idx_t object_index, unsigned *flags) {
  duk_hobject *object = duk_get_hobject(ctx, object_index);
  duk_propdesc found;
  duk_hstring *key;
  if (object == NULL) {
    duk_pop(ctx);
    return 0;
  }
  key = duk_to_property_key_hstring(ctx, -1);
  if (DUK_HSTRING_HAS_HIDDEN(key) ||
      !duk_hobject_get_own_propdesc(ctx, object, key, &found, DUK_GETDESC_FLAG_PUSH_VALUE)) {
    duk_pop(ctx);
    return 0;
  }
  /* [ ... key value ] */
  duk_remove(ctx, -2);
  *flags = (found.flags & DUK_PROPDESC_FLAG_ENUMERABLE) ? EVALD_PROPERTY_ENUMERABLE : 0u;
  if (found.flags & DUK_PROPDESC_FLAG_ACCESSOR) {
    *flags |= (found.get ? EVALD_PROPERTY_GETTER : 0u) | (found.set ? EVALD_PROPERTY_SETTER : 0u);
    duk_pop(ctx);
    if (found.get) {
      duk_push_hobject(ctx, found.get);
    } else {
      duk_push_undefined(ctx);
    }
  }
  return 1;
}

void evald_push_active_function(duk_context *ctx, unsigned depth) {
  duk_activation *activation = ((duk_hthread *) ctx)->callstack_curr;
  while (activation != NULL && depth-- > 0) {
    activation = activation->parent;
  }
  if (activation == NULL) {
    duk_push_undefined(ctx);
  } else {
    duk_push_tval(ctx, &activation->tv_func);
  }
}

int evald_has_own(duk_context *ctx, duk_idx_t object_index, duk_idx_t key_index) {
  duk_hobject *object = duk_get_hobject(ctx, object_index);
  duk_propdesc found;
  if (object == NULL) {
    return 0;
  }
  return duk_hobject_get_own_propdesc(ctx, object, duk_to_property_key_hstring(ctx, key_index), &found, 0) ? 1 : 0;
}

void evald_make_big(duk_context *ctx, duk_idx_t index) {
  duk_hobject *object = duk_get_hobject(ctx, index);
  if (object != NULL) {
    DUK_HOBJECT_SET_CLASS_NUMBER(object, DUK_HOBJECT_CLASS_POINTER);
  }
}

int evald_function_origin(duk_context *ctx, duk_idx_t index, unsigned origin[3]) {
  duk_hobject *function = duk_get_hobject(ctx, index);
  int i;
  if (function == NULL || !DUK_HOBJECT_IS_COMPFUNC(function)) {
    return 0;
  }
  for (i = 0; i < 3; i++) {
    origin[i] = ((duk_hcompfunc *) function)->origin[i];
  }
  return origin[0] != 0;
}

void evald_make_method(duk_context *ctx, duk_idx_t index) {
  duk_hobject *function = duk_get_hobject(ctx, index);
  if (function != NULL) {
    DUK_HOBJECT_CLEAR_CONSTRUCTABLE(function);
    duk_hobject_delprop_raw(ctx, function, DUK_HTHREAD_STRING_PROTOTYPE(ctx), DUK_DELPROP_FLAG_FORCE);
  }
}

/* The concrete properties that are no array elements; symbols in a second round, as Reflect.ownKeys orders them. */
static void append_named_keys(duk_context *ctx, duk_hobject *object, unsigned flags, int symbols) {
  duk_uarridx_t count = (duk_uarridx_t) duk_get_length(ctx, -1);
  duk_uint_fast32_t i;
  for (i = 0; i < DUK_HOBJECT_GET_ENEXT(object); i++) {
    duk_hstring *key = DUK_HOBJECT_E_GET_KEY(ctx->heap, object, i);
    if (key == NULL || DUK_HSTRING_HAS_HIDDEN(key) || DUK_HSTRING_HAS_ARRIDX(key) ||
        !DUK_HSTRING_HAS_SYMBOL(key) == symbols) {
      continue;
    }
    if (!(flags & EVALD_KEYS_NONENUMERABLE) && !DUK_HOBJECT_E_SLOT_IS_ENUMERABLE(ctx->heap, object, i)) {
      continue;
    }
    duk_push_hstring(ctx, key);
    duk_put_prop_index(ctx, -2, count++);
  }
}

void evald_push_own_keys(duk_context *ctx, duk_idx_t object_index, unsigned flags) {
  duk_hobject *object = duk_get_hobject(ctx, object_index);
  duk_uarridx_t count = 0;
  object_index = duk_normalize_index(ctx, object_index);
  duk_push_bare_array(ctx);
  if (object == NULL) {
    return;
  }
  if (flags & EVALD_KEYS_SKIP_INDICES) {
    if ((flags & EVALD_KEYS_NONENUMERABLE) && DUK_HOBJECT_HAS_EXOTIC_ARRAY(object)) {
      duk_push_hstring_stridx(ctx, DUK_STRIDX_LENGTH);
      duk_put_prop_index(ctx, -2, 0);
    }
    append_named_keys(ctx, object, flags, 0);
    append_named_keys(ctx, object, flags, 1);
    return;
  }
  duk_enum(ctx, object_index,
           DUK_ENUM_OWN_PROPERTIES_ONLY | DUK_ENUM_INCLUDE_SYMBOLS | DUK_ENUM_NO_PROXY_BEHAVIOR |
               ((flags & EVALD_KEYS_NONENUMERABLE) ? DUK_ENUM_INCLUDE_NONENUMERABLE : 0));
  while (duk_next(ctx, -1, 0)) {
    duk_put_prop_index(ctx, -3, count++);
  }
  duk_pop(ctx);
}

enum evald_trace_kind evald_trace_entry(duk_context *ctx, duk_idx_t error, unsigned position, unsigned *line) {
  enum evald_trace_kind kind = EVALD_TRACE_END;
  duk_idx_t base = duk_get_top(ctx);
  error = duk_normalize_index(ctx, error);
  if (duk_get_hobject(ctx, error) == NULL) {
    return EVALD_TRACE_END;
  }
  duk_require_stack(ctx, 8);
  push_own_data(ctx, error, DUK_STRIDX_INT_TRACEDATA);
  if (duk_is_array(ctx, base)) {
    duk_get_prop_index(ctx, base, (duk_uarridx_t) (2 * position));
    duk_get_prop_index(ctx, base, (duk_uarridx_t) (2 * position + 1));
    *line = (unsigned) DUK_FMOD(duk_get_number_default(ctx, -1, 0.0), DUK_DOUBLE_2TO32);
    if (duk_is_string(ctx, base + 1)) {
      kind = EVALD_TRACE_SOURCE;
      duk_push_undefined(ctx);
      duk_dup(ctx, base + 1);
    } else if (duk_is_function(ctx, base + 1)) {
      kind = duk_is_c_function(ctx, base + 1) || duk_is_lightfunc(ctx, base + 1) ? EVALD_TRACE_NATIVE : EVALD_TRACE_SCRIPT;
      if (kind == EVALD_TRACE_SCRIPT) {
        *line = (unsigned) duk_hobject_pc2line_query(ctx, base + 1, *line);
      }
      push_own_data(ctx, base + 1, DUK_STRIDX_NAME);
      push_own_data(ctx, base + 1, DUK_STRIDX_INT_SOURCE);
    }
  }
  if (kind != EVALD_TRACE_END) {
    duk_replace(ctx, base + 1);
    duk_replace(ctx, base);
    duk_set_top(ctx, base + 2); /* [ trace function number name file ] -> [ name file ] */
  } else {
    duk_set_top(ctx, base);
  }
  return kind;
}

void evald_check_soon(duk_context *ctx) {
  duk_hthread *running = ((duk_hthread *) ctx)->heap->curr_thread;
  if (running != NULL) {
    running->interrupt_counter = 0;
  }
}
