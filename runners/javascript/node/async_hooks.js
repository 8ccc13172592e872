// node:async_hooks: storage that follows calls, not what they leave for later.
class AsyncLocalStorage {
    #store;
    run(store, f, ...args) { const before = this.#store; this.#store = store; try { return f(...args); } finally { this.#store = before; } }
    exit(f, ...args) { return this.run(undefined, f, ...args); }
    getStore() { return this.#store; }
    enterWith(store) { this.#store = store; }
    disable() { this.#store = undefined; }
    static bind(f) { return f; }
    static snapshot() { return (f, ...args) => f(...args); }
}
class AsyncResource {
    constructor(type) { this.type = type; }
    runInAsyncScope(f, self, ...args) { return f.apply(self, args); }
    emitDestroy() { return this; }
    asyncId() { return 1; }
    triggerAsyncId() { return 0; }
    bind(f) { return f.bind(this); }
    static bind(f) { return f; }
}
const hook = { enable() { return hook; }, disable() { return hook; } };
module.exports = { AsyncLocalStorage, AsyncResource, createHook: () => hook, executionAsyncId: () => 1, triggerAsyncId: () => 0, executionAsyncResource: () => ({}) };
