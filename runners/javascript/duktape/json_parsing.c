/* JSON.parse without a reviver: values wait on the value stack until their list or object ends, which then gets the room
 * that it needs at once. Keys that come again are found without a look into the table of all strings. Part of
 * introspection.c. */

#define EVALD_JSON_KEYS 256u      /* remembered keys, by what their text hashes to */
#define EVALD_JSON_KEY_LENGTH 24u /* longer keys are looked up in the table of strings */
#define EVALD_JSON_WAITING 128    /* values of one list or object that wait; then they move into it */

struct json_text {
  duk_hthread *thr;
  const duk_uint8_t *at;
  const duk_uint8_t *end; /* there stands a NUL */
  duk_hstring *keys[EVALD_JSON_KEYS]; /* each also a key of an object on the value stack, which keeps it */
};

static int json_value(struct json_text *text);

static void skip_json_space(struct json_text *text) {
  while (*text->at == ' ' || *text->at == '\n' || *text->at == '\r' || *text->at == '\t') {
    text->at++;
  }
}

static int is_json_digit(duk_uint8_t c) {
  return c >= '0' && c <= '9';
}

/* Value of four hexadecimal digits, or -1. */
static int json_unit(const duk_uint8_t *digits) {
  int unit = 0, i;
  for (i = 0; i < 4; i++) {
    int digit = duk_hex_dectab[digits[i]];
    if (digit < 0) {
      return -1;
    }
    unit = unit * 16 + digit;
  }
  return unit;
}

/* Writes what stands between two quotes, escapes resolved; answers its size, or -1 for a wrong escape. */
static duk_idx_t unescape_json(const duk_uint8_t *from, const duk_uint8_t *end, duk_uint8_t *out) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  duk_uint8_t *to = out;
  while (from < end) {
    const char *letter;
    int unit;
    if (*from != '\\') {
      *to++ = *from++;
      continue;
    }
    if (from[1] != 'u') {
      letter = strchr(letters, from[1]);
      if (letter == NULL || *letter == '\0') {
        return -1;
      }
      *to++ = (duk_uint8_t) meanings[letter - letters];
      from += 2;
      continue;
    }
    unit = json_unit(from + 2);
    if (unit < 0) {
      return -1;
    }
    to += duk_unicode_encode_xutf8((duk_ucodepoint_t) unit, to);
    from += 6;
  }
  return (duk_idx_t) (to - out);
}

static int push_escaped_json(struct json_text *text, const duk_uint8_t *begin, const duk_uint8_t *end) {
  duk_uint8_t room[512], *out = room;
  duk_bool_t is_large = (duk_size_t) (end - begin) > sizeof(room);
  duk_idx_t size;
  if (is_large) {
    out = (duk_uint8_t *) duk_push_fixed_buffer_nozero(text->thr, (duk_size_t) (end - begin));
  }
  size = unescape_json(begin, end, out);
  if (size < 0) {
    return 0;
  }
  duk_push_lstring(text->thr, (const char *) out, (duk_size_t) size);
  if (is_large) {
    duk_remove_m2(text->thr);
  }
  return 1;
}

static void push_json_key(struct json_text *text, const duk_uint8_t *begin, duk_uint32_t size) {
  duk_uint32_t hash = size, i;
  duk_hstring **place, *key;
  if (size > EVALD_JSON_KEY_LENGTH) {
    duk_push_lstring(text->thr, (const char *) begin, size);
    return;
  }
  for (i = 0; i < size; i++) {
    hash = hash * 31u + begin[i];
  }
  place = &text->keys[(hash ^ (hash >> 8)) % EVALD_JSON_KEYS];
  key = *place;
  if (key == NULL || DUK_HSTRING_GET_BYTELEN(key) != size || memcmp(DUK_HSTRING_GET_DATA(key), begin, size) != 0) {
    key = duk_heap_strtable_intern_checked(text->thr, begin, size);
    *place = key;
  }
  duk_push_hstring(text->thr, key);
}

/* After the opening quote. */
static int json_string(struct json_text *text, int is_key) {
  const duk_uint8_t *begin = text->at, *at = begin;
  int has_escapes = 0;
  for (;; at++) {
    while (*at >= ' ' && *at != '"' && *at != '\\') {
      at++;
    }
    if (*at == '"') {
      break;
    }
    if (*at != '\\' || at[1] < ' ') {
      return 0;
    }
    has_escapes = 1;
    at++;
  }
  text->at = at + 1;
  if (has_escapes) {
    return push_escaped_json(text, begin, at);
  }
  if (is_key) {
    push_json_key(text, begin, (duk_uint32_t) (at - begin));
  } else {
    duk_push_lstring(text->thr, (const char *) begin, (duk_size_t) (at - begin));
  }
  return 1;
}

static int json_number(struct json_text *text) {
  const duk_uint8_t *begin = text->at, *at = begin, *digits;
  duk_int64_t whole = 0;
  double value;
  at += *at == '-';
  digits = at;
  if (!is_json_digit(*at)) {
    return 0;
  }
  while (is_json_digit(*at) && at - digits < 16) {
    whole = whole * 10 + (*at++ - '0');
  }
  if (*digits == '0' && at - digits > 1) {
    return 0;
  }
  if (at - digits < 16 && *at != '.' && *at != 'e' && *at != 'E') {
    text->at = at;
    duk_push_number(text->thr, *begin == '-' ? -(double) whole : (double) whole);
    return 1;
  }
  while (is_json_digit(*at)) {
    at++;
  }
  if (*at == '.') {
    for (digits = ++at; is_json_digit(*at); at++) {
    }
    if (at == digits) {
      return 0;
    }
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    at += *at == '-' || *at == '+';
    for (digits = at; is_json_digit(*at); at++) {
    }
    if (at == digits) {
      return 0;
    }
  }
  text->at = at;
  value = evald_decimal_value((const char *) begin);
  duk_push_number(text->thr, *begin == '-' ? -value : value);
  return 1;
}

/* Drops what has moved from the top of the value stack elsewhere, with its references. */
static void forget_moved(duk_hthread *thr, duk_idx_t count) {
  while (count-- > 0) {
    thr->valstack_top--;
    DUK_TVAL_SET_UNDEFINED(thr->valstack_top);
  }
}

/* Moves the values above the list at `base` to its end. */
static void add_to_json_list(duk_hthread *thr, duk_idx_t base, int is_last) {
  duk_idx_t count = duk_get_top(thr) - base - 1;
  duk_hobject *list = duk_known_hobject(thr, base);
  duk_uint32_t length = ((duk_harray *) list)->length, size = DUK_HOBJECT_GET_ASIZE(list);
  duk_uint32_t need = length + (duk_uint32_t) count;
  if (need > size || (is_last && need < size)) {
    duk_hobject_realloc_props(thr, list, 0, is_last ? need : need * 2, 0, 0);
  }
  memcpy((void *) (DUK_HOBJECT_A_GET_BASE(thr->heap, list) + length), (const void *) (thr->valstack_top - count),
         sizeof(duk_tval) * (duk_size_t) count);
  ((duk_harray *) list)->length = need;
  forget_moved(thr, count);
}

/* Is a key among the first `count` entries? */
static int is_among_entries(duk_hthread *thr, duk_hobject *object, duk_uint32_t count, duk_hstring *key) {
  duk_uint32_t i;
  for (i = 0; i < count; i++) {
    if (DUK_HOBJECT_E_GET_KEY(thr->heap, object, i) == key) {
      return 1;
    }
  }
  return 0;
}

/* Moves the pairs above the new object at `base` into it, if they are few and no key comes twice. */
static int fill_small_object(duk_hthread *thr, duk_idx_t base, duk_uint32_t count) {
  duk_hobject *object = duk_known_hobject(thr, base);
  duk_tval *pair;
  duk_uint32_t i;
  if (count >= DUK_USE_HOBJECT_HASH_PROP_LIMIT) {
    return 0;
  }
  duk_hobject_realloc_props(thr, object, count, 0, 0, 0);
  pair = thr->valstack_top - 2 * count;
  for (i = 0; i < count; i++, pair += 2) {
    if (is_among_entries(thr, object, i, DUK_TVAL_GET_STRING(pair))) {
      return 0; /* nothing has moved: ENEXT is still 0 */
    }
    DUK_HOBJECT_E_SET_KEY(thr->heap, object, i, DUK_TVAL_GET_STRING(pair));
    DUK_TVAL_SET_TVAL(DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, object, i), &pair[1]);
    DUK_HOBJECT_E_SET_FLAGS(thr->heap, object, i, DUK_PROPDESC_FLAGS_WEC);
  }
  DUK_HOBJECT_SET_ENEXT(object, count);
  forget_moved(thr, 2 * (duk_idx_t) count);
  return 1;
}

/* The same for any number of pairs, and for an object that has some. */
static void add_to_json_object(struct json_text *text, duk_idx_t base) {
  duk_hthread *thr = text->thr;
  duk_idx_t count = (duk_get_top(thr) - base - 1) / 2, i;
  duk_hobject *object = duk_known_hobject(thr, base);
  duk_uint32_t need = DUK_HOBJECT_GET_ENEXT(object) + (duk_uint32_t) count;
  if (DUK_HOBJECT_GET_ENEXT(object) == 0 && fill_small_object(thr, base, (duk_uint32_t) count)) {
    return;
  }
  if (need > DUK_HOBJECT_GET_ESIZE(object)) {
    duk_uint32_t size = DUK_HOBJECT_GET_ENEXT(object) == 0 ? need : need * 2;
    duk_hobject_realloc_props(thr, object, size, 0, duk__get_default_h_size(size), 0);
  }
  for (i = 0; i < count; i++) {
    duk_dup(thr, base + 1 + 2 * i);
    duk_dup(thr, base + 2 + 2 * i);
    duk_xdef_prop_wec(thr, base);
  }
  if (DUK_HOBJECT_GET_ENEXT(object) != need) {
    memset((void *) text->keys, 0, sizeof(text->keys)); /* the value that a key had before may have held others */
  }
  duk_set_top(thr, base + 1);
}

static int json_list(struct json_text *text) {
  duk_idx_t base = duk_get_top(text->thr);
  duk_push_array(text->thr);
  skip_json_space(text);
  if (*text->at == ']') {
    text->at++;
    return 1;
  }
  for (;;) {
    duk_uint8_t c;
    if (!json_value(text)) {
      return 0;
    }
    c = *text->at++;
    if (c == ']') {
      add_to_json_list(text->thr, base, 1);
      return 1;
    }
    if (c != ',') {
      return 0;
    }
    if (duk_get_top(text->thr) - base > EVALD_JSON_WAITING) {
      add_to_json_list(text->thr, base, 0);
    }
  }
}

static int json_object(struct json_text *text) {
  duk_idx_t base = duk_get_top(text->thr);
  duk_push_object(text->thr);
  skip_json_space(text);
  if (*text->at == '}') {
    text->at++;
    return 1;
  }
  for (;;) {
    duk_uint8_t c;
    skip_json_space(text);
    if (*text->at++ != '"' || !json_string(text, 1)) {
      return 0;
    }
    skip_json_space(text);
    if (*text->at++ != ':' || !json_value(text)) {
      return 0;
    }
    c = *text->at++;
    if (c == '}') {
      add_to_json_object(text, base);
      return 1;
    }
    if (c != ',') {
      return 0;
    }
    if (duk_get_top(text->thr) - base > 2 * EVALD_JSON_WAITING) {
      add_to_json_object(text, base);
    }
  }
}

static int json_word(struct json_text *text, const char *word) {
  duk_size_t size = strlen(word);
  if (strncmp((const char *) text->at, word, size) != 0) {
    return 0;
  }
  text->at += size;
  return 1;
}

static int json_token(struct json_text *text) {
  switch (*text->at) {
    case '"':
      text->at++;
      return json_string(text, 0);
    case '{':
    case '[':
      duk_native_stack_check(text->thr);
      return *text->at++ == '{' ? json_object(text) : json_list(text);
    case 't':
      duk_push_true(text->thr);
      return json_word(text, "true");
    case 'f':
      duk_push_false(text->thr);
      return json_word(text, "false");
    case 'n':
      duk_push_null(text->thr);
      return json_word(text, "null");
    default:
      return json_number(text);
  }
}

/* Pushes one value and skips the space around it; answers 0, with anything on the stack, if there is none. */
static int json_value(struct json_text *text) {
  duk_require_stack(text->thr, 8);
  skip_json_space(text);
  if (!json_token(text)) {
    return 0;
  }
  skip_json_space(text);
  return 1;
}

duk_ret_t evald_parse_json(duk_context *ctx) {
  struct json_text text;
  duk_hstring *given = duk_require_hstring(ctx, 0);
  memset((void *) &text, 0, sizeof(text));
  text.thr = ctx;
  text.at = DUK_HSTRING_GET_DATA(given);
  text.end = text.at + DUK_HSTRING_GET_BYTELEN(given);
  return json_value(&text) && text.at == text.end ? 1 : 0;
}
