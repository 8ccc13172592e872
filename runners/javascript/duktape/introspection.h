/*
 * What the embedding API of Duktape 2.7 does not tell about a value, and inspection needs without running user code:
 * class, proxy target, own properties, structured tracebacks. None of these functions calls a getter or a proxy trap;
 * all but evald_class_of and evald_typed_array_name may throw when memory runs out.
 */
#ifndef EVALD_DUKTAPE_INTROSPECTION_H
#define EVALD_DUKTAPE_INTROSPECTION_H

#include <duktape.h>

#ifdef __cplusplus
extern "C" {
#endif

enum evald_class {
  EVALD_CLASS_NONE = 0, /* not an object */
  EVALD_CLASS_OBJECT,
  EVALD_CLASS_ARRAY,
  EVALD_CLASS_FUNCTION,
  EVALD_CLASS_ARGUMENTS,
  EVALD_CLASS_BOOLEAN,
  EVALD_CLASS_DATE,
  EVALD_CLASS_ERROR,
  EVALD_CLASS_NUMBER,
  EVALD_CLASS_REGEXP,
  EVALD_CLASS_STRING,
  EVALD_CLASS_SYMBOL,
  EVALD_CLASS_ARRAY_BUFFER,
  EVALD_CLASS_DATA_VIEW,
  EVALD_CLASS_TYPED_ARRAY,
  EVALD_CLASS_THREAD,
  EVALD_CLASS_PROXY
};
int evald_class_of(duk_context *ctx, duk_idx_t index);

/* Pushes the target of a proxy (not of an inner proxy) and answers 1; answers 0 and pushes nothing for anything else. */
int evald_push_proxy_target(duk_context *ctx, duk_idx_t index);

/* Pushes the handler of a proxy; changes it. The object must be a proxy. */
void evald_push_proxy_handler(duk_context *ctx, duk_idx_t index);
void evald_set_proxy_handler(duk_context *ctx, duk_idx_t index, duk_idx_t handler);

/* Native functions: nestedProxies(key), what the library keeps of a proxy of a proxy under; plainPrototype(object), what
 * an object or the innermost target of a proxy has for a prototype, asked without traps. */
duk_ret_t evald_nested_proxies(duk_context *ctx);
duk_ret_t evald_plain_prototype(duk_context *ctx);

int evald_is_constructor(duk_context *ctx, duk_idx_t index);

/* Pushes what a Date, a boxed primitive or a typed view holds inside (undefined if nothing). */
void evald_push_internal_value(duk_context *ctx, duk_idx_t object);

/* "Uint8Array" and so on for typed arrays; "Object" for anything else. */
const char *evald_typed_array_name(duk_context *ctx, duk_idx_t object);

/* A place for one value, reached without a call or an allocation: for errors on their way, when both may fail. `slot` is
 * the heap pointer of a bare array with one element. Storing pops the value, taking pushes it and leaves undefined. */
void evald_slot_store(duk_context *ctx, void *slot);
void evald_slot_take(duk_context *ctx, void *slot);

#define EVALD_PROPERTY_ENUMERABLE 1u
#define EVALD_PROPERTY_GETTER 2u
#define EVALD_PROPERTY_SETTER 4u
/* Pops a key; if the object has such a property of its own, pushes its value (of an accessor: the getter or undefined),
 * fills in `flags` and answers 1. Else answers 0 and pushes nothing. */
int evald_own_property(duk_context *ctx, duk_idx_t object, unsigned *flags);

/* Pushes the function that is `depth` calls below the running one (0), or undefined. */
void evald_push_active_function(duk_context *ctx, unsigned depth);

/* Has the object at `object` an own property with the key at `key`? Hidden keys count. May change the key's form. */
int evald_has_own(duk_context *ctx, duk_idx_t object, duk_idx_t key);

/* Makes an object whose only property is its digits a big integer, for equality and truth. */
void evald_make_big(duk_context *ctx, duk_idx_t index);

/* Where the text of a function of a script stands: number of its source, begin and end in bytes. 0: that is not known. */
int evald_function_origin(duk_context *ctx, duk_idx_t function, unsigned origin[3]);

/* Makes a function what a method is: no constructor, without a prototype. */
void evald_make_method(duk_context *ctx, duk_idx_t function);

#define EVALD_KEYS_NONENUMERABLE 1u
#define EVALD_KEYS_SKIP_INDICES 2u
/* Pushes a bare array of the object's own keys: indices, then names, then symbols. */
void evald_push_own_keys(duk_context *ctx, duk_idx_t object, unsigned flags);

enum evald_trace_kind { EVALD_TRACE_END = 0, EVALD_TRACE_SCRIPT, EVALD_TRACE_NATIVE, EVALD_TRACE_SOURCE };
/* Entry `position` of the trace that an error got when it was made. Pushes the function's name and its file name, each a
 * string or undefined (nothing at the end). EVALD_TRACE_SOURCE is a place without a function: where compiling failed. */
enum evald_trace_kind evald_trace_entry(duk_context *ctx, duk_idx_t error, unsigned position, unsigned *line);

/* Where a script calls one of the library's helpers, and that is running now: pushes the source text of the helper's
 * first argument (or the key that is read of it next) and answers 1; else, and where none can be told, answers 0. */
int evald_push_helper_argument(duk_context *ctx, int wants_key);

/* Is a function native, or one of the library's scripts? 1 for what is no function. */
int evald_is_library_function(duk_context *ctx, duk_idx_t index);

/* Native functions, see lists.c. */
duk_ret_t evald_join_lists(duk_context *ctx);
duk_ret_t evald_copy_list(duk_context *ctx);
duk_ret_t evald_copy_own(duk_context *ctx);
duk_ret_t evald_without(duk_context *ctx);
duk_ret_t evald_set_list_iteration(duk_context *ctx);
duk_ret_t evald_is_plain_list(duk_context *ctx);
duk_ret_t evald_take(duk_context *ctx);

/* Native functions, see collections.c: methods of Map and Set, and what the library makes them with. */
duk_ret_t evald_map_get(duk_context *ctx);
duk_ret_t evald_map_set(duk_context *ctx);
duk_ret_t evald_map_has(duk_context *ctx);
duk_ret_t evald_map_delete(duk_context *ctx);
duk_ret_t evald_map_clear(duk_context *ctx);
duk_ret_t evald_map_size(duk_context *ctx);
duk_ret_t evald_set_add(duk_context *ctx);
duk_ret_t evald_set_has(duk_context *ctx);
duk_ret_t evald_set_delete(duk_context *ctx);
duk_ret_t evald_set_clear(duk_context *ctx);
duk_ret_t evald_set_size(duk_context *ctx);
duk_ret_t evald_map_check(duk_context *ctx);
duk_ret_t evald_set_check(duk_context *ctx);
duk_ret_t evald_tables_begin(duk_context *ctx);
duk_ret_t evald_make_table(duk_context *ctx);
duk_ret_t evald_table_step(duk_context *ctx);

/* "Map" or "Set" by what a collection's inner record is a table for; NULL if it is no table. */
const char *evald_table_kind(duk_context *ctx, duk_idx_t table);
unsigned evald_table_size(duk_context *ctx, duk_idx_t table);
/* Pushes key and value (in a Set the same) of the next entry from `number` on, and moves that behind it; 0 at the end. */
int evald_table_entry(duk_context *ctx, duk_idx_t table, unsigned *number);
/* Pushes the table that a cursor goes on in and says where; 0 at its end. */
int evald_table_cursor(duk_context *ctx, duk_idx_t cursor, unsigned *number);

/* Native functions, see buffers.c. */
duk_ret_t evald_as_big_array(duk_context *ctx);
duk_ret_t evald_big_elements(duk_context *ctx);
duk_ret_t evald_detach(duk_context *ctx);
duk_ret_t evald_is_detached(duk_context *ctx);

/* A native function: parseJson(text), undefined if the text is no JSON; see json_parsing.c. */
duk_ret_t evald_parse_json(duk_context *ctx);

/* A native function: sort(values, compare, results), see sorting.c. */
duk_ret_t evald_sort(duk_context *ctx);

/*
 * Makes the engine ask its execution-timeout check before the next bytecode instruction instead of after the 262,144 of
 * its own interval, which slow native calls can stretch to seconds. For a signal handler on the engine's own thread.
 */
void evald_check_soon(duk_context *ctx);

#ifdef __cplusplus
}
#endif
#endif
