/* The methods of Map and Set, iteration over their tables, and looking into these. Part of introspection.c. */

/* --- Methods. The receiver's table is pushed; anything else is complained about. */

static duk_hobject *receiver(duk_context *ctx) {
  duk_tval *self = DUK_GET_THIS_TVAL_PTR(ctx);
  return DUK_TVAL_IS_OBJECT(self) ? DUK_TVAL_GET_OBJECT(self) : NULL;
}

static duk_hobject *push_own_table(duk_context *ctx, duk_uint32_t stride, const char *method) {
  duk_hobject *self = receiver(ctx);
  duk_tval *slot = self == NULL ? NULL : duk_hobject_find_entry_tval_ptr(ctx->heap, self, evald_tables.key);
  if (slot != NULL && DUK_TVAL_IS_OBJECT(slot) && DUK_HOBJECT_IS_ARRAY(DUK_TVAL_GET_OBJECT(slot)) &&
      index_of(ctx, DUK_TVAL_GET_OBJECT(slot))->stride == stride) {
    duk_push_tval(ctx, slot);
    return duk_known_hobject(ctx, -1);
  }
  duk_push_hobject(ctx, evald_tables.complain);
  duk_push_string(ctx, stride == 2 ? "Map" : "Set");
  duk_push_string(ctx, method);
  duk_push_this(ctx);
  duk_call(ctx, 3);
  return NULL;
}

/* [ key … ] -> the entry with that key, or NULL */
static duk_tval *found_entry(duk_context *ctx, duk_uint32_t stride, const char *method, duk_hobject **table) {
  duk_tval *key = DUK_GET_TVAL_POSIDX(ctx, 0);
  duk_uint32_t number;
  if (DUK_TVAL_IS_NUMBER(key) && DUK_TVAL_GET_NUMBER(key) == 0.0) {
    duk_push_uint(ctx, 0); /* -0 is 0 */
    duk_replace(ctx, 0);
  }
  *table = push_own_table(ctx, stride, method);
  number = table_find(ctx, *table, DUK_GET_TVAL_POSIDX(ctx, 0));
  return number == TABLE_NONE ? NULL : entry_at(ctx, *table, number);
}

/* [ key value table ] or [ key table ] */
static void add_entry(duk_context *ctx, duk_hobject *table) {
  duk_idx_t table_idx = duk_get_top_index(ctx);
  table_index *index = index_of(ctx, table);
  if (index->used + 1 > (index->mask + 1) / 4 * 3) {
    if (index->removed > index->used / 2) {
      table_compact(ctx, receiver(ctx), table_idx);
    } else {
      table_widen(ctx, table_idx);
    }
  }
  table_append(ctx, duk_known_hobject(ctx, table_idx), 0);
}

duk_ret_t evald_map_get(duk_context *ctx) {
  duk_hobject *table;
  duk_tval *entry = found_entry(ctx, 2, "get", &table);
  if (entry == NULL) {
    return 0;
  }
  duk_push_tval(ctx, entry + 1);
  return 1;
}

duk_ret_t evald_map_set(duk_context *ctx) {
  duk_hobject *table;
  duk_tval *entry = found_entry(ctx, 2, "set", &table);
  if (entry != NULL) {
    DUK_TVAL_SET_TVAL_UPDREF(ctx, entry + 1, DUK_GET_TVAL_POSIDX(ctx, 1));
  } else {
    add_entry(ctx, table);
  }
  duk_push_this(ctx);
  return 1;
}

duk_ret_t evald_set_add(duk_context *ctx) {
  duk_hobject *table;
  if (found_entry(ctx, 1, "add", &table) == NULL) {
    add_entry(ctx, table);
  }
  duk_push_this(ctx);
  return 1;
}

static duk_ret_t has_entry(duk_context *ctx, duk_uint32_t stride) {
  duk_hobject *table;
  duk_push_boolean(ctx, found_entry(ctx, stride, "has", &table) != NULL);
  return 1;
}
duk_ret_t evald_map_has(duk_context *ctx) { return has_entry(ctx, 2); }
duk_ret_t evald_set_has(duk_context *ctx) { return has_entry(ctx, 1); }

static duk_ret_t delete_entry(duk_context *ctx, duk_uint32_t stride) {
  duk_hobject *table;
  duk_tval *entry = found_entry(ctx, stride, "delete", &table);
  duk_push_boolean(ctx, entry != NULL);
  if (entry != NULL) {
    duk_tval key, value;
    index_of(ctx, table)->removed++;
    DUK_TVAL_SET_TVAL(&key, entry);
    DUK_TVAL_SET_POINTER(entry, (void *) &removed_mark);
    DUK_TVAL_SET_UNDEFINED(&value);
    if (stride > 1) {
      DUK_TVAL_SET_TVAL(&value, entry + 1);
      DUK_TVAL_SET_UNDEFINED(entry + 1);
    }
    DUK_TVAL_DECREF(ctx, &key); /* may free the entry's own, but nothing that is looked at after this */
    DUK_TVAL_DECREF(ctx, &value);
  }
  return 1;
}
duk_ret_t evald_map_delete(duk_context *ctx) { return delete_entry(ctx, 2); }
duk_ret_t evald_set_delete(duk_context *ctx) { return delete_entry(ctx, 1); }

static duk_ret_t clear_entries(duk_context *ctx, duk_uint32_t stride) {
  push_own_table(ctx, stride, "clear");
  push_table(ctx, TABLE_LEAST_BUCKETS, stride);
  duk_dup(ctx, -1);
  table_hand_over(ctx, -3 + duk_get_top(ctx), TABLE_CLEARED);
  table_install(ctx, receiver(ctx));
  return 0;
}
duk_ret_t evald_map_clear(duk_context *ctx) { return clear_entries(ctx, 2); }
duk_ret_t evald_set_clear(duk_context *ctx) { return clear_entries(ctx, 1); }

static duk_ret_t count_entries(duk_context *ctx, duk_uint32_t stride) {
  table_index *index = index_of(ctx, push_own_table(ctx, stride, "size"));
  duk_push_uint(ctx, index->used - index->removed);
  return 1;
}
duk_ret_t evald_map_size(duk_context *ctx) { return count_entries(ctx, 2); }
duk_ret_t evald_set_size(duk_context *ctx) { return count_entries(ctx, 1); }

/* check(name of a method): complains about a receiver that is none. */
duk_ret_t evald_map_check(duk_context *ctx) { return push_own_table(ctx, 2, duk_require_string(ctx, 0)) == NULL; }
duk_ret_t evald_set_check(duk_context *ctx) { return push_own_table(ctx, 1, duk_require_string(ctx, 0)) == NULL; }

/* --- For the library. */

/* tables(key, complain) */
duk_ret_t evald_tables_begin(duk_context *ctx) {
  evald_tables.key = duk_known_hstring(ctx, 0);
  evald_tables.complain = duk_known_hobject(ctx, 1);
  return 0;
}

/* makeTable(values of an entry) */
duk_ret_t evald_make_table(duk_context *ctx) {
  push_table(ctx, TABLE_LEAST_BUCKETS, duk_get_uint(ctx, 0));
  return 1;
}

/* Where a cursor [table or null, number of the next entry, …] stands. Pushes the table and answers 1; 0 at its end. */
static int push_place(duk_context *ctx, duk_hobject *cursor, duk_uint32_t *number) {
  duk_tval *parts = DUK_HOBJECT_A_GET_BASE(ctx->heap, cursor);
  if (!DUK_TVAL_IS_OBJECT(parts)) {
    return 0;
  }
  *number = (duk_uint32_t) DUK_TVAL_GET_NUMBER(parts + 1);
  duk_push_tval(ctx, parts);
  for (;;) {
    duk_hobject *table = duk_known_hobject(ctx, -1);
    duk_tval *successor = table_values(ctx, table) + TABLE_SUCCESSOR;
    table_gaps *gaps = (table_gaps *) table_buffer(ctx, table);
    duk_uint32_t before = 0;
    if (!DUK_TVAL_IS_OBJECT(successor)) {
      break;
    }
    if (gaps->count == TABLE_CLEARED) {
      *number = 0;
    } else {
      while (before < gaps->count && gaps->removed[before] < *number) {
        before++;
      }
      *number -= before;
    }
    duk_push_tval(ctx, successor);
    duk_remove(ctx, -2);
  }
  {
    duk_hobject *table = duk_known_hobject(ctx, -1);
    while (*number < index_of(ctx, table)->used && is_removed(entry_at(ctx, table, *number))) {
      ++*number;
    }
    if (*number < index_of(ctx, table)->used) {
      return 1;
    }
  }
  duk_pop(ctx);
  return 0;
}

/* tableStep(cursor [table, 0, what]): the next key (what 0), value (1) or pair of both (2); at the end undefined, with null
 * for the cursor's table. */
duk_ret_t evald_table_step(duk_context *ctx) {
  duk_hobject *cursor = duk_known_hobject(ctx, 0);
  duk_tval *parts = DUK_HOBJECT_A_GET_BASE(ctx->heap, cursor), *entry;
  duk_uint32_t number = 0, what = (duk_uint32_t) DUK_TVAL_GET_NUMBER(parts + 2), stride;
  if (!push_place(ctx, cursor, &number)) {
    DUK_TVAL_SET_NULL_UPDREF(ctx, DUK_HOBJECT_A_GET_BASE(ctx->heap, cursor));
    return 0;
  }
  entry = entry_at(ctx, duk_known_hobject(ctx, -1), number);
  stride = index_of(ctx, duk_known_hobject(ctx, -1))->stride;
  duk_push_tval(ctx, entry);
  duk_push_tval(ctx, entry + (stride - 1));
  /* [ cursor … table key value ] */
  parts = DUK_HOBJECT_A_GET_BASE(ctx->heap, cursor);
  DUK_TVAL_SET_NUMBER(parts + 1, (duk_double_t) (number + 1));
  DUK_TVAL_SET_TVAL_UPDREF(ctx, parts, DUK_GET_TVAL_NEGIDX(ctx, -3));
  if (what != 2) {
    duk_dup(ctx, what == 0 ? -2 : -1);
    return 1;
  }
  {
    duk_tval *pair = duk_push_harray_with_size_outptr(ctx, 2);
    for (number = 0; number < 2; number++) {
      DUK_TVAL_SET_TVAL(pair + number, DUK_GET_TVAL_NEGIDX(ctx, -3 + (duk_idx_t) number));
      DUK_TVAL_INCREF(ctx, pair + number);
    }
  }
  return 1;
}

/* --- For inspection. */

const char *evald_table_kind(duk_context *ctx, duk_idx_t table_idx) {
  return duk_is_array(ctx, table_idx) ? (index_of(ctx, duk_known_hobject(ctx, table_idx))->stride == 2 ? "Map" : "Set") : NULL;
}

unsigned evald_table_size(duk_context *ctx, duk_idx_t table_idx) {
  table_index *index = index_of(ctx, duk_known_hobject(ctx, table_idx));
  return index->used - index->removed;
}

int evald_table_entry(duk_context *ctx, duk_idx_t table_idx, unsigned *number) {
  duk_hobject *table = duk_known_hobject(ctx, table_idx);
  table_index *index = index_of(ctx, table);
  duk_tval *entry;
  if (DUK_TVAL_IS_OBJECT(table_values(ctx, table) + TABLE_SUCCESSOR)) {
    return 0; /* replaced in the meantime: the index is none any more */
  }
  while (*number < index->used && is_removed(entry_at(ctx, table, *number))) {
    ++*number;
  }
  if (*number >= index->used) {
    return 0;
  }
  entry = entry_at(ctx, table, (*number)++);
  duk_require_stack(ctx, 2);
  duk_push_tval(ctx, entry);
  duk_push_tval(ctx, entry_at(ctx, table, *number - 1) + (index->stride - 1));
  return 1;
}

int evald_table_cursor(duk_context *ctx, duk_idx_t cursor_idx, unsigned *number) {
  duk_uint32_t at = 0;
  int found;
  duk_require_stack(ctx, 2);
  found = push_place(ctx, duk_known_hobject(ctx, cursor_idx), &at);
  *number = at;
  return found;
}
