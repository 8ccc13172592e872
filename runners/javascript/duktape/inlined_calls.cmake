# What array patterns call, `take` of lists.c, without a call where the value is a plain list: a call takes as long as the
# rest of a short pattern.
evald_replace(source "			call_flags = (ins & 0x07U) | DUK_CALL_FLAG_ALLOW_ECMATOECMA;
			idx = (duk_idx_t) DUK_DEC_BC(ins);

			if (duk__executor_handle_call(thr, idx, nargs, call_flags)) {
				/* curr_pc synced" "			call_flags = (ins & 0x07U) | DUK_CALL_FLAG_ALLOW_ECMATOECMA;
			idx = (duk_idx_t) DUK_DEC_BC(ins);
			if (nargs == 2 && call_flags == DUK_CALL_FLAG_ALLOW_ECMATOECMA && evald_take_at_once(thr, idx)) {
				break;
			}

			if (duk__executor_handle_call(thr, idx, nargs, call_flags)) {
				/* curr_pc synced")
evald_replace(source "DUK_LOCAL duk_bool_t duk__executor_handle_call(duk_hthread *thr, duk_idx_t idx, duk_idx_t nargs, duk_small_uint_t call_flags) {"
"static int evald_take_at_once(duk_hthread *thr, duk_idx_t base);

DUK_LOCAL duk_bool_t duk__executor_handle_call(duk_hthread *thr, duk_idx_t idx, duk_idx_t nargs, duk_small_uint_t call_flags) {")
