/* Copies of lists and objects, element by element without a call each. Part of introspection.c. */

/* What the function's own property `slowly` makes of its `count` arguments, which are all that is on the stack. */
static duk_ret_t call_slowly(duk_context *ctx, duk_idx_t count) {
  duk_push_current_function(ctx);
  duk_get_prop_string(ctx, -1, "slowly");
  duk_remove(ctx, -2);
  duk_insert(ctx, 0);
  duk_call(ctx, count);
  return 1;
}

/* The elements of a list that has nothing but its array part, or NULL. */
static duk_tval *plain_elements(duk_context *ctx, duk_idx_t index, duk_uint32_t count) {
  duk_hobject *list = duk_get_hobject(ctx, index);
  if (list == NULL || !DUK_HOBJECT_IS_ARRAY(list) || !DUK_HOBJECT_HAS_ARRAY_PART(list) ||
      DUK_HOBJECT_GET_ASIZE(list) < count) {
    return NULL;
  }
  return DUK_HOBJECT_A_GET_BASE(ctx->heap, list);
}

/* joinLists(...lists): one list with the elements of all, holes kept. */
duk_ret_t evald_join_lists(duk_context *ctx) {
  duk_idx_t parts = duk_get_top(ctx), i;
  duk_uint32_t total = 0, at = 0, k;
  for (i = 0; i < parts; i++) {
    total += (duk_uint32_t) duk_get_length(ctx, i);
  }
  duk_push_harray_with_size_outptr(ctx, total);
  for (i = 0; i < parts; i++) {
    duk_uint32_t count = (duk_uint32_t) duk_get_length(ctx, i);
    duk_tval *from = plain_elements(ctx, i, count);
    duk_tval *to = DUK_HOBJECT_A_GET_BASE(ctx->heap, duk_known_hobject(ctx, parts)) + at;
    if (from != NULL) {
      for (k = 0; k < count; k++) {
        DUK_TVAL_SET_TVAL(&to[k], &from[k]);
        DUK_TVAL_INCREF(ctx, &to[k]);
      }
    } else {
      for (k = 0; k < count; k++) {
        if (duk_has_prop_index(ctx, i, k)) {
          duk_get_prop_index(ctx, i, k);
          duk_put_prop_index(ctx, parts, at + k);
        }
      }
    }
    at += count;
  }
  return 1;
}

/* copyList(list): its elements, holes filled as reading them would. */
duk_ret_t evald_copy_list(duk_context *ctx) {
  duk_uint32_t count = (duk_uint32_t) duk_get_length(ctx, 0), k;
  duk_tval *from;
  duk_push_harray_with_size_outptr(ctx, count);
  from = plain_elements(ctx, 0, count);
  if (from != NULL) {
    duk_tval *to = DUK_HOBJECT_A_GET_BASE(ctx->heap, duk_known_hobject(ctx, 1));
    for (k = 0; k < count && !DUK_TVAL_IS_UNUSED(&from[k]); k++) {
      DUK_TVAL_SET_TVAL(&to[k], &from[k]);
      DUK_TVAL_INCREF(ctx, &to[k]);
    }
    if (k == count) {
      return 1;
    }
  }
  for (k = 0; k < count; k++) {
    duk_get_prop_index(ctx, 0, k);
    duk_put_prop_index(ctx, 1, k);
  }
  return 1;
}

/* Are all of an object's enumerable properties plain values in its entry part, in the order in which they are given?
 * Answers their number, or -1. */
static int count_simple_properties(duk_context *ctx, duk_hobject *object) {
  int count = 0;
  duk_uint_fast32_t i;
  if (DUK_HOBJECT_GET_CLASS_NUMBER(object) != DUK_HOBJECT_CLASS_OBJECT || DUK_HOBJECT_GET_ASIZE(object) > 0 ||
      DUK_HOBJECT_IS_PROXY(object)) {
    return -1;
  }
  for (i = 0; i < DUK_HOBJECT_GET_ENEXT(object); i++) {
    duk_hstring *key = DUK_HOBJECT_E_GET_KEY(ctx->heap, object, i);
    if (key == NULL || DUK_HSTRING_HAS_HIDDEN(key)) {
      continue;
    }
    if (DUK_HSTRING_HAS_SYMBOL(key) || DUK_HSTRING_HAS_ARRIDX(key) || DUK_HOBJECT_E_SLOT_IS_ACCESSOR(ctx->heap, object, i)) {
      return -1;
    }
    count += DUK_HOBJECT_E_SLOT_IS_ENUMERABLE(ctx->heap, object, i) != 0;
  }
  return count;
}

/* Copies them to the object at `target_idx`, which is empty, without those that the list has: names, and no other keys. */
static void copy_simple_properties(duk_context *ctx, duk_idx_t target_idx, duk_hobject *source, int count, duk_idx_t list_idx,
                                   duk_uint32_t left_out_count) {
  duk_hobject *target = duk_known_hobject(ctx, target_idx);
  duk_tval *left_out;
  duk_uint_fast32_t i;
  duk_uint32_t k;
  if (count == 0) {
    return;
  }
  duk_hobject_resize_entrypart(ctx, target, (duk_uint32_t) count); /* nothing is allocated, and so moved, after this */
  left_out = plain_elements(ctx, list_idx, left_out_count);
  for (i = 0; i < DUK_HOBJECT_GET_ENEXT(source); i++) {
    duk_hstring *key = DUK_HOBJECT_E_GET_KEY(ctx->heap, source, i);
    if (key == NULL || DUK_HSTRING_HAS_HIDDEN(key) || !DUK_HOBJECT_E_SLOT_IS_ENUMERABLE(ctx->heap, source, i)) {
      continue;
    }
    for (k = 0; k < left_out_count && DUK_TVAL_GET_STRING(left_out + k) != key; k++) {
    }
    if (k == left_out_count) {
      duk_push_tval(ctx, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(ctx->heap, source, i));
      duk_hobject_define_property_internal(ctx, target, key, DUK_PROPDESC_FLAGS_WEC);
    }
  }
}

/* without(object, keys): a new object with its properties but those. What is no simple object goes to the function's own
 * property `slowly`. */
duk_ret_t evald_without(duk_context *ctx) {
  duk_hobject *source = duk_get_hobject(ctx, 0);
  duk_uint32_t left_out_count = (duk_uint32_t) duk_get_length(ctx, 1), k;
  duk_tval *left_out = plain_elements(ctx, 1, left_out_count);
  int count = source == NULL || left_out == NULL ? -1 : count_simple_properties(ctx, source);
  for (k = 0; count >= 0 && k < left_out_count; k++) {
    count = DUK_TVAL_IS_STRING(left_out + k) ? count : -1;
  }
  if (count >= 0) {
    duk_push_object(ctx);
    copy_simple_properties(ctx, 2, source, count, 1, left_out_count);
    return 1;
  }
  return call_slowly(ctx, 2);
}

/* copyOwn(target, source, left out): the source's own enumerable properties as the target's, but those whose keys the
 * list has. The source is no proxy. */
duk_ret_t evald_copy_own(duk_context *ctx) {
  duk_uint32_t left_out = duk_is_object(ctx, 2) ? (duk_uint32_t) duk_get_length(ctx, 2) : 0, k;
  duk_hobject *target = duk_known_hobject(ctx, 0), *source = duk_get_hobject(ctx, 1);
  int count = source == NULL || left_out > 0 || DUK_HOBJECT_GET_ENEXT(target) > 0 || DUK_HOBJECT_GET_ASIZE(target) > 0
                  ? -1
                  : count_simple_properties(ctx, source);
  if (count >= 0) {
    copy_simple_properties(ctx, 0, source, count, 2, 0);
    return 0;
  }
  duk_enum(ctx, 1, DUK_ENUM_OWN_PROPERTIES_ONLY | DUK_ENUM_INCLUDE_SYMBOLS | DUK_ENUM_NO_PROXY_BEHAVIOR);
  while (duk_next(ctx, 3, 0)) {
    int is_left_out = 0;
    for (k = 0; k < left_out && !is_left_out; k++) {
      duk_get_prop_index(ctx, 2, k);
      (void) duk_to_property_key_hstring(ctx, -1);
      is_left_out = duk_get_hstring(ctx, -1) == duk_get_hstring(ctx, 4);
      duk_pop(ctx);
    }
    if (is_left_out) {
      duk_pop(ctx);
      continue;
    }
    duk_dup(ctx, 4);
    duk_get_prop(ctx, 1);
    duk_def_prop(ctx, 0, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WEC);
  }
  return 0;
}

/* What iterating a list looks like while nobody has changed it: kept by the library for as long as the heap lives. */
static struct {
  duk_heap *heap;
  duk_hstring *symbol, *next_key;
  duk_hobject *values, *iterator, *next, *take;
  duk_uint32_t values_slot, next_slot; /* where the two were found last */
} evald_list_iteration;

/* Is the value the object's own property of this key? Looks first where it was found before. */
static int has_value(duk_hthread *thr, duk_hobject *object, duk_hstring *key, duk_hobject *value, duk_uint32_t *slot) {
  duk_tval *found;
  duk_uint32_t i = *slot;
  if (i >= DUK_HOBJECT_GET_ENEXT(object) || DUK_HOBJECT_E_GET_KEY(thr->heap, object, i) != key) {
    for (i = 0; i < DUK_HOBJECT_GET_ENEXT(object) && DUK_HOBJECT_E_GET_KEY(thr->heap, object, i) != key; i++) {
    }
    if (i == DUK_HOBJECT_GET_ENEXT(object)) {
      return 0;
    }
    *slot = i;
  }
  if (DUK_HOBJECT_E_SLOT_IS_ACCESSOR(thr->heap, object, i)) {
    return 0;
  }
  found = DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, object, i);
  return DUK_TVAL_IS_OBJECT(found) && DUK_TVAL_GET_OBJECT(found) == value;
}

static int is_plain_list(duk_hthread *thr, duk_hobject *list) {
  duk_hobject *prototype = thr->builtins[DUK_BIDX_ARRAY_PROTOTYPE];
  if (!DUK_HOBJECT_IS_ARRAY(list) || evald_list_iteration.heap != thr->heap ||
      DUK_HOBJECT_GET_PROTOTYPE(thr->heap, list) != prototype ||
      (DUK_HOBJECT_GET_ENEXT(list) > 0 &&
       duk_hobject_find_entry_tval_ptr(thr->heap, list, evald_list_iteration.symbol) != NULL)) {
    return 0;
  }
  return has_value(thr, prototype, evald_list_iteration.symbol, evald_list_iteration.values, &evald_list_iteration.values_slot) &&
         has_value(thr, evald_list_iteration.iterator, evald_list_iteration.next_key, evald_list_iteration.next,
                   &evald_list_iteration.next_slot);
}

static int is_plain_list_at(duk_hthread *thr, duk_idx_t index) {
  duk_hobject *list = duk_get_hobject(thr, index);
  return list != NULL && is_plain_list(thr, list);
}

/* listIteration(symbol, values, iteratorPrototype, next, 'next', take) */
duk_ret_t evald_set_list_iteration(duk_context *ctx) {
  evald_list_iteration.heap = ctx->heap;
  evald_list_iteration.symbol = duk_get_hstring(ctx, 0);
  evald_list_iteration.next_key = duk_get_hstring(ctx, 4);
  evald_list_iteration.values = duk_get_hobject(ctx, 1);
  evald_list_iteration.iterator = duk_get_hobject(ctx, 2);
  evald_list_iteration.next = duk_get_hobject(ctx, 3);
  evald_list_iteration.take = duk_get_hobject(ctx, 5);
  return 0;
}

/* isPlainList(value): an array that is iterated as arrays are. */
duk_ret_t evald_is_plain_list(duk_context *ctx) {
  duk_push_boolean(ctx, is_plain_list_at(ctx, 0));
  return 1;
}

/* take(iterable, count, withRest): something with the first elements at their places. What is no plain list goes to the
 * function's own property `slowly`. */
duk_ret_t evald_take(duk_context *ctx) {
  if (!duk_to_boolean(ctx, 2) && is_plain_list_at(ctx, 0)) {
    duk_set_top(ctx, 1);
    return 1;
  }
  return call_slowly(ctx, 3);
}

/* The executor's: does the call take(list, count), whose function stands in register `base`, without calling; answers 0
 * where it is another call or no plain list. */
static int evald_take_at_once(duk_hthread *thr, duk_idx_t base) {
  duk_tval *function = thr->valstack_bottom + base, *list = function + 2;
  if (!DUK_TVAL_IS_OBJECT(function) || DUK_TVAL_GET_OBJECT(function) != evald_list_iteration.take ||
      !DUK_TVAL_IS_OBJECT(list) || !is_plain_list(thr, DUK_TVAL_GET_OBJECT(list))) {
    return 0;
  }
  DUK_TVAL_SET_TVAL_UPDREF(thr, function, list);
  return 1;
}
