# Big integers are objects of a class of their own, whose first property is the value's digits: equal if those are, and
# false if they are "0".
evald_replace(source "		case DUK_TAG_STRING:
		case DUK_TAG_OBJECT: {
			/* Heap pointer comparison suffices for strings and objects.
			 * Symbols compare"
"		case DUK_TAG_OBJECT: {
			return DUK_TVAL_GET_HEAPHDR(tv_x) == DUK_TVAL_GET_HEAPHDR(tv_y) ||
			       evald_is_same_big(DUK_TVAL_GET_OBJECT(tv_x), DUK_TVAL_GET_OBJECT(tv_y));
		}
		case DUK_TAG_STRING: {
			/* Heap pointer comparison suffices for strings.
			 * Symbols compare")
evald_replace(source "	case DUK_TAG_OBJECT: {
		return 1;
	}
	case DUK_TAG_BUFFER: {
		/* Mimic Uint8Array semantics: objects coerce true, regardless"
"	case DUK_TAG_OBJECT: {
		return !evald_is_big_zero(DUK_TVAL_GET_OBJECT(tv));
	}
	case DUK_TAG_BUFFER: {
		/* Mimic Uint8Array semantics: objects coerce true, regardless")
evald_replace(source "DUK_INTERNAL duk_bool_t duk_js_toboolean(duk_tval *tv) {"
"#define EVALD_BIG_DIGITS(h) DUK_TVAL_GET_STRING(DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(NULL, (h), 0))
static int evald_is_big(duk_hobject *h) {
	return DUK_UNLIKELY(DUK_HOBJECT_GET_CLASS_NUMBER(h) == DUK_HOBJECT_CLASS_POINTER);
}
static int evald_is_same_big(duk_hobject *a, duk_hobject *b) {
	return evald_is_big(a) && evald_is_big(b) && EVALD_BIG_DIGITS(a) == EVALD_BIG_DIGITS(b);
}
static int evald_is_big_zero(duk_hobject *h) {
	duk_hstring *digits = evald_is_big(h) ? EVALD_BIG_DIGITS(h) : NULL;
	return digits != NULL && DUK_HSTRING_GET_BYTELEN(digits) == 1 && DUK_HSTRING_GET_DATA(digits)[0] == '0';
}

DUK_INTERNAL duk_bool_t duk_js_toboolean(duk_tval *tv) {")

# JSON has no big integers: past a toJSON and a replacer they are refused.
evald_replace(source "c_undef = DUK_HOBJECT_CMASK_FUNCTION | DUK_HOBJECT_CMASK_POINTER;" "c_undef = DUK_HOBJECT_CMASK_FUNCTION;")
evald_replace(source "			c_abort = DUK_HOBJECT_CMASK_ALL_BUFOBJS;"
                     "			c_abort = DUK_HOBJECT_CMASK_ALL_BUFOBJS | DUK_HOBJECT_CMASK_POINTER;")
evald_replace(source "#if defined(DUK_USE_JX) || defined(DUK_USE_JC)
		case DUK_HOBJECT_CLASS_POINTER:
#endif
		case DUK_HOBJECT_CLASS_BOOLEAN: {"
"		case DUK_HOBJECT_CLASS_POINTER: {
			DUK_ERROR_TYPE(thr, \"Do not know how to serialize a BigInt\");
			DUK_WO_NORETURN(return 0;);
		}
		case DUK_HOBJECT_CLASS_BOOLEAN: {")
