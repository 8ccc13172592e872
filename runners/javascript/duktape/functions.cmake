# Functions as the lowering needs them, at no cost when they are made. After `function` may stand, in lowered text only:
#   *  no constructor, no `prototype`, the name is no binding: arrows, methods, async functions
#   %  a constructor whose name is no binding: a function that got its name from what it was assigned to
# then a number, which is its `length`, and a name, which may also be a string. Before all this, ^ and a number three times:
# where its text is kept, where it begins and ends there.
evald_replace(source "duk_uint8_t is_constructable; /* result is constructable */"
[[duk_uint8_t is_constructable; /* result is constructable */
	duk_uint8_t is_marked;
	duk_uint_t marked_length; /* plus 1; 0: by the formals */
	duk_uint32_t origin[3];]])
evald_replace(source "	duk_uint16_t nargs; /* number of arguments allocated to regs */
"
"	duk_uint16_t nargs; /* number of arguments allocated to regs */
	duk_uint32_t origin[3]; /* number of the source, begin and end of the function's text there; 0: none */
")
evald_replace(source "	h_res->nregs = (duk_uint16_t) func->temp_max;
" "	h_res->nregs = (duk_uint16_t) func->temp_max;
	duk_memcpy((void *) h_res->origin, (const void *) func->origin, sizeof(func->origin));
")
evald_replace(source "	fun_clos->nargs = fun_temp->nargs;
" "	fun_clos->nargs = fun_temp->nargs;
	duk_memcpy((void *) fun_clos->origin, (const void *) fun_temp->origin, sizeof(fun_temp->origin));
")
evald_replace(source "	duk__parse_func_like_raw(comp_ctx, flags); /* pushes function template */"
[[	if (!(flags & (DUK__FUNC_FLAG_GETSET | DUK__FUNC_FLAG_METDEF))) {
		int part;
		for (part = 0; part < 3 && comp_ctx->curr_token.t == DUK_TOK_BXOR; part++) {
			duk__advance(comp_ctx);
			comp_ctx->curr_func.origin[part] = (duk_uint32_t) comp_ctx->curr_token.num;
			duk__advance(comp_ctx);
		}
	}
	if (!(flags & (DUK__FUNC_FLAG_GETSET | DUK__FUNC_FLAG_METDEF)) &&
	    (comp_ctx->curr_token.t == DUK_TOK_MUL || comp_ctx->curr_token.t == DUK_TOK_MOD)) {
		comp_ctx->curr_func.is_marked = 1;
		comp_ctx->curr_func.is_namebinding = 0;
		comp_ctx->curr_func.is_constructable = comp_ctx->curr_token.t == DUK_TOK_MOD;
		duk__advance(comp_ctx);
		if (comp_ctx->curr_token.t == DUK_TOK_NUMBER) {
			comp_ctx->curr_func.marked_length = (duk_uint_t) comp_ctx->curr_token.num + 1;
			duk__advance(comp_ctx);
		}
	}
	duk__parse_func_like_raw(comp_ctx, flags); /* pushes function template */]])
evald_replace(source "		if (tok->t_nores == DUK_TOK_IDENTIFIER) {
			duk_push_hstring(thr, tok->str1); /* keep in valstack */"
"		if (tok->t_nores == DUK_TOK_IDENTIFIER || (comp_ctx->curr_func.is_marked && tok->t == DUK_TOK_STRING)) {
			duk_push_hstring(thr, tok->str1); /* keep in valstack */")
evald_replace(source "if (func->is_function && !func->is_setget && func->h_name != NULL) {"
                     "if (func->is_function && !func->is_setget && !func->is_marked && func->h_name != NULL) {")
evald_replace(source "	/* name */
#if defined(DUK_USE_FUNC_NAME_PROPERTY)
	if (func->h_name) {"
"	if (func->marked_length > 0) {
		duk_push_uint(thr, func->marked_length - 1);
		duk_xdef_prop_stridx_short(thr, -2, DUK_STRIDX_LENGTH, DUK_PROPDESC_FLAGS_NONE);
	}
	/* name */
#if defined(DUK_USE_FUNC_NAME_PROPERTY)
	if (func->h_name) {")
evald_replace(source "	duk_push_uint(thr, len_value); /* [ ... closure template len_value ] */"
"	if (duk_xget_owndataprop_stridx_short(thr, -1, DUK_STRIDX_LENGTH)) {
		len_value = duk_to_uint(thr, -1);
	}
	duk_pop_unsafe(thr);
	duk_push_uint(thr, len_value); /* [ ... closure template len_value ] */")
# `name` comes right after `length`, and a function without one has an empty name of its own.
evald_replace(source "	duk_xdef_prop_stridx_short(thr, -3, DUK_STRIDX_LENGTH, DUK_PROPDESC_FLAGS_C);
"
"	duk_xdef_prop_stridx_short(thr, -3, DUK_STRIDX_LENGTH, DUK_PROPDESC_FLAGS_C);
	if (!duk_xget_owndataprop_stridx_short(thr, -1, DUK_STRIDX_NAME)) {
		duk_pop_unsafe(thr);
		duk_push_hstring_empty(thr);
	}
	duk_xdef_prop_stridx_short(thr, -3, DUK_STRIDX_NAME, DUK_PROPDESC_FLAGS_C);
")
evald_replace(source "	if (duk_get_prop_stridx_short(thr, -1, DUK_STRIDX_NAME)) {
		/* [ ... closure template name ] */" "	if (0) {")
evald_replace(source "		DUK_DD(DUK_DDPRINT(\"not setting function instance .name\"));
		duk_pop_unsafe(thr);" "")

# Since ES2015 strict functions and bound ones have no `caller` and `arguments` of their own.
evald_replace(source "		duk_xdef_prop_stridx_thrower(thr, -2, DUK_STRIDX_CALLER);
		duk_xdef_prop_stridx_thrower(thr, -2, DUK_STRIDX_LC_ARGUMENTS);" "")
evald_replace(source "	duk_xdef_prop_stridx_thrower(thr, -1, DUK_STRIDX_CALLER);
	duk_xdef_prop_stridx_thrower(thr, -1, DUK_STRIDX_LC_ARGUMENTS);" "")

# A function's file is for tracebacks only, under a key that scripts can't see.
foreach(use "(duk_hobject *) func, DUK_STRIDX_FILE_NAME)" "(duk_hobject *) fun, DUK_STRIDX_FILE_NAME)"
            "duk_xdef_prop_stridx_short(thr, -2, DUK_STRIDX_FILE_NAME" "duk_get_prop_stridx_short(thr, -3, DUK_STRIDX_FILE_NAME)"
            "duk_get_prop_stridx_short(thr, -2, DUK_STRIDX_FILE_NAME)" "duk_get_prop_stridx_short(thr, -1, DUK_STRIDX_FILE_NAME)"
            "	DUK_STRIDX_FILE_NAME,
")
  string(REPLACE "DUK_STRIDX_FILE_NAME" "DUK_STRIDX_INT_SOURCE" hidden_use "${use}")
  evald_replace(source "${use}" "${hidden_use}")
endforeach()

# Bytecode holds templates alone, but the outermost function: they need no prototype and no scope of their own.
evald_replace(source "	if (DUK_HOBJECT_HAS_CONSTRUCTABLE((duk_hobject *) h_fun)) {
		/* Restore empty external .prototype" "	if (0) {
		/* Restore empty external .prototype")
evald_replace(source "	if (DUK_HOBJECT_HAS_NAMEBINDING((duk_hobject *) h_fun)) {
		/* Original function instance/template had NAMEBINDING." "	if (0) {
		/* Original function instance/template had NAMEBINDING.")
