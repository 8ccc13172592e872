/* Copies of lists and objects, element by element without a call each. Part of introspection.c. */

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

/* copyOwn(target, source, left out): the source's own enumerable properties as the target's, but those whose keys the
 * list has. The source is no proxy. */
duk_ret_t evald_copy_own(duk_context *ctx) {
  duk_uint32_t left_out = duk_is_object(ctx, 2) ? (duk_uint32_t) duk_get_length(ctx, 2) : 0, k;
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
