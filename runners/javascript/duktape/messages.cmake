# Error messages in V8's wording, which agents know: texts, and calls of messages.h where names are to stand in them.
# Part of prepare.cmake; `source` is duktape.c.
set(evald_texts
  "invalid length" "Invalid array length"
  "invalid array length" "Invalid array length"
  "coercion to primitive failed" "Cannot convert object to primitive value"
  "not object coercible" "Cannot convert undefined or null to object"
  "cannot string coerce Symbol" "Cannot convert a Symbol value to a string"
  "cannot number coerce Symbol" "Cannot convert a Symbol value to a number"
  "cyclic input" "Converting circular structure to JSON"
  "invalid instanceof rval" "Right-hand side of 'instanceof' is not callable"
  "invalid try" "Missing catch or finally after try"
  "with in strict mode" "Strict mode code may not include a with statement"
  "cannot delete identifier" "Delete of an unqualified identifier in strict mode."
  "expected Date" "this is not a Date object.")
while(evald_texts)
  list(POP_FRONT evald_texts old new)
  evald_replace(source "\"${old}\"" "\"${new}\"")
endwhile()
evald_replace(source "DUK_ERROR_RANGE(thr, \"Invalid Date\")" "DUK_ERROR_RANGE(thr, \"Invalid time value\")")
evald_replace(source "DUK_ERROR_URI(tfm_ctx->thr, DUK_STR_INVALID_INPUT)" "DUK_ERROR_URI(tfm_ctx->thr, \"URI malformed\")")

# Calls of what is no function. The engine makes the error when it reads the property and throws it when it calls.
evald_replace(source
  "DUK_ERROR_FMT1(thr, DUK_ERR_TYPE_ERROR, \"%s is not a function\", duk_push_string_tval_readable(thr, tv_func))"
  "evald_throw_uncallable(thr, tv_func, 0)")
evald_replace(source
  "DUK_ERROR_FMT1(thr, DUK_ERR_TYPE_ERROR, \"%s not constructable\", duk_push_string_tval_readable(thr, tv_func))"
  "evald_throw_uncallable(thr, tv_func, 1)")
evald_replace(source "str_base = duk_push_string_readable(thr, -5);" "str_base = evald_push_callee_text(thr, tv_base, tv_key);")
evald_replace(source "\"property %2$s of %3$s is not a function (it is %1$s)\"" "\"%3$s is not a function\"")
evald_replace(source "duk_push_string_tval_readable(thr, tv_key)" "evald_push_key_text(thr, tv_key)")
# Variables keep their names, which the message needs, in every function.
evald_replace(source "DUK_DD(DUK_DDPRINT(\"dropping _Varmap\"));\n\t\tkeep_varmap = 0;" "keep_varmap = 1;")
# `new x` of a primitive goes through the test for callables first.
evald_replace(source "\t\t} else {\n\t\t\tgoto not_callable;\n\t\t}\n\t}\n\n\tDUK_ASSERT(func != NULL);"
  "\t\t} else {\n\t\t\tif (*call_flags & DUK_CALL_FLAG_CONSTRUCT) {\n\t\t\t\tgoto not_constructable;\n\t\t\t}\n\t\t\tgoto not_callable;\n\t\t}\n\t}\n\n\tDUK_ASSERT(func != NULL);")

# Properties that refuse a change; each site stands behind a label of its own.
function(evald_refusal log throws call)
  evald_replace(source "${log}\n\tif (throw_flag) {\n\t\tDUK_ERROR_TYPE(thr, ${throws});"
    "${log}\n\tif (throw_flag) {\n\t\tevald_throw_refusal(thr, ${call});")
  set(source "${source}" PARENT_SCOPE)
endfunction()
evald_refusal("DUK_DDD(DUK_DDDPRINT(\"result: error, not extensible\"));" DUK_STR_NOT_EXTENSIBLE "EVALD_REFUSED_NEW_PROPERTY, orig, key")
evald_refusal("DUK_DDD(DUK_DDDPRINT(\"result: error, not writable\"));" DUK_STR_NOT_WRITABLE "EVALD_REFUSED_READ_ONLY, orig, key")
evald_refusal("DUK_DDD(DUK_DDDPRINT(\"result: error, accessor property without setter\"));" DUK_STR_SETTER_UNDEFINED "EVALD_REFUSED_NO_SETTER, orig, key")
evald_refusal("DUK_DDD(DUK_DDDPRINT(\"delete failed: property found, not configurable\"));\n" DUK_STR_NOT_CONFIGURABLE "EVALD_REFUSED_DELETE, obj, key")
evald_refusal("fail_not_extensible:" DUK_STR_NOT_EXTENSIBLE "EVALD_REFUSED_DEFINITION, obj, key")
evald_refusal("fail_virtual: /* just use the same \"not configurable\" error message\" */\nfail_not_configurable:" DUK_STR_NOT_CONFIGURABLE "EVALD_REFUSED_REDEFINITION, obj, key")

evald_replace(source "duk_require_type_mask(thr, -1, DUK_TYPE_MASK_OBJECT | DUK_TYPE_MASK_LIGHTFUNC | DUK_TYPE_MASK_BUFFER);\n\n\t(void) duk_to_property_key_hstring(thr, -2);"
  "evald_throw_in_primitive(thr);\n\n\t(void) duk_to_property_key_hstring(thr, -2);")
evald_replace(source "func = duk_require_hobject(thr, -1);\n\tDUK_ASSERT(func != NULL);\n\n#if defined(DUK_USE_SYMBOL_BUILTIN)"
  "func = duk_get_hobject(thr, -1);\n\tif (func == NULL) {\n\t\tDUK_ERROR_TYPE(thr, \"Right-hand side of 'instanceof' is not an object\");\n\t}\n\n#if defined(DUK_USE_SYMBOL_BUILTIN)")

# Decimal texts of numbers: shortest digits that read back the same, and quicker than the engine's own.
evald_replace(source "\tduk_native_stack_check(thr);\n\tduk__numconv_stringify_raw(thr, radix, digits, flags);"
  "\tif (radix == 10 && digits == 0 && flags == 0) {\n\t\tchar text[40];\n\t\tduk_size_t size = evald_number_text(duk_require_number(thr, -1), text);\n\t\tduk_pop(thr);\n\t\t(void) duk_push_lstring(thr, text, size);\n\t\treturn;\n\t}\n\tduk_native_stack_check(thr);\n\tduk__numconv_stringify_raw(thr, radix, digits, flags);")
# Texts as numbers: to the nearest double, where the engine's own may be one off.
evald_replace(source "\tnc_ctx->is_s2n = 1;\n\tnc_ctx->e = expt;\n\tnc_ctx->b = radix;"
  "\tif (radix == 10) {\n\t\tres = evald_decimal_value(duk_require_string(thr, -1));\n\t\tgoto negcheck_and_ret;\n\t}\n\tnc_ctx->is_s2n = 1;\n\tnc_ctx->e = expt;\n\tnc_ctx->b = radix;")

# What was white space once.
evald_replace(source "cp == 0x1680L || cp == 0x180eL ||" "cp == 0x1680L ||")

# Traps get keys as texts, numbers too.
evald_replace(source "duk_push_tval(thr, tv_key); /* P */" "duk_push_tval(thr, tv_key);\n\t\t\t\t(void) duk_to_property_key_hstring(thr, -1);")
evald_replace(source "DUK_DDD(DUK_DDDPRINT(\"result: error, proxy rejects\"));\n\tif (throw_flag) {\n\t\tDUK_ERROR_TYPE(thr, DUK_STR_PROXY_REJECTED);"
  "DUK_DDD(DUK_DDDPRINT(\"result: error, proxy rejects\"));\n\tif (throw_flag) {\n\t\t(void) duk_error(thr, DUK_ERR_TYPE_ERROR, \"'set' on proxy: trap returned falsish for property %s\", evald_push_key_text(thr, tv_key));")
