/*
 * What a Map or a Set holds: entries in the order of their insertion, found by open addressing. Part of introspection.c.
 *
 * A table is a bare array that no script sees: its index, the table that took its place (or undefined), then the values
 * of one entry after the other, two in a Map and one in a Set. A removed entry keeps its place, so that iterators can
 * stand anywhere; when too many have gathered, a new table takes over and the old one remembers which ones were left out.
 */
#define TABLE_INDEX 0u
#define TABLE_SUCCESSOR 1u
#define TABLE_FIRST 2u
#define TABLE_LEAST_BUCKETS 8u
#define TABLE_CLEARED 0xffffffffu
#define TABLE_NONE 0xffffffffu

typedef struct {
  duk_uint32_t stride;    /* values of an entry */
  duk_uint32_t used;      /* entries, with the removed ones */
  duk_uint32_t removed;
  duk_uint32_t mask;      /* number of buckets - 1 */
  duk_uint32_t bucket[1]; /* number of an entry + 1; 0: none */
} table_index;

/* What the index of a table that was replaced turns into. */
typedef struct {
  duk_uint32_t count;      /* TABLE_CLEARED: all */
  duk_uint32_t removed[1]; /* in rising order */
} table_gaps;

/* The library's key of collections and its function that complains; kept by it for as long as the heap lives. */
static struct {
  duk_hstring *key;
  duk_hobject *complain;
} evald_tables;

static const char removed_mark; /* its address stands for the key of a removed entry */

static duk_tval *table_values(duk_context *ctx, duk_hobject *table) { return DUK_HOBJECT_A_GET_BASE(ctx->heap, table); }

static void *table_buffer(duk_context *ctx, duk_hobject *table) {
  return DUK_HBUFFER_GET_DATA_PTR(ctx->heap, DUK_TVAL_GET_BUFFER(table_values(ctx, table) + TABLE_INDEX));
}

static table_index *index_of(duk_context *ctx, duk_hobject *table) { return (table_index *) table_buffer(ctx, table); }

static duk_tval *entry_at(duk_context *ctx, duk_hobject *table, duk_uint32_t number) {
  return table_values(ctx, table) + TABLE_FIRST + number * index_of(ctx, table)->stride;
}

static int is_removed(const duk_tval *entry) { return DUK_TVAL_IS_POINTER(entry) && DUK_TVAL_GET_POINTER(entry) == &removed_mark; }

static void push_index(duk_context *ctx, duk_uint32_t buckets, duk_uint32_t stride) {
  table_index *index =
      (table_index *) duk_push_fixed_buffer(ctx, sizeof(table_index) + (buckets - 1) * sizeof(duk_uint32_t));
  index->stride = stride;
  index->mask = buckets - 1;
}

/* Pushes an empty table. */
static duk_hobject *push_table(duk_context *ctx, duk_uint32_t buckets, duk_uint32_t stride) {
  duk_push_bare_array(ctx);
  push_index(ctx, buckets, stride);
  duk_put_prop_index(ctx, -2, TABLE_INDEX);
  duk_push_undefined(ctx);
  duk_put_prop_index(ctx, -2, TABLE_SUCCESSOR);
  return duk_known_hobject(ctx, -1);
}

static duk_uint32_t mixed(duk_uint64_t bits) { return (duk_uint32_t) ((bits * 0x9e3779b97f4a7c15u) >> 32); }

static duk_uint32_t hash_of(duk_tval *key) {
  if (DUK_TVAL_IS_STRING(key)) {
    return mixed(DUK_HSTRING_GET_HASH(DUK_TVAL_GET_STRING(key)));
  }
  if (DUK_TVAL_IS_NUMBER(key)) {
    duk_double_t number = DUK_TVAL_GET_NUMBER(key);
    duk_uint64_t bits = 0;
    if (!DUK_ISNAN(number)) {
      memcpy(&bits, &number, sizeof bits);
    }
    return mixed(bits);
  }
  if (DUK_TVAL_IS_OBJECT(key) && evald_is_big(DUK_TVAL_GET_OBJECT(key))) {
    return mixed(DUK_HSTRING_GET_HASH(EVALD_BIG_DIGITS(DUK_TVAL_GET_OBJECT(key))));
  }
  if (DUK_TVAL_IS_HEAP_ALLOCATED(key)) {
    return mixed((duk_uint64_t) (duk_uintptr_t) DUK_TVAL_GET_HEAPHDR(key));
  }
  return 1;
}

/* Are the keys the same, to SameValueZero? Neither is -0. */
static int is_same_key(duk_tval *a, duk_tval *b) {
  if (DUK_TVAL_IS_STRING(a) && DUK_TVAL_IS_STRING(b)) {
    return DUK_TVAL_GET_STRING(a) == DUK_TVAL_GET_STRING(b);
  }
  return !is_removed(a) && duk_js_samevalue(a, b);
}

/* The number of the entry with that key, or TABLE_NONE. */
static duk_uint32_t table_find(duk_context *ctx, duk_hobject *table, duk_tval *key) {
  table_index *index = index_of(ctx, table);
  duk_uint32_t at = hash_of(key) & index->mask;
  while (index->bucket[at] != 0) {
    if (is_same_key(entry_at(ctx, table, index->bucket[at] - 1), key)) {
      return index->bucket[at] - 1;
    }
    at = (at + 1) & index->mask;
  }
  return TABLE_NONE;
}

static void table_file(table_index *index, duk_uint32_t hash, duk_uint32_t number) {
  duk_uint32_t at = hash & index->mask;
  while (index->bucket[at] != 0) {
    at = (at + 1) & index->mask;
  }
  index->bucket[at] = number + 1;
}

/* Twice the buckets, the same entries. The table is on the stack. */
static void table_widen(duk_context *ctx, duk_idx_t table_idx) {
  duk_hobject *table = duk_known_hobject(ctx, table_idx);
  table_index *before = index_of(ctx, table), *after;
  duk_uint32_t i;
  push_index(ctx, (before->mask + 1) * 2, before->stride);
  before = index_of(ctx, table);
  after = (table_index *) duk_get_buffer(ctx, -1, NULL);
  after->used = before->used;
  after->removed = before->removed;
  for (i = 0; i < before->used; i++) {
    duk_tval *entry = entry_at(ctx, table, i);
    if (!is_removed(entry)) {
      table_file(after, hash_of(entry), i);
    }
  }
  duk_put_prop_index(ctx, table_idx, TABLE_INDEX);
}

/* Room for the values of one more entry behind the last one, in the array part. */
static void table_make_room(duk_context *ctx, duk_hobject *table) {
  table_index *index = index_of(ctx, table);
  duk_uint32_t needed = TABLE_FIRST + (index->used + 1) * index->stride;
  if (DUK_HOBJECT_GET_ASIZE(table) < needed) {
    duk_hobject_realloc_props(ctx, table, 0, needed + needed / 2 + 2, 0, 0);
  }
}

/* Puts an entry at the end; there is a bucket free. Key and value are on the stack. */
static void table_append(duk_context *ctx, duk_hobject *table, duk_idx_t key_idx) {
  table_index *index;
  duk_tval *entry, *given;
  duk_uint32_t i;
  table_make_room(ctx, table);
  index = index_of(ctx, table);
  entry = entry_at(ctx, table, index->used);
  given = DUK_GET_TVAL_POSIDX(ctx, key_idx);
  for (i = 0; i < index->stride; i++) {
    DUK_TVAL_SET_TVAL(entry + i, given + i);
    DUK_TVAL_INCREF(ctx, entry + i);
  }
  table_file(index, hash_of(given), index->used);
  index->used++;
  ((duk_harray *) table)->length = TABLE_FIRST + index->used * index->stride;
}

/* The table at `old_idx` hands over to the one at the top, which is popped: `gaps` says what that one lacks. */
static void table_hand_over(duk_context *ctx, duk_idx_t old_idx, duk_uint32_t gaps) {
  duk_hobject *old = duk_known_hobject(ctx, old_idx);
  duk_uint32_t kept = gaps == TABLE_CLEARED ? 0 : gaps, i, at = 0;
  table_gaps *list = (table_gaps *) duk_push_fixed_buffer(ctx, sizeof(table_gaps) + kept * sizeof(duk_uint32_t));
  list->count = gaps;
  for (i = 0; at < kept; i++) {
    if (is_removed(entry_at(ctx, old, i))) {
      list->removed[at++] = i;
    }
  }
  duk_put_prop_index(ctx, old_idx, TABLE_INDEX);
  duk_put_prop_index(ctx, old_idx, TABLE_SUCCESSOR);
  duk_set_length(ctx, old_idx, TABLE_FIRST);
}

/* Makes the collection's property hold the table at the top, which is popped. */
static void table_install(duk_context *ctx, duk_hobject *collection) {
  duk_tval *slot = duk_hobject_find_entry_tval_ptr(ctx->heap, collection, evald_tables.key);
  DUK_TVAL_SET_TVAL_UPDREF(ctx, slot, DUK_GET_TVAL_NEGIDX(ctx, -1));
  duk_pop(ctx);
}

/* A table without the removed entries in the place of the one at `old_idx`, there and in the collection. */
static void table_compact(duk_context *ctx, duk_hobject *collection, duk_idx_t old_idx) {
  duk_hobject *old = duk_known_hobject(ctx, old_idx), *table;
  table_index *index = index_of(ctx, old);
  duk_uint32_t used = index->used, removed = index->removed, stride = index->stride, buckets = TABLE_LEAST_BUCKETS, i;
  while (buckets / 2 < used - removed + 1) {
    buckets *= 2;
  }
  table = push_table(ctx, buckets, stride);
  for (i = 0; i < used; i++) {
    duk_tval *entry = entry_at(ctx, old, i);
    if (!is_removed(entry)) {
      duk_push_tval(ctx, entry);
      duk_push_tval(ctx, stride > 1 ? entry_at(ctx, old, i) + 1 : entry_at(ctx, old, i));
      table_append(ctx, table, duk_get_top_index(ctx) - 1);
      duk_pop_2(ctx);
    }
  }
  duk_dup(ctx, -1);
  table_hand_over(ctx, old_idx, removed);
  duk_dup(ctx, -1);
  table_install(ctx, collection);
  duk_replace(ctx, old_idx);
}
