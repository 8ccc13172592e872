// URLSearchParams.
const { percentDecode } = require('./url_parser');
const { argumentType, coded } = require('../node/errors');
const { encode: bytesOf, inspect } = require('evald:natives');

function formEncode(text) {
    let out = '';
    for (const byte of bytesOf(text, 'utf8')) {
        const c = String.fromCharCode(byte);
        out += /[A-Za-z0-9*._-]/.test(c) ? c : c === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return out;
}
const formDecode = text => percentDecode(text.replace(/\+/g, ' '));
const parsePairs = text => text.split('&').filter(part => part !== '').map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [formDecode(part), ''] : [formDecode(part.slice(0, at)), formDecode(part.slice(at + 1))];
});
function pairsOf(init) {
    if (init === undefined || init === null) return [];
    if (typeof init === 'object' || typeof init === 'function') {
        if (typeof init[Symbol.iterator] === 'function') {
            return Array.from(init, pair => {
                const list = pair !== null && typeof pair === 'object' ? Array.from(pair) : [];
                if (list.length !== 2) throw coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
                return list.map(v => String(v).toWellFormed());
            });
        }
        return Reflect.ownKeys(init).filter(k => typeof k === 'string' && Object.prototype.propertyIsEnumerable.call(init, k)).map(k => [k, String(init[k]).toWellFormed()]);
    }
    const text = String(init);
    return parsePairs(text[0] === '?' ? text.slice(1) : text);
}
class URLSearchParams {
    #pairs;
    #changed = null;
    constructor(init = undefined) { this.#pairs = pairsOf(init); }
    static linked(text, changed) { const params = new URLSearchParams(text); params.#changed = changed; return params; }
    static reset(params, text) { params.#pairs = parsePairs(text); }
    #update() { this.#changed?.(this.toString()); }
    get size() { return this.#pairs.length; }
    append(name, value) { need(arguments, 2); this.#pairs.push([String(name).toWellFormed(), String(value).toWellFormed()]); this.#update(); }
    delete(name, value) {
        need(arguments, 1);
        this.#pairs = this.#pairs.filter(([n, v]) => n !== String(name) || (value !== undefined && v !== String(value)));
        this.#update();
    }
    get(name) { need(arguments, 1); return this.#pairs.find(([n]) => n === String(name))?.[1] ?? null; }
    getAll(name) { need(arguments, 1); return this.#pairs.filter(([n]) => n === String(name)).map(([, v]) => v); }
    has(name, value) { need(arguments, 1); return this.#pairs.some(([n, v]) => n === String(name) && (value === undefined || v === String(value))); }
    set(name, value) {
        need(arguments, 2);
        const key = String(name), at = this.#pairs.findIndex(([n]) => n === key);
        if (at < 0) this.#pairs.push([key, String(value)]);
        else { this.#pairs = this.#pairs.filter(([n], i) => n !== key || i === at); this.#pairs[at] = [key, String(value)]; }
        this.#update();
    }
    sort() {
        this.#pairs = this.#pairs.map((pair, i) => [pair, i]).sort(([[a], i], [[b], j]) => a < b ? -1 : a > b ? 1 : i - j).map(([pair]) => pair);
        this.#update();
    }
    forEach(f, self) { if (typeof f !== 'function') throw argumentType('callback', ['function'], f); for (const [name, value] of this.#pairs) f.call(self, value, name, this); }
    *entries() { for (const pair of this.#pairs) yield pair.slice(); }
    *keys() { for (const [name] of this.#pairs) yield name; }
    *values() { for (const [, value] of this.#pairs) yield value; }
    toString() { return this.#pairs.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&'); }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        return this.#pairs.length ? `URLSearchParams { ${this.#pairs.map(([n, v]) => `${inspect(n, options)} => ${inspect(v, options)}`).join(', ')} }` : 'URLSearchParams {}';
    }
}
function need(args, count) {
    if (args.length < count) throw coded(TypeError, 'ERR_MISSING_ARGS', `The ${count > 1 ? '"name" and "value" arguments' : '"name" argument'} must be specified`);
}
URLSearchParams.prototype[Symbol.iterator] = URLSearchParams.prototype.entries;
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { enumerable: false });
Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, { value: 'URLSearchParams', configurable: true });
const { linked, reset } = URLSearchParams;
delete URLSearchParams.linked;
delete URLSearchParams.reset;
module.exports = { URLSearchParams, linked, reset };
