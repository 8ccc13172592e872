/* Arrays of 64-bit integers, and buffers without their bytes. Part of introspection.c. */

/* Where bigElements() has left what makes a value a big integer. */
#define EVALD_BIG_CONVERT "evaldBigConvert"
#define EVALD_BIG_PROTOTYPE "evaldBigPrototype"
#define EVALD_BIG_KEY "evaldBigKey"

static int evald_is_big_array(duk_hobject *object) {
  return DUK_HOBJECT_IS_BUFOBJ(object) && ((duk_hbufobj *) object)->elem_type > DUK_HBUFOBJ_ELEM_MAX;
}

static void evald_push_big_element(duk_hthread *thr, const unsigned char *bytes, int is_signed) {
  char digits[24];
  unsigned long long value;
  int is_negative;
  memcpy(&value, bytes, sizeof value);
  is_negative = is_signed && (value >> 63) != 0;
  snprintf(digits, sizeof digits, is_negative ? "-%llx" : "%llx", is_negative ? 0 - value : value);
  duk_push_bare_object(thr);
  duk_push_heap_stash(thr);
  duk_get_prop_string(thr, -1, EVALD_BIG_PROTOTYPE);
  duk_set_prototype(thr, -3);
  duk_get_prop_string(thr, -1, EVALD_BIG_KEY);
  duk_remove(thr, -2);
  duk_push_string(thr, digits);
  duk_def_prop(thr, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_CLEAR_WEC);
  evald_make_big(thr, -1);
}

/* The hexadecimal digits on top, of a value that evald_to_element has made, as the lowest 64 bits of it. */
static void evald_big_element(duk_hthread *thr, unsigned char *bytes) {
  duk_hobject *big = duk_get_hobject(thr, -1);
  unsigned long long value = 0;
  const char *digits;
  int is_negative;
  if (big == NULL || !evald_is_big(big)) {
    duk_type_error(thr, "Cannot mix BigInt and other types, use explicit conversions");
    return;
  }
  digits = (const char *) DUK_HSTRING_GET_DATA(EVALD_BIG_DIGITS(big));
  is_negative = *digits == '-';
  for (digits += is_negative; *digits != 0; digits++) {
    value = (value << 4) | (unsigned) (*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
  }
  value = is_negative ? 0 - value : value;
  memcpy(bytes, &value, sizeof value);
}

/* Converts the value on top to what the elements of an array are. May run scripts. */
static void evald_to_element(duk_hthread *thr, duk_hbufobj *array) {
  if (array->elem_type <= DUK_HBUFOBJ_ELEM_MAX) {
    (void) duk_to_number_m1(thr);
    return;
  }
  duk_push_heap_stash(thr);
  duk_get_prop_string(thr, -1, EVALD_BIG_CONVERT);
  duk_remove(thr, -2);
  duk_insert(thr, -2);
  duk_call(thr, 1);
}

/* bigElements(convert, prototype, key) */
duk_ret_t evald_big_elements(duk_context *ctx) {
  duk_push_heap_stash(ctx);
  duk_dup(ctx, 0);
  duk_put_prop_string(ctx, -2, EVALD_BIG_CONVERT);
  duk_dup(ctx, 1);
  duk_put_prop_string(ctx, -2, EVALD_BIG_PROTOTYPE);
  duk_dup(ctx, 2);
  duk_put_prop_string(ctx, -2, EVALD_BIG_KEY);
  return 0;
}

/* asBigArray(array of doubles, is signed): an array of 64-bit integers in the same bytes. */
duk_ret_t evald_as_big_array(duk_context *ctx) {
  duk_hobject *array = duk_get_hobject(ctx, 0);
  if (array != NULL && DUK_HOBJECT_IS_BUFOBJ(array)) {
    ((duk_hbufobj *) array)->elem_type = duk_to_boolean(ctx, 1) ? EVALD_ELEM_BIGINT64 : EVALD_ELEM_BIGUINT64;
  }
  duk_dup(ctx, 0);
  return 1;
}

static duk_hbufobj *buffer_at(duk_context *ctx, duk_idx_t index) {
  duk_hobject *object = duk_get_hobject(ctx, index);
  return object != NULL && DUK_HOBJECT_IS_BUFOBJ(object) ? (duk_hbufobj *) object : NULL;
}

/* detach(buffer): its bytes are gone, for all that look at them. */
duk_ret_t evald_detach(duk_context *ctx) {
  duk_hbufobj *object = buffer_at(ctx, 0);
  if (object != NULL && object->buf != NULL) {
    DUK_HBUFFER_SET_SIZE(object->buf, 0);
  }
  return 0;
}

/* isDetached(buffer or view) */
duk_ret_t evald_is_detached(duk_context *ctx) {
  duk_hbufobj *object = buffer_at(ctx, 0);
  duk_hbufobj *whole = object != NULL && object->buf_prop != NULL ? (duk_hbufobj *) object->buf_prop : object;
  duk_push_boolean(ctx, whole != NULL && whole->buf != NULL && whole->length > DUK_HBUFFER_GET_SIZE(whole->buf));
  return 1;
}
