// Event, EventTarget, AbortController and DOMException.
const N = require('evald:natives');
const { argumentType } = require('../node/errors');
const codes = { IndexSizeError: 1, NotFoundError: 8, NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15, TimeoutError: 23, NetworkError: 19, AbortError: 20, InvalidCharacterError: 5, QuotaExceededError: 22, DataCloneError: 25 };

class DOMException extends Error {
    #name;
    constructor(message = '', options = 'Error') {
        super(message);
        this.#name = typeof options === 'string' ? options : options?.name ?? 'Error';
        if (options?.cause !== undefined) Object.defineProperty(this, 'cause', { value: options.cause, configurable: true, writable: true });
        Object.defineProperty(this, 'name', { value: this.#name, configurable: true, writable: true });
    }
    get code() { return codes[this.#name] ?? 0; }
}
for (const [name, code] of [['ABORT_ERR', 20], ['TIMEOUT_ERR', 23], ['DATA_CLONE_ERR', 25]]) Object.defineProperty(DOMException, name, { value: code, enumerable: true });

const state = Symbol('state');
class Event {
    constructor(type, { bubbles = false, cancelable = false, composed = false } = {}) {
        if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
        Object.defineProperty(this, state, { value: { type: String(type), bubbles, cancelable, composed, canceled: false, stopped: false, target: null, current: null, time: performance.now() } });
    }
    get type() { return this[state].type; }
    get target() { return this[state].target; }
    get currentTarget() { return this[state].current; }
    get srcElement() { return this[state].target; }
    get bubbles() { return !!this[state].bubbles; }
    get cancelable() { return !!this[state].cancelable; }
    get composed() { return !!this[state].composed; }
    get defaultPrevented() { return this[state].cancelable && this[state].canceled; }
    get returnValue() { return !this.defaultPrevented; }
    get timeStamp() { return this[state].time; }
    get eventPhase() { return this[state].current ? 2 : 0; }
    get isTrusted() { return false; }
    get cancelBubble() { return false; }
    preventDefault() { if (!this[state].passive) this[state].canceled = true; }
    stopPropagation() {}
    stopImmediatePropagation() { this[state].stopped = true; }
    composedPath() { return this[state].current ? [this[state].current] : []; }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        const { type, defaultPrevented, cancelable, timeStamp } = this, { name } = this.constructor;
        return depth < 0 ? name : `${name} ${N.inspect({ type, defaultPrevented, cancelable, timeStamp }, { ...options, depth: options.depth === null ? null : options.depth - 1 })}`;
    }
}
class CustomEvent extends Event {
    #detail;
    constructor(type, options = {}) { super(type, options); this.#detail = options.detail ?? null; }
    get detail() { return this.#detail; }
}
class MessageEvent extends Event {
    #data;
    constructor(type, options = {}) { super(type, options); this.#data = options.data ?? null; }
    get data() { return this.#data; }
}
const listeners = Symbol('listeners');
const listOf = (target, type) => target[listeners].get(type) ?? [];
class EventTarget {
    constructor() { Object.defineProperty(this, listeners, { value: new Map() }); }
    addEventListener(type, listener, options) {
        const { once = false, capture = false, signal, passive = false } = typeof options === 'object' && options !== null ? options : { capture: !!options };
        if (listener === null || listener === undefined) return;
        if (typeof listener !== 'function' && typeof listener !== 'object') throw argumentType('listener', ['EventListener'], listener);
        const name = String(type), list = listOf(this, name);
        if (signal?.aborted || list.some(l => l.listener === listener && l.capture === capture)) return;
        this[listeners].set(name, [...list, { listener, once, capture, passive }]);
        signal?.addEventListener('abort', () => this.removeEventListener(name, listener, { capture }), { once: true });
    }
    removeEventListener(type, listener, options) {
        const capture = typeof options === 'object' && options !== null ? !!options.capture : !!options, name = String(type);
        this[listeners].set(name, listOf(this, name).filter(l => l.listener !== listener || l.capture !== capture));
    }
    dispatchEvent(event) {
        if (!(event instanceof Event)) throw argumentType('event', ['Event'], event);
        if (event[state].current) throw new DOMException('The event is already being dispatched', 'InvalidStateError');
        Object.assign(event[state], { target: this, current: this, stopped: false });
        for (const entry of listOf(this, event.type)) {
            if (event[state].stopped) break;
            if (entry.once) this.removeEventListener(event.type, entry.listener, entry);
            event[state].passive = entry.passive;
            try { typeof entry.listener === 'function' ? entry.listener.call(this, event) : entry.listener.handleEvent(event); }
            catch (error) { N.timers.setTimeout(() => { throw error; }, 0); }
        }
        event[state].current = null;
        return !event.defaultPrevented;
    }
    _listenersOf(type) { return listOf(this, type).map(l => l.listener); }
}
Object.defineProperty(EventTarget.prototype, '_listenersOf', { enumerable: false });
for (const C of [Event, EventTarget, CustomEvent, DOMException]) Object.defineProperty(C.prototype, Symbol.toStringTag, { value: C.name, configurable: true });
function handler(proto, type) {
    const key = Symbol(type);
    Object.defineProperty(proto, `on${type}`, {
        configurable: true, enumerable: true,
        get() { return this[key] ?? null; },
        set(f) {
            if (this[key]) this.removeEventListener(type, this[key]);
            Object.defineProperty(this, key, { value: f, configurable: true });
            if (typeof f === 'function') this.addEventListener(type, f);
        }
    });
}

const make = Symbol('make');
class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    constructor(token) {
        if (token !== make) throw Object.assign(new TypeError('Illegal constructor'), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
        super();
    }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    throwIfAborted() { if (this.#aborted) throw this.#reason; }
    static [make](signal, reason) {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
        signal.dispatchEvent(new Event('abort'));
    }
    static abort(reason) { const signal = new AbortSignal(make); AbortSignal[make](signal, reason); return signal; }
    static timeout(ms) {
        const signal = new AbortSignal(make);
        N.timers.setTimeout(() => AbortSignal[make](signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
        return signal;
    }
    static any(signals) {
        const signal = new AbortSignal(make), list = [...signals], aborted = list.find(s => s.aborted);
        if (aborted) AbortSignal[make](signal, aborted.reason);
        else for (const one of list) one.addEventListener('abort', () => AbortSignal[make](signal, one.reason), { once: true });
        return signal;
    }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) { return `AbortSignal { aborted: ${this.#aborted} }`; }
}
handler(AbortSignal.prototype, 'abort');
class AbortController {
    #signal = new AbortSignal(make);
    get signal() { return this.#signal; }
    abort(reason) { AbortSignal[make](this.#signal, reason); }
    [Symbol.for('nodejs.util.inspect.custom')]() { return `AbortController { signal: AbortSignal { aborted: ${this.#signal.aborted} } }`; }
}
for (const C of [AbortSignal, AbortController]) Object.defineProperty(C.prototype, Symbol.toStringTag, { value: C.name, configurable: true });
module.exports = { DOMException, Event, CustomEvent, MessageEvent, EventTarget, AbortSignal, AbortController };
