# Private names of classes are properties under hidden keys that begin with "#": see private_names.c.
evald_replace(source "	DUK_STATS_INC(thr->heap, stats_getprop_all);
" "	DUK_STATS_INC(thr->heap, stats_getprop_all);
	if (evald_is_private(tv_key)) {
		return evald_get_private(thr, tv_obj, tv_key);
	}
")
evald_replace(source "	DUK_STATS_INC(thr->heap, stats_putprop_all);
" "	DUK_STATS_INC(thr->heap, stats_putprop_all);
	if (evald_is_private(tv_key)) {
		return evald_put_private(thr, tv_obj, tv_key, tv_val);
	}
")
evald_replace(source "DUK_INTERNAL duk_bool_t duk_hobject_getprop(duk_hthread *thr, duk_tval *tv_obj, duk_tval *tv_key) {"
"static duk_bool_t evald_get_private(duk_hthread *thr, duk_tval *object, duk_tval *key);
static duk_bool_t evald_put_private(duk_hthread *thr, duk_tval *object, duk_tval *key, duk_tval *value);
static int evald_is_private(const duk_tval *key) {
	return DUK_TVAL_IS_STRING(key) && DUK_UNLIKELY(DUK_HSTRING_HAS_HIDDEN(DUK_TVAL_GET_STRING(key))) &&
	       DUK_HSTRING_GET_DATA(DUK_TVAL_GET_STRING(key))[1] == '#';
}

DUK_INTERNAL duk_bool_t duk_hobject_getprop(duk_hthread *thr, duk_tval *tv_obj, duk_tval *tv_key) {")
