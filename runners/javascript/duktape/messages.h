/*
 * What Duktape's error sites call instead of throwing texts of their own: messages as V8 words them, with the names that
 * stand in the source. Included before duktape.c, whose internal types are only named here.
 */
#ifndef EVALD_DUKTAPE_MESSAGES_H
#define EVALD_DUKTAPE_MESSAGES_H

struct duk_hthread; /* duk_context; duktape.h must first be seen by duktape.c itself */
struct duk_hobject;
struct duk_hstring;

enum evald_refusal {
  EVALD_REFUSED_READ_ONLY,
  EVALD_REFUSED_NEW_PROPERTY,
  EVALD_REFUSED_NO_SETTER,
  EVALD_REFUSED_DELETE,
  EVALD_REFUSED_REDEFINITION,
  EVALD_REFUSED_DEFINITION
};

/* Throws a TypeError that says why the property could not be changed. `object` is null for primitives. */
static void evald_throw_refusal(struct duk_hthread *ctx, enum evald_refusal why, struct duk_hobject *object,
                                struct duk_hstring *key);

/* Pushes a key as `reading '…'` has it. */
static const char *evald_push_key_text(struct duk_hthread *ctx, const void *tagged_key);

/* Throws "… is not a function" or "… is not a constructor" for the value that the running code calls. */
static void evald_throw_uncallable(struct duk_hthread *ctx, const void *tagged_value, int is_construction);

/* Pushes the callee's text, "o.b.c", for a call that is about to be made by the running script code. */
static const char *evald_push_callee_text(struct duk_hthread *ctx, const void *tagged_base, const void *tagged_key);

static void evald_throw_in_primitive(struct duk_hthread *ctx);

/* Decimal text of a number as scripts see it; `out` has room for 40 bytes. */
extern unsigned long evald_number_text(double value, char *out);

/* The nearest number to the decimal digits that a text begins with, after its spaces and sign. */
static double evald_decimal_value(const char *text);

#endif
