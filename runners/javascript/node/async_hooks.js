// node:async_hooks: storage that follows calls, promises, timers and ticks. A context is a list of what storages hold.
const N = require('evald:natives');
const { get, set, bound, within } = N.asyncContext;
N.bindTimers(bound);

const without = (context, storage) =>
    context === undefined ? undefined
    : context.storage === storage ? context.outer
    : { ...context, outer: without(context.outer, storage) };

class AsyncLocalStorage {
    #isOff = false;
    #with(store) { this.#isOff = false; return { storage: this, store, outer: without(get(), this) }; }
    run(store, f, ...args) { return within(this.#with(store), f, undefined, args); }
    exit(f, ...args) { return within(without(get(), this), f, undefined, args); }
    enterWith(store) { set(this.#with(store)); }
    disable() { this.#isOff = true; }
    getStore() {
        if (this.#isOff) return undefined;
        for (let context = get(); context !== undefined; context = context.outer) if (context.storage === this) return context.store;
        return undefined;
    }
    static bind(f) { return AsyncResource.bind(f); }
    static snapshot() { const context = get(); return (f, ...args) => within(context, f, undefined, args); }
}
let lastId = 1;
class AsyncResource {
    #context = get();
    #id = ++lastId;
    constructor(type) {
        if (typeof type !== 'string') throw new TypeError('The "type" argument must be of type string');
        this.type = type;
    }
    runInAsyncScope(f, self, ...args) { return within(this.#context, f, self, args); }
    emitDestroy() { return this; }
    asyncId() { return this.#id; }
    triggerAsyncId() { return 1; }
    bind(f, self) {
        const context = this.#context;
        return function (...args) { return within(context, f, self ?? this, args); };
    }
    static bind(f, type = 'bound', self) { return new AsyncResource(type).bind(f, self); }
}
const hook = { enable() { return hook; }, disable() { return hook; } };
module.exports = { AsyncLocalStorage, AsyncResource, createHook: () => hook, executionAsyncId: () => 1, triggerAsyncId: () => 0, executionAsyncResource: () => ({}) };
