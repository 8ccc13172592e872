/* The error sites of messages.h. Part of introspection.c. */

/* The index of the instruction that a frame of script code is running. */
static long running_instruction(duk_hthread *thr, duk_activation *act, const evald_frame *frame) {
  if (act == thr->callstack_curr) {
    duk_hthread_sync_currpc(thr);
  }
  return act->curr_pc == NULL ? -1 : (long) (act->curr_pc - frame->code) - 1;
}

static int is_call(duk_instr_t ins) {
  unsigned op = DUK_DEC_OP(ins);
  return op >= DUK_OP_CALL0 && op < DUK_OP_CALL0 + 16 && (op & DUK_BC_CALL_FLAG_INDIRECT) == 0;
}

/* Names operand `offset` of the call that the frame makes: 0 the function, 2 the first argument. */
static int name_of_operand(duk_hthread *thr, duk_activation *act, unsigned offset, evald_name *name) {
  evald_frame frame;
  long pc;
  if (!frame_of(thr, act, &frame)) {
    return 0;
  }
  pc = running_instruction(thr, act, &frame);
  if (pc < 0 || !is_call(frame.code[pc]) || (offset >= 2 && DUK_DEC_A(frame.code[pc]) <= offset - 2)) {
    return 0;
  }
  name_register(name, &frame, DUK_DEC_BC(frame.code[pc]) + offset, pc, 0);
  return name->used > 0;
}

static const char *push_name(duk_context *ctx, const evald_name *name) {
  return duk_push_lstring(ctx, name->text, name->used);
}

/* A pattern's helper is called with the value that the next instructions read properties of: pushes the first key. */
static int push_key_read_next(const evald_frame *frame, long pc) {
  unsigned source = DUK_DEC_BC(frame->code[pc]) + 2, copy = ~0u;
  long at, end = (long) (DUK_HCOMPFUNC_GET_CODE_COUNT(frame->thr->heap, frame->function));
  for (at = pc - 1; at >= 0 && at > pc - 8; at--) {
    if (writes(frame->code[at], source)) {
      source = DUK_DEC_OP(frame->code[at]) == DUK_OP_LDREG ? DUK_DEC_BC(frame->code[at]) : DUK_DEC_A(frame->code[at]);
      break;
    }
  }
  for (at = pc + 1; at < end && at < pc + 30; at++) {
    unsigned op = DUK_DEC_OP(frame->code[at]);
    if (op == DUK_OP_LDREG && DUK_DEC_BC(frame->code[at]) == source) {
      copy = DUK_DEC_A(frame->code[at]);
    }
    if ((op == DUK_OP_GETPROP_RR + 2 || op == DUK_OP_GETPROP_RR) &&
        (DUK_DEC_B(frame->code[at]) == source || DUK_DEC_B(frame->code[at]) == copy)) {
      if (op == DUK_OP_GETPROP_RR) {
        return 0;
      }
      duk_push_tval(frame->thr, constant_at(frame, DUK_DEC_C(frame->code[at])));
      return 1;
    }
  }
  return 0;
}

static int is_library_function(duk_hthread *thr, duk_hobject *function) {
  duk_tval *file;
  if (function == NULL || !DUK_HOBJECT_IS_COMPFUNC(function)) {
    return 1;
  }
  file = duk_hobject_find_entry_tval_ptr_stridx(thr->heap, function, DUK_STRIDX_INT_SOURCE);
  return file != NULL && DUK_TVAL_IS_STRING(file) &&
         strncmp((const char *) DUK_HSTRING_GET_DATA(DUK_TVAL_GET_STRING(file)), "evald:", 6) == 0;
}

int evald_is_library_function(duk_context *ctx, duk_idx_t index) {
  return is_library_function(ctx, duk_get_hobject(ctx, index));
}

int evald_push_helper_argument(duk_context *ctx, int wants_key) {
  evald_name callee = {{0}, 0}, name = {{0}, 0};
  duk_activation *act = ctx->callstack_curr;
  evald_frame frame;
  long pc;
  while (act != NULL && is_library_function(ctx, DUK_ACT_GET_FUNC(act))) {
    act = act->parent;
  }
  if (act == NULL || !name_of_operand(ctx, act, 0, &callee) || callee.text[0] != EVALD_NAME_OF_LIBRARY[0]) {
    return 0;
  }
  if (!wants_key) {
    if (!name_of_operand(ctx, act, 2, &name) || strchr(name.text, EVALD_NAME_OF_LIBRARY[0]) != NULL) {
      return 0;
    }
    push_name(ctx, &name);
    return 1;
  }
  (void) frame_of(ctx, act, &frame);
  pc = running_instruction(ctx, act, &frame);
  return push_key_read_next(&frame, pc);
}

static int is_same_value(duk_tval *a, duk_tval *b) {
  return DUK_TVAL_GET_TAG(a) == DUK_TVAL_GET_TAG(b) && duk_js_samevalue(a, b);
}

/* Else it is Reflect.construct or the like that stands in the source. */
static int calls_constructor(duk_context *ctx, duk_activation *act) {
  evald_frame frame;
  if (!frame_of(ctx, act, &frame)) {
    return 0;
  }
  return (DUK_DEC_OP(frame.code[running_instruction(ctx, act, &frame)]) & DUK_BC_CALL_FLAG_CONSTRUCT) != 0;
}

static void evald_throw_uncallable(duk_context *ctx, const void *tagged_value, int is_construction) {
  duk_tval value = *(const duk_tval *) tagged_value;
  duk_activation *act = ctx->callstack_curr;
  const char *what = is_construction ? "constructor" : "function";
  evald_name name = {{0}, 0};
  duk_hobject *running = act == NULL ? NULL : DUK_ACT_GET_FUNC(act);
  int found = 0;
  if (running != NULL && DUK_HOBJECT_IS_NATFUNC(running)) {
    /* A native function that calls its own argument: the caller has a name for that. */
    duk_tval *first = ctx->valstack_bottom;
    found = first < ctx->valstack_top && is_same_value(first, &value) && name_of_operand(ctx, act->parent, 2, &name);
  } else {
    found = name_of_operand(ctx, act, 0, &name) && is_construction == calls_constructor(ctx, act);
  }
  if (found) {
    (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "%s is not a %s", push_name(ctx, &name), what);
  }
  (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "%s is not a %s", duk_push_string_tval_readable(ctx, &value), what);
}

static const char *evald_push_callee_text(duk_context *ctx, const void *tagged_base, const void *tagged_key) {
  evald_name name = {{0}, 0};
  evald_frame frame;
  duk_activation *act = ctx->callstack_curr;
  long pc = frame_of(ctx, act, &frame) ? running_instruction(ctx, act, &frame) : -1;
  unsigned op = pc < 0 ? 0 : DUK_DEC_OP(frame.code[pc]);
  if (op >= DUK_OP_GETPROPC && op < DUK_OP_GETPROPC + 4) {
    name_result(&name, &frame, frame.code[pc], pc, 0);
    return push_name(ctx, &name);
  }
  return duk_push_sprintf(ctx, "(intermediate value).%s", duk_push_string_tval_readable(ctx, (duk_tval *) tagged_key));
}

static const char *evald_push_key_text(duk_context *ctx, const void *tagged_key) {
  duk_tval key = *(const duk_tval *) tagged_key;
  if (DUK_TVAL_IS_STRING(&key) && DUK_HSTRING_HAS_SYMBOL(DUK_TVAL_GET_STRING(&key))) {
    const char *data = (const char *) DUK_HSTRING_GET_DATA(DUK_TVAL_GET_STRING(&key));
    size_t size = DUK_HSTRING_GET_BYTELEN(DUK_TVAL_GET_STRING(&key)), end = 1;
    while (end < size && (unsigned char) data[end] != 0xFF) {
      end++;
    }
    duk_push_string(ctx, "Symbol(");
    duk_push_lstring(ctx, data + 1, end - 1);
    duk_push_string(ctx, ")");
    duk_concat(ctx, 3);
    return duk_get_string(ctx, -1);
  }
  if (DUK_TVAL_IS_NUMBER(&key)) {
    duk_push_tval(ctx, &key);
    return duk_push_sprintf(ctx, "'%s'", duk_to_string(ctx, -1));
  }
  return duk_push_string_tval_readable(ctx, &key);
}

/* "#<Point>" for an object, "[object Array]" for a list: as V8 names receivers. */
static const char *push_receiver(duk_context *ctx, duk_hobject *object) {
  duk_hobject *at = object;
  int i;
  if (object == NULL) {
    return duk_push_string(ctx, "#<Object>");
  }
  if (DUK_HOBJECT_GET_CLASS_NUMBER(object) == DUK_HOBJECT_CLASS_ARRAY) {
    return duk_push_string(ctx, "[object Array]");
  }
  for (i = 0; i < 100 && at != NULL; i++) {
    duk_tval *maker = duk_hobject_find_entry_tval_ptr_stridx(ctx->heap, at, DUK_STRIDX_CONSTRUCTOR);
    if (maker != NULL && DUK_TVAL_IS_OBJECT(maker)) {
      duk_tval *name = duk_hobject_find_entry_tval_ptr_stridx(ctx->heap, DUK_TVAL_GET_OBJECT(maker), DUK_STRIDX_NAME);
      if (name != NULL && DUK_TVAL_IS_STRING(name)) {
        duk_push_tval(ctx, name);
        return duk_push_sprintf(ctx, "#<%s>", duk_get_string(ctx, -1));
      }
      break;
    }
    at = DUK_HOBJECT_GET_PROTOTYPE(ctx->heap, at);
  }
  return duk_push_string(ctx, "#<Object>");
}

static void evald_throw_refusal(duk_context *ctx, enum evald_refusal why, duk_hobject *object, duk_hstring *key) {
  const char *name = "?";
  if (key != NULL) {
    duk_tval tagged;
    DUK_TVAL_SET_STRING(&tagged, key);
    if (DUK_HSTRING_HAS_HIDDEN(key)) {
      name = "#private";
    } else if (DUK_HSTRING_HAS_SYMBOL(key)) {
      name = evald_push_key_text(ctx, &tagged);
    } else {
      duk_push_hstring(ctx, key);
      name = duk_get_string(ctx, -1);
    }
  }
  switch (why) {
    case EVALD_REFUSED_NEW_PROPERTY:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot add property %s, object is not extensible", name);
      break;
    case EVALD_REFUSED_DEFINITION:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot define property %s, object is not extensible", name);
      break;
    case EVALD_REFUSED_REDEFINITION:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot redefine property: %s", name);
      break;
    case EVALD_REFUSED_NO_SETTER:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot set property %s of %s which has only a getter", name,
                       push_receiver(ctx, object));
      break;
    case EVALD_REFUSED_DELETE:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot delete property '%s' of %s", name, push_receiver(ctx, object));
      break;
    default:
      (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot assign to read only property '%s' of object '%s'", name,
                       push_receiver(ctx, object));
  }
}

/* [ key object ] at the top of the stack: `key in object` where object is none. */
static void evald_throw_in_primitive(duk_context *ctx) {
  if (duk_check_type_mask(ctx, -1, DUK_TYPE_MASK_OBJECT | DUK_TYPE_MASK_LIGHTFUNC | DUK_TYPE_MASK_BUFFER)) {
    return;
  }
  (void) duk_error(ctx, DUK_ERR_TYPE_ERROR, "Cannot use 'in' operator to search for '%s' in %s",
                   duk_is_symbol(ctx, -2) ? "Symbol()" : duk_to_string(ctx, -2), duk_to_string(ctx, -1));
}

static double evald_decimal_value(const char *text) {
  while (*text != 0 && *text != '.' && (*text < '0' || *text > '9')) {
    text++;
  }
  return strtod(text, NULL);
}
