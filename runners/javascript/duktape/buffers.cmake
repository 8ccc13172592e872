# Arrays of 64-bit integers, in buffers.c: element types of their own, whose values are big integers.
evald_replace(source "DUK_INTERNAL void duk_hbufobj_push_validated_read("
"#define EVALD_ELEM_BIGINT64 (DUK_HBUFOBJ_ELEM_MAX + 1)
#define EVALD_ELEM_BIGUINT64 (DUK_HBUFOBJ_ELEM_MAX + 2)
static void evald_push_big_element(duk_hthread *thr, const unsigned char *bytes, int is_signed);
static void evald_big_element(duk_hthread *thr, unsigned char *bytes);
static void evald_to_element(duk_hthread *thr, duk_hbufobj *array);
static int evald_is_big_array(duk_hobject *object);
DUK_INTERNAL void duk_hbufobj_push_validated_read(")
evald_replace(source "		duk_push_number(thr, (duk_double_t) du.d);
		break;
	default:"
"		duk_push_number(thr, (duk_double_t) du.d);
		break;
	case EVALD_ELEM_BIGINT64:
	case EVALD_ELEM_BIGUINT64:
		evald_push_big_element(thr, du.uc, h_bufobj->elem_type == EVALD_ELEM_BIGINT64);
		break;
	default:")
evald_replace(source "		du.d = (duk_double_t) duk_to_number_m1(thr);
		break;
	default:"
"		du.d = (duk_double_t) duk_to_number_m1(thr);
		break;
	case EVALD_ELEM_BIGINT64:
	case EVALD_ELEM_BIGUINT64:
		evald_big_element(thr, du.uc);
		break;
	default:")
evald_replace(source "if (!(DUK_HOBJECT_IS_BUFOBJ(obj) && DUK_TVAL_IS_NUMBER(tv_val))) {"
                     "if (!(DUK_HOBJECT_IS_BUFOBJ(obj) && DUK_TVAL_IS_NUMBER(tv_val)) || evald_is_big_array(obj)) {")
evald_replace(source "						duk_push_tval(thr, tv_val);
						(void) duk_to_number_m1(thr);"
"						duk_push_tval(thr, tv_val);
						evald_to_element(thr, h_bufobj);")
# A number that is no index of an array names nothing, and never will.
set(evald_in_bounds "
	DUK_ASSERT(idx != DUK__NO_ARRAY_INDEX);

	byte_off = idx << h_bufobj->shift; /* no wrap assuming h_bufobj->length is valid */
	elem_size = (duk_small_uint_t) (1U << h_bufobj->shift);
")
evald_replace(source "		return 0;
	}${evald_in_bounds}
	if (h_bufobj->buf" "		duk_push_undefined(thr);
		return 1;
	}${evald_in_bounds}
	if (h_bufobj->buf")
evald_replace(source "		return 0;
	}${evald_in_bounds}
	/* Value is required" "		return 1;
	}${evald_in_bounds}
	/* Value is required")
# A detached buffer has no bytes: its views have no elements.
evald_replace(source "				duk_push_uint(thr, h_bufobj->length >> h_bufobj->shift);"
  "				duk_push_uint(thr, h_bufobj->buf != NULL && DUK_HBUFOBJ_VALID_SLICE(h_bufobj) ? h_bufobj->length >> h_bufobj->shift : 0);")
evald_replace(source "arr_idx < (h_bufobj->length >> h_bufobj->shift)"
                     "h_bufobj->buf != NULL && DUK_HBUFOBJ_VALID_SLICE(h_bufobj) && arr_idx < (h_bufobj->length >> h_bufobj->shift)")
evald_replace(source "if (idx >= (h_bufobj->length >> h_bufobj->shift)) {"
                     "if (h_bufobj->buf == NULL || !DUK_HBUFOBJ_VALID_SLICE(h_bufobj) || idx >= (h_bufobj->length >> h_bufobj->shift)) {")
