/* Our options, put in place of the marker that duk_config.h has for them. */

/* A busy loop ends when the host interrupts it: asked every 256 Ki bytecode operations, about every 2 ms. */
#define DUK_USE_INTERRUPT_COUNTER
extern int evald_engine_should_stop(void *engine);
#define DUK_USE_EXEC_TIMEOUT_CHECK(udata) evald_engine_should_stop((udata))

/* Deep native recursion becomes a RangeError while there is stack left to report it. */
extern int evald_native_stack_is_low(void);
#define DUK_USE_NATIVE_STACK_CHECK() evald_native_stack_is_low()

/* Used only where a heap has no fatal handler of its own. */
extern void evald_engine_fatal(void *engine, const char *message);
#define DUK_USE_FATAL_HANDLER(udata, msg) \
  do { \
    evald_engine_fatal((udata), (msg)); \
    for (;;) { } \
  } while (0)

/* Proper tail calls would hide frames from tracebacks and turn runaway recursion into an endless loop. */
#undef DUK_USE_TAILCALL

/* A quarter off JSON; integers stay integers in loops. */
#define DUK_USE_FASTINT
#define DUK_USE_JSON_STRINGIFY_FASTPATH
#define DUK_USE_JSON_QUOTESTRING_FASTPATH
#define DUK_USE_JSON_DECSTRING_FASTPATH
#define DUK_USE_JSON_DECNUMBER_FASTPATH
#define DUK_USE_JSON_EATWHITE_FASTPATH
