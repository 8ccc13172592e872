/* Private names of classes: own properties under hidden keys, "#name:number". They are not inherited, proxies have none of
 * their target's, and freezing does not touch them. A field is enumerable, which nobody else can see; a method is not.
 * Part of introspection.c. */

/* Pushes "#name" for the key. */
static const char *push_private_name(duk_context *ctx, duk_hstring *key) {
  const char *bytes = (const char *) DUK_HSTRING_GET_DATA(key);
  return duk_push_lstring(ctx, bytes + 1, (duk_size_t) (strrchr(bytes, ':') - bytes) - 1);
}

static void refuse_private(duk_context *ctx, const duk_tval *object, duk_hstring *key, int is_write) {
  const char *name = push_private_name(ctx, key);
  if (DUK_TVAL_IS_UNDEFINED(object) || DUK_TVAL_IS_NULL(object)) {
    const char *base = DUK_TVAL_IS_NULL(object) ? "null" : "undefined";
    (void) duk_type_error(ctx, "Cannot %s properties of %s (%s '%s')", is_write ? "set" : "read", base,
                          is_write ? "setting" : "reading", name);
  }
  (void) duk_type_error(ctx, "Cannot %s private member %s %s an object whose class did not declare it",
                        is_write ? "write" : "read", name, is_write ? "to" : "from");
}

/* The object's entry with the key; throws if there is none. */
static duk_int_t private_entry(duk_context *ctx, duk_tval *object, duk_hstring *key, int is_write) {
  duk_int_t entry = -1, hash;
  if (!DUK_TVAL_IS_OBJECT(object) ||
      !duk_hobject_find_entry(ctx->heap, DUK_TVAL_GET_OBJECT(object), key, &entry, &hash)) {
    refuse_private(ctx, object, key, is_write);
  }
  return entry;
}

/* Pushes the value. */
static duk_bool_t evald_get_private(duk_hthread *thr, duk_tval *tagged, duk_tval *tagged_key) {
  duk_hstring *key = DUK_TVAL_GET_STRING(tagged_key);
  duk_int_t entry = private_entry(thr, tagged, key, 0);
  duk_hobject *object = DUK_TVAL_GET_OBJECT(tagged), *getter;
  if (!DUK_HOBJECT_E_SLOT_IS_ACCESSOR(thr->heap, object, entry)) {
    duk_push_tval(thr, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, object, entry));
    return 1;
  }
  getter = DUK_HOBJECT_E_GET_VALUE_GETTER(thr->heap, object, entry);
  if (getter == NULL) {
    (void) duk_type_error(thr, "'%s' was defined without a getter", push_private_name(thr, key));
  }
  duk_push_hobject(thr, getter);
  duk_push_hobject(thr, object);
  duk_call_method(thr, 0);
  return 1;
}

static duk_bool_t evald_put_private(duk_hthread *thr, duk_tval *tagged, duk_tval *tagged_key, duk_tval *tagged_value) {
  duk_hstring *key = DUK_TVAL_GET_STRING(tagged_key);
  duk_int_t entry = private_entry(thr, tagged, key, 1);
  duk_hobject *object = DUK_TVAL_GET_OBJECT(tagged), *setter;
  if (!DUK_HOBJECT_E_SLOT_IS_ACCESSOR(thr->heap, object, entry)) {
    if (!DUK_HOBJECT_E_SLOT_IS_ENUMERABLE(thr->heap, object, entry)) {
      (void) duk_type_error(thr, "Private method '%s' is not writable", push_private_name(thr, key));
    }
    DUK_TVAL_SET_TVAL_UPDREF(thr, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, object, entry), tagged_value);
    return 1;
  }
  setter = DUK_HOBJECT_E_GET_VALUE_SETTER(thr->heap, object, entry);
  if (setter == NULL) {
    (void) duk_type_error(thr, "'%s' was defined without a setter", push_private_name(thr, key));
  }
  duk_push_hobject(thr, setter);
  duk_push_tval(thr, tagged); /* before a call can move what they are in */
  duk_push_tval(thr, tagged_value);
  duk_call_method(thr, 1);
  duk_pop(thr);
  return 1;
}
