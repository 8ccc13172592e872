/*
 * Names of values as they stand in the source, told from the bytecode: which instruction put the value into its register,
 * and which variable the register is. Part of introspection.c. Nothing here throws but for want of memory; where no name
 * can be told, the text is what V8 says then, "(intermediate value)".
 */
#define EVALD_NAME_SIZE 160
#define EVALD_NAME_DEPTH 8
#define EVALD_NAME_REACH 400 /* instructions looked back */

typedef struct {
  char text[EVALD_NAME_SIZE];
  size_t used;
} evald_name;

static void name_add(evald_name *name, const char *text, size_t size) {
  if (size > sizeof name->text - 1 - name->used) {
    size = sizeof name->text - 1 - name->used;
  }
  memcpy(name->text + name->used, text, size);
  name->used += size;
  name->text[name->used] = 0;
}

static void name_add_text(evald_name *name, const char *text) { name_add(name, text, strlen(text)); }

/* Names that the lowering makes up: `$e1` alone, or `x$e1` for a variable that is x in the source. */
static size_t source_length(const char *text, size_t size) {
  size_t i;
  for (i = 0; i + 2 < size; i++) {
    if (text[i] == '$' && text[i + 1] == 'e' &&
        ((text[i + 2] >= '0' && text[i + 2] <= '9') || (text[i + 2] != 0 && strchr("ainrtv", text[i + 2]) != NULL))) {
      return i;
    }
  }
  return size;
}

/* Stands for the library's helpers while a name is made; a call of one is nobody's name. */
#define EVALD_NAME_OF_LIBRARY "\001"

/* The key of a private name is `$e1$$x` for #x, `this` of an arrow is `$et`. Answers whether that is all that is to be said. */
static int name_made_up(evald_name *name, const char *text, size_t size) {
  size_t mark;
  for (mark = 0; mark + 2 < size; mark++) {
    if (text[mark] == '$' && text[mark + 1] == '$') {
      name_add_text(name, "#");
      name_add(name, text + mark + 2, size - mark - 2);
      return 1;
    }
  }
  if (size == 3 && text[2] == 't') { /* an arrow's */
    name_add_text(name, "this");
    return 1;
  }
  if (size >= 3 && (text[size - 1] == 'r' || text[size - 1] == 'i')) {
    name_add_text(name, EVALD_NAME_OF_LIBRARY);
  }
  return 0;
}

typedef struct {
  duk_hthread *thr;
  duk_hcompfunc *function;
  const duk_instr_t *code;
  duk_hobject *variables;
} evald_frame;

static int frame_of(duk_hthread *thr, duk_activation *act, evald_frame *frame) {
  duk_hobject *object = act == NULL ? NULL : DUK_ACT_GET_FUNC(act);
  duk_tval *variables;
  if (object == NULL || !DUK_HOBJECT_IS_COMPFUNC(object)) {
    return 0;
  }
  frame->thr = thr;
  frame->function = (duk_hcompfunc *) object;
  frame->code = DUK_HCOMPFUNC_GET_CODE_BASE(thr->heap, frame->function);
  variables = duk_hobject_find_entry_tval_ptr_stridx(thr->heap, object, DUK_STRIDX_INT_VARMAP);
  frame->variables = variables != NULL && DUK_TVAL_IS_OBJECT(variables) ? DUK_TVAL_GET_OBJECT(variables) : NULL;
  return 1;
}

static duk_hstring *variable_in(const evald_frame *frame, unsigned reg) {
  duk_uint_fast32_t i;
  if (frame->variables == NULL) {
    return NULL;
  }
  for (i = 0; i < DUK_HOBJECT_GET_ENEXT(frame->variables); i++) {
    duk_hstring *key = DUK_HOBJECT_E_GET_KEY(frame->thr->heap, frame->variables, i);
    duk_tval *value = DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(frame->thr->heap, frame->variables, i);
    if (key != NULL && DUK_TVAL_IS_NUMBER(value) && DUK_TVAL_GET_NUMBER(value) == (double) reg) {
      return key;
    }
  }
  return NULL;
}

static duk_tval *constant_at(const evald_frame *frame, unsigned index) {
  return DUK_HCOMPFUNC_GET_CONSTS_BASE(frame->thr->heap, frame->function) + index;
}

static int is_name(const char *text, size_t size) {
  size_t i;
  if (size == 0 || (text[0] >= '0' && text[0] <= '9')) {
    return 0;
  }
  for (i = 0; i < size; i++) {
    unsigned char c = (unsigned char) text[i];
    if (!(c == '_' || c == '$' || c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) {
      return 0;
    }
  }
  return 1;
}

static void name_constant(evald_name *name, duk_tval *value) {
  if (DUK_TVAL_IS_STRING(value)) {
    duk_hstring *text = DUK_TVAL_GET_STRING(value);
    name_add_text(name, "\"");
    name_add(name, (const char *) DUK_HSTRING_GET_DATA(text), DUK_HSTRING_GET_BYTELEN(text));
    name_add_text(name, "\"");
  } else if (DUK_TVAL_IS_NUMBER(value)) {
    char digits[40];
    snprintf(digits, sizeof digits, "%.17g", DUK_TVAL_GET_NUMBER(value));
    name_add_text(name, digits);
  } else {
    name_add_text(name, DUK_TVAL_IS_NULL(value) ? "null" : DUK_TVAL_IS_UNDEFINED(value) ? "undefined" : "(intermediate value)");
  }
}

static void name_register(evald_name *name, const evald_frame *frame, unsigned reg, long pc, int depth);

static void name_key(evald_name *name, const evald_frame *frame, int is_constant, unsigned operand, long pc, int depth) {
  duk_tval *value = is_constant ? constant_at(frame, operand) : NULL;
  if (value != NULL && DUK_TVAL_IS_STRING(value)) {
    duk_hstring *text = DUK_TVAL_GET_STRING(value);
    const char *data = (const char *) DUK_HSTRING_GET_DATA(text);
    size_t size = DUK_HSTRING_GET_BYTELEN(text);
    if (is_name(data, size)) {
      name_add_text(name, name->used == 0 ? "" : ".");
      name_add(name, data, size);
      return;
    }
  }
  name_add_text(name, "[");
  if (is_constant) {
    name_constant(name, value);
  } else {
    size_t before = name->used;
    name_register(name, frame, operand, pc, depth + 1);
    if (strncmp(name->text + before, "(intermediate", 13) == 0) {
      name->used = before;
      name_add_text(name, "...");
    }
  }
  name_add_text(name, "]");
}

/* Does the instruction leave its result in register `reg`? Those that are not told apart here are no one's names. */
static int writes(duk_instr_t ins, unsigned reg) {
  unsigned op = DUK_DEC_OP(ins);
  switch (op) {
    case DUK_OP_STREG:
    case DUK_OP_LDTHIS:
    case DUK_OP_LDUNDEF:
    case DUK_OP_LDNULL:
    case DUK_OP_LDTRUE:
    case DUK_OP_LDFALSE:
    case DUK_OP_NEWOBJ:
    case DUK_OP_NEWARR:
    case DUK_OP_CSREG:
      return DUK_DEC_BC(ins) == reg;
    default:
      break;
  }
  if (op >= DUK_OP_CALL0 && op < DUK_OP_CALL0 + 16) {
    return DUK_DEC_BC(ins) == reg;
  }
  return DUK_DEC_A(ins) == reg && (op == DUK_OP_LDREG || (op >= DUK_OP_LDCONST && op < DUK_OP_GETPROP_RR + 4) ||
                                   op == DUK_OP_CLOSURE || (op >= DUK_OP_CSVAR && op < DUK_OP_CSVAR + 4) ||
                                   (op >= DUK_OP_GETPROPC && op < DUK_OP_GETPROPC + 4));
}

static void name_result(evald_name *name, const evald_frame *frame, duk_instr_t ins, long pc, int depth) {
  unsigned op = DUK_DEC_OP(ins);
  if (op == DUK_OP_LDREG) {
    name_register(name, frame, DUK_DEC_BC(ins), pc, depth + 1);
  } else if (op == DUK_OP_STREG || op == DUK_OP_CSREG) {
    name_register(name, frame, DUK_DEC_A(ins), pc, depth + 1);
  } else if (op == DUK_OP_LDTHIS) {
    name_add_text(name, "this");
  } else if (op == DUK_OP_LDCONST) {
    name_constant(name, constant_at(frame, DUK_DEC_BC(ins)));
  } else if (op == DUK_OP_LDINT) {
    char digits[24];
    snprintf(digits, sizeof digits, "%ld", (long) DUK_DEC_BC(ins) - DUK_BC_LDINT_BIAS);
    name_add_text(name, digits);
  } else if (op >= DUK_OP_LDUNDEF && op <= DUK_OP_LDFALSE) {
    static const char *const k_words[] = {"undefined", "null", "true", "false"};
    name_add_text(name, k_words[op - DUK_OP_LDUNDEF]);
  } else if (op == DUK_OP_GETVAR || op == DUK_OP_CSVAR_CR || op == DUK_OP_CSVAR_CC) {
    duk_tval *value = constant_at(frame, op == DUK_OP_GETVAR ? DUK_DEC_BC(ins) : DUK_DEC_B(ins));
    duk_hstring *text = DUK_TVAL_IS_STRING(value) ? DUK_TVAL_GET_STRING(value) : NULL;
    size_t size = text == NULL ? 0
                               : source_length((const char *) DUK_HSTRING_GET_DATA(text), DUK_HSTRING_GET_BYTELEN(text));
    if (size > 0) {
      name_add(name, (const char *) DUK_HSTRING_GET_DATA(text), size);
    } else {
      size_t before = name->used;
      if (text != NULL) {
        name_made_up(name, (const char *) DUK_HSTRING_GET_DATA(text), DUK_HSTRING_GET_BYTELEN(text));
      }
      if (depth == 0 && (name->used == before || name->text[before] != EVALD_NAME_OF_LIBRARY[0])) {
        name->used = before;
        name_add_text(name, "(intermediate value)");
      }
    }
  } else if ((op >= DUK_OP_GETPROP_RR && op < DUK_OP_GETPROP_RR + 4) ||
             (op >= DUK_OP_GETPROPC && op < DUK_OP_GETPROPC + 4)) {
    if (op & DUK_BC_REGCONST_B) {
      name_constant(name, constant_at(frame, DUK_DEC_B(ins)));
    } else {
      name_register(name, frame, DUK_DEC_B(ins), pc, depth + 1);
    }
    name_key(name, frame, (op & DUK_BC_REGCONST_C) != 0, DUK_DEC_C(ins), pc, depth);
  } else if (op >= DUK_OP_CALL0 && op < DUK_OP_CALL0 + 16 && (op & DUK_BC_CALL_FLAG_CONSTRUCT) == 0) {
    size_t before = name->used;
    name_register(name, frame, DUK_DEC_BC(ins), pc, depth + 1);
    if (name->used == before || name->text[before] == EVALD_NAME_OF_LIBRARY[0]) {
      name->used = before;
      name_add_text(name, "(intermediate value)");
    } else {
      name_add_text(name, "(...)");
    }
  } else {
    name_add_text(name, "(intermediate value)");
  }
}

/* What register `reg` holds when the instruction at `pc` is about to run. */
static void name_register(evald_name *name, const evald_frame *frame, unsigned reg, long pc, int depth) {
  duk_hstring *variable = variable_in(frame, reg);
  long at;
  int is_made_up = 0;
  if (variable != NULL) {
    size_t size = source_length((const char *) DUK_HSTRING_GET_DATA(variable), DUK_HSTRING_GET_BYTELEN(variable));
    if (size > 0) {
      name_add(name, (const char *) DUK_HSTRING_GET_DATA(variable), size);
      return;
    }
    is_made_up = 1;
    if (name_made_up(name, (const char *) DUK_HSTRING_GET_DATA(variable), DUK_HSTRING_GET_BYTELEN(variable))) {
      return;
    }
  }
  for (at = pc - 1; at >= 0 && at >= pc - EVALD_NAME_REACH && depth < EVALD_NAME_DEPTH; at--) {
    if (writes(frame->code[at], reg)) {
      name_result(name, frame, frame->code[at], at, depth);
      return;
    }
  }
  if (!is_made_up || depth == 0) {
    name_add_text(name, "(intermediate value)");
  }
}
