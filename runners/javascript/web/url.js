// URL.
const { parse, serialize, pathOf, percentEncode, isSpecial, setHost, setPort, parsePath, defaultPorts } = require('./url_parser');
const { URLSearchParams, linked, reset } = require('./url_search_params');
const { inspect, define } = require('evald:natives');

function invalid(input, base) {
    const error = new TypeError('Invalid URL');
    error.code = 'ERR_INVALID_URL';
    error.input = input;
    if (base !== undefined) error.base = base;
    return error;
}
class URL {
    #url;
    #params = null;
    constructor(input, base = undefined) {
        if (arguments.length === 0) throw Object.assign(new TypeError('The "url" argument must be specified'), { code: 'ERR_MISSING_ARGS' });
        const text = String(input), root = base === undefined ? undefined : parse(String(base));
        this.#url = root === null ? null : parse(text, root);
        if (this.#url === null) throw invalid(text, base === undefined ? undefined : String(base));
    }
    static canParse(input, base) { try { new URL(input, base); return true; } catch { return false; } }
    static parse(input, base) { try { return new URL(input, base); } catch { return null; } }
    static createObjectURL() { throw new Error('URL.createObjectURL() is not available in these cells'); }
    static revokeObjectURL() {}
    get href() { return serialize(this.#url); }
    set href(value) {
        const url = parse(String(value));
        if (url === null) throw invalid(String(value));
        this.#url = url;
        this.#refresh();
    }
    #refresh() { if (this.#params) reset(this.#params, this.#url.query ?? ''); }
    get origin() {
        const { protocol, host, port } = this.#url;
        if (protocol === 'blob:') try { return new URL(pathOf(this.#url)).origin; } catch { return 'null'; }
        return isSpecial(protocol) && protocol !== 'file:' ? `${protocol}//${host}${port && `:${port}`}` : 'null';
    }
    get protocol() { return this.#url.protocol; }
    set protocol(value) {
        const match = /^([a-z][a-z0-9+.-]*):?/i.exec(value);
        if (match === null || isSpecial(`${match[1].toLowerCase()}:`) !== isSpecial(this.#url.protocol)) return;
        this.#url.protocol = `${match[1].toLowerCase()}:`;
        setPort(this.#url.port, this.#url);
    }
    #hasNoHost() { return !this.#url.host || this.#url.protocol === 'file:'; }
    get username() { return this.#url.username; }
    set username(value) { if (!this.#hasNoHost()) this.#url.username = percentEncode(String(value), 'user'); }
    get password() { return this.#url.password; }
    set password(value) { if (!this.#hasNoHost()) this.#url.password = percentEncode(String(value), 'user'); }
    get host() { return (this.#url.host ?? '') + (this.#url.port && `:${this.#url.port}`); }
    set host(value) {
        const match = /^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d*))?/.exec(String(value));
        if (this.#url.opaque !== null || match[1] === '' && isSpecial(this.#url.protocol)) return;
        if (setHost(match[1], this.#url) && match[2]) setPort(match[2], this.#url);
    }
    get hostname() { return this.#url.host ?? ''; }
    set hostname(value) { if (this.#url.opaque === null) { const text = /^(\[[^\]]*\]|[^:/?#\\]*)/.exec(String(value))[1]; if (text !== '' || !isSpecial(this.#url.protocol)) setHost(text, this.#url); } }
    get port() { return this.#url.port; }
    set port(value) { if (this.#hasNoHost()) return; const text = String(value), match = /^\d+/.exec(text); if (text === '') this.#url.port = ''; else if (match) setPort(match[0], this.#url); }
    get pathname() { return pathOf(this.#url); }
    set pathname(value) { if (this.#url.opaque === null) this.#url.path = parsePath(String(value).replace(isSpecial(this.#url.protocol) ? /^[/\\]/ : /^\//, '').replace(/[?#]/g, encodeURIComponent), this.#url, []); }
    get search() { return this.#url.query ? `?${this.#url.query}` : ''; }
    set search(value) {
        const text = String(value).replace(/^\?/, '');
        this.#url.query = text === '' ? null : percentEncode(text, isSpecial(this.#url.protocol) ? 'specialQuery' : 'query');
        this.#refresh();
    }
    get searchParams() { return this.#params ??= linked(this.#url.query ?? '', text => { this.#url.query = text === '' ? null : text; }); }
    get hash() { return this.#url.fragment ? `#${this.#url.fragment}` : ''; }
    set hash(value) { const text = String(value).replace(/^#/, ''); this.#url.fragment = text === '' ? null : percentEncode(text, 'fragment'); }
    toString() { return this.href; }
    toJSON() { return this.href; }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        if (depth < 0) return '[URL]';
        const shown = {};
        for (const key of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']) shown[key] = this[key];
        return `${this.constructor.name} ${inspect(shown, options)}`;
    }
}
for (const key of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash', 'toString', 'toJSON']) {
    Object.defineProperty(URL.prototype, key, { ...Object.getOwnPropertyDescriptor(URL.prototype, key), enumerable: true });
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });
module.exports = { URL, URLSearchParams, defaultPorts };
