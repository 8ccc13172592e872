// node:events.
const { checkFunction, coded, checkInteger } = require('./errors');
const { inspect } = require('evald:natives');
const errorMonitor = Symbol('events.errorMonitor'), captureRejectionSymbol = Symbol.for('nodejs.rejection');
const kListeners = '_events';
let defaultMaxListeners = 10;

function EventEmitter(options) {
    EventEmitter.init.call(this, options);
}
EventEmitter.init = function (options) {
    if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
        this._events = Object.create(null);
        this._eventsCount = 0;
    }
    this._maxListeners = this._maxListeners || undefined;
    this[shapeFlag] = false;
    this[captureFlag] = Boolean(options?.captureRejections);
};
const captureFlag = Symbol('kCapture'), shapeFlag = Symbol('shapeMode');

function listFor(emitter, type) {
    const found = emitter._events?.[type];
    return found === undefined ? [] : typeof found === 'function' ? [found] : found;
}
function store(emitter, type, list) {
    if (list.length === 0) {
        if (emitter._events[type] !== undefined) {
            delete emitter._events[type];
            emitter._eventsCount--;
        }
        return;
    }
    if (emitter._events[type] === undefined) emitter._eventsCount++;
    emitter._events[type] = list.length === 1 ? list[0] : list;
}
function add(emitter, type, listener, atStart) {
    checkFunction(listener, 'listener');
    if (emitter._events === undefined) EventEmitter.init.call(emitter);
    if (emitter._events.newListener !== undefined) emitter.emit('newListener', type, listener.listener ?? listener);
    const list = listFor(emitter, type).slice();
    atStart ? list.unshift(listener) : list.push(listener);
    store(emitter, type, list);
    warnOfLeak(emitter, type, list);
    return emitter;
}
const warned = new WeakMap();
function warnOfLeak(emitter, type, list) {
    const most = emitter.getMaxListeners?.() ?? defaultMaxListeners;
    if (most <= 0 || list.length <= most) return;
    const types = warned.get(emitter) ?? new Set();
    if (types.has(type)) return;
    warned.set(emitter, types.add(type));
    process.emitWarning?.(`Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to ` +
        `${inspect(emitter, { depth: -1 })}. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`, 'MaxListenersExceededWarning');
}
function onceWrapper(emitter, type, listener) {
    const wrapper = function (...args) {
        if (wrapper.fired) return;
        wrapper.fired = true;
        emitter.removeListener(type, wrapper);
        return listener.apply(emitter, args);
    };
    wrapper.listener = listener;
    return wrapper;
}
const methods = {
    setMaxListeners(n) {
        if (typeof n !== 'number' || n < 0 || Number.isNaN(n)) throw require('./errors').outOfRange('n', 'a non-negative number', n);
        this._maxListeners = n;
        return this;
    },
    getMaxListeners() { return this._maxListeners === undefined ? defaultMaxListeners : this._maxListeners; },
    emit(type, ...args) {
        const list = listFor(this, type);
        if (type === 'error') {
            for (const monitor of listFor(this, errorMonitor)) monitor.apply(this, args);
            if (list.length === 0) throw unhandled(args[0]);
        }
        for (const listener of list.slice()) {
            const result = listener.apply(this, args);
            if (this[captureFlag] && typeof result?.then === 'function') {
                result.then(undefined, error => this[captureRejectionSymbol] ? this[captureRejectionSymbol](error, type, ...args) : this.emit('error', error));
            }
        }
        return list.length > 0;
    },
    on(type, listener) { return add(this, type, listener, false); },
    prependListener(type, listener) { return add(this, type, listener, true); },
    once(type, listener) {
        checkFunction(listener, 'listener');
        return this.on(type, onceWrapper(this, type, listener));
    },
    prependOnceListener(type, listener) {
        checkFunction(listener, 'listener');
        return this.prependListener(type, onceWrapper(this, type, listener));
    },
    removeListener(type, listener) {
        checkFunction(listener, 'listener');
        const list = listFor(this, type), at = list.findLastIndex(l => l === listener || l.listener === listener);
        if (at < 0) return this;
        store(this, type, list.filter((_, i) => i !== at));
        if (this._events.removeListener !== undefined) this.emit('removeListener', type, listener);
        return this;
    },
    removeAllListeners(type) {
        if (this._events === undefined) return this;
        const types = arguments.length === 0 ? Reflect.ownKeys(this._events) : [type];
        if (this._events.removeListener !== undefined) {
            for (const one of types) {
                if (one !== 'removeListener') for (const listener of listFor(this, one).slice().reverse()) this.removeListener(one, listener);
            }
        }
        for (const one of types) store(this, one, []);
        return this;
    },
    listeners(type) { return listFor(this, type).map(l => l.listener ?? l); },
    rawListeners(type) { return listFor(this, type).slice(); },
    listenerCount(type, listener) {
        const list = listFor(this, type);
        return listener === undefined ? list.length : list.filter(l => l === listener || l.listener === listener).length;
    },
    eventNames() { return this._events === undefined ? [] : Reflect.ownKeys(this._events); }
};
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
Object.assign(EventEmitter.prototype, methods);
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

function unhandled(value) {
    if (value instanceof Error) return value;
    const error = coded(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${typeof value === 'string' ? `'${value}'` : inspect(value)})`);
    error.context = value;
    return error;
}
function abortError(signal) {
    const error = coded(Error, 'ABORT_ERR', 'The operation was aborted');
    error.name = 'AbortError';
    if (signal?.reason !== undefined) error.cause = signal.reason;
    return error;
}
function listen(target, type, listener, options) {
    if (typeof target.on === 'function') options?.once ? target.once(type, listener) : target.on(type, listener);
    else target.addEventListener(type, listener, options);
}
function unlisten(target, type, listener) {
    if (typeof target.removeListener === 'function') target.removeListener(type, listener);
    else target.removeEventListener(type, listener);
}
function once(emitter, type, { signal } = {}) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError(signal));
        const end = () => {
            unlisten(emitter, type, onEvent);
            if (type !== 'error' && typeof emitter.on === 'function') emitter.removeListener('error', onError);
            signal?.removeEventListener('abort', onAbort);
        };
        const onEvent = (...args) => { end(); resolve(args); };
        const onError = error => { end(); reject(error); };
        const onAbort = () => { end(); reject(abortError(signal)); };
        listen(emitter, type, onEvent, { once: true });
        if (type !== 'error' && typeof emitter.on === 'function') emitter.once('error', onError);
        signal?.addEventListener('abort', onAbort, { once: true });
    });
}
function on(emitter, type, { signal, close = [] } = {}) {
    const values = [], waiting = [];
    let error = null, finished = false;
    if (signal?.aborted) throw abortError(signal);
    const onEvent = (...args) => waiting.length ? waiting.shift().resolve({ value: args, done: false }) : values.push(args);
    const onError = e => { error = e; if (waiting.length) waiting.shift().reject(takeError()); stop(); };
    const takeError = () => { const e = error; error = null; return e; };
    const stop = () => {
        unlisten(emitter, type, onEvent);
        if (typeof emitter.on === 'function') emitter.removeListener('error', onError);
        finished = true;
        while (waiting.length) waiting.shift().resolve({ value: undefined, done: true });
    };
    listen(emitter, type, onEvent);
    if (type !== 'error' && typeof emitter.on === 'function') emitter.on('error', onError);
    for (const name of close) listen(emitter, name, stop);
    signal?.addEventListener('abort', () => onError(abortError(signal)), { once: true });
    return {
        next() {
            if (values.length) return Promise.resolve({ value: values.shift(), done: false });
            if (error) return Promise.reject(takeError());
            if (finished) return Promise.resolve({ value: undefined, done: true });
            return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
        },
        return() { stop(); return Promise.resolve({ value: undefined, done: true }); },
        throw(e) { onError(e); return Promise.resolve({ value: undefined, done: true }); },
        [Symbol.asyncIterator]() { return this; }
    };
}
Object.assign(EventEmitter, {
    EventEmitter, once, on, errorMonitor, captureRejectionSymbol, usingDomains: false, captureRejections: false,
    listenerCount: (emitter, type) => emitter.listenerCount(type),
    getEventListeners: (emitter, type) => emitter.listeners?.(type) ?? emitter._listenersOf?.(type) ?? [],
    getMaxListeners: emitter => emitter.getMaxListeners?.() ?? defaultMaxListeners,
    setMaxListeners(n = defaultMaxListeners, ...targets) { targets.length ? targets.forEach(t => t.setMaxListeners?.(n)) : defaultMaxListeners = n; },
    addAbortListener(signal, listener) {
        signal.aborted ? queueMicrotask(() => listener()) : signal.addEventListener('abort', listener, { once: true });
        return { [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() { signal.removeEventListener('abort', listener); } };
    }
});
Object.defineProperty(EventEmitter, 'defaultMaxListeners', {
    enumerable: true,
    get: () => defaultMaxListeners,
    set(n) { checkInteger(n, 'defaultMaxListeners', 0); defaultMaxListeners = n; }
});
class EventEmitterAsyncResource extends EventEmitter {}
EventEmitter.EventEmitterAsyncResource = EventEmitterAsyncResource;
module.exports = EventEmitter;
