// Headers.
const { inspect } = require('evald:natives');

function nameOf(name) {
    const text = String(name);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text)) throw new TypeError(`Headers.append: "${text}" is an invalid header name.`);
    return text.toLowerCase();
}
function valueOf(value) {
    const text = String(value).replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, '');
    if (/[\0\r\n]/.test(text)) throw new TypeError(`Headers.append: "${text}" is an invalid header value.`);
    return text;
}
class Headers {
    #map = new Map();  // of lists, by the names in lower case
    #written = new Map();  // the names as they were given
    constructor(init = undefined) {
        if (init === undefined || init === null) return;
        if (typeof init !== 'object') throw new TypeError("Headers constructor: init given is not one of HeadersInit");
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
        for (const pair of pairs) {
            const list = [...pair];
            if (list.length !== 2) throw new TypeError('Headers constructor: expected name/value pair to be length 2, found ' + list.length + '.');
            this.append(list[0], list[1]);
        }
    }
    append(name, value) {
        const key = nameOf(name), list = this.#map.get(key);
        if (list) list.push(valueOf(value)); else this.set(name, value);
    }
    delete(name) { this.#map.delete(nameOf(name)); }
    get(name) { const list = this.#map.get(nameOf(name)); return list ? list.join(nameOf(name) === 'cookie' ? '; ' : ', ') : null; }
    getSetCookie() { return (this.#map.get('set-cookie') ?? []).slice(); }
    has(name) { return this.#map.has(nameOf(name)); }
    set(name, value) {
        const key = nameOf(name);
        this.#map.set(key, [valueOf(value)]);
        this.#written.set(key, String(name));
    }
    *entries() {
        for (const name of [...this.#map.keys()].sort()) {
            if (name === 'set-cookie') for (const value of this.#map.get(name)) yield [name, value];
            else yield [name, this.get(name)];
        }
    }
    *keys() { for (const [name] of this.entries()) yield name; }
    *values() { for (const [, value] of this.entries()) yield value; }
    forEach(f, self) { for (const [name, value] of this.entries()) f.call(self, value, name, this); }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) { return `Headers ${inspect(Object.fromEntries(Array.from(this.#map.keys(), key => [this.#written.get(key), this.get(key)])), options)}`; }
}
Headers.prototype[Symbol.iterator] = Headers.prototype.entries;
Object.defineProperty(Headers.prototype, Symbol.toStringTag, { value: 'Headers', configurable: true });
module.exports = { Headers };
