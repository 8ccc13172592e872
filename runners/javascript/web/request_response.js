// Request and Response.
const { inspect } = require('evald:natives');
const { Body, copyState, bodyType } = require('./body');
const { Headers } = require('./headers');

class Request extends Body {
    constructor(input, init = {}) {
        const from = input instanceof Request ? input : null, method = String(init.method ?? from?.method ?? 'GET');
        const upper = /^(get|head|post|put|delete|options)$/i.test(method) ? method.toUpperCase() : method;
        if ((init.body ?? null) !== null && /^(GET|HEAD)$/.test(upper)) throw new TypeError('Request with GET/HEAD method cannot have body.');
        super(init.body ?? null);
        if (from && init.body === undefined && from.body !== null) copyState(from, this);
        let url;
        if (from) url = from.url;
        else try { url = new URL(String(input)).href; } catch (cause) { throw new TypeError(`Failed to parse URL from ${input}`, { cause }); }
        const headers = new Headers(init.headers ?? from?.headers), type = bodyType(this);
        if (type && !headers.has('content-type')) headers.set('content-type', type);
        const facts = {
            method: upper, url, headers, destination: '', referrer: 'about:client', referrerPolicy: '', mode: init.mode ?? from?.mode ?? 'cors', credentials: init.credentials ?? from?.credentials ?? 'same-origin',
            cache: init.cache ?? from?.cache ?? 'default', redirect: init.redirect ?? from?.redirect ?? 'follow', integrity: '', keepalive: false, isReloadNavigation: false, isHistoryNavigation: false,
            signal: init.signal ?? from?.signal ?? new AbortController().signal
        };
        for (const key of Object.keys(facts)) Object.defineProperty(this, key, { value: facts[key], enumerable: true, configurable: true });
    }
    get duplex() { return 'half'; }
    clone() { return copyState(this, new Request(this.url, { method: this.method, headers: this.headers, signal: this.signal, redirect: this.redirect })); }
}
class Response extends Body {
    constructor(body = null, { status = 200, statusText = '', headers } = {}) {
        if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
        if (body !== null && body !== undefined && [204, 205, 304].includes(status)) throw new TypeError(`Response constructor: Invalid response status code ${status}`);
        super(body);
        const list = new Headers(headers), type = bodyType(this);
        if (type && !list.has('content-type')) list.set('content-type', type);
        describe(this, { status, statusText: String(statusText), headers: list, type: 'default', url: '', redirected: false });
    }
    get ok() { return this.status >= 200 && this.status < 300; }
    clone() { return copyState(this, describe(new Response(null), { status: this.status, statusText: this.statusText, headers: new Headers(this.headers), type: this.type, url: this.url, redirected: this.redirected })); }
    static json(data, init = {}) {
        const headers = new Headers(init.headers);
        if (!headers.has('content-type')) headers.set('content-type', 'application/json');
        return new Response(JSON.stringify(data), { ...init, headers });
    }
    static error() { return describe(new Response(null), { status: 0, type: 'error' }); }
    static redirect(url, status = 302) {
        if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
        return describe(new Response(null), { status, headers: new Headers({ location: new URL(url).href }) });
    }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
        return `Response ${inspect({ status, statusText, headers, body, bodyUsed, ok, redirected, type, url }, options)}`;
    }
}
function describe(response, facts) {
    for (const key of Object.keys(facts)) Object.defineProperty(response, key, { value: facts[key], enumerable: true, configurable: true });
    return response;
}
for (const C of [Request, Response]) Object.defineProperty(C.prototype, Symbol.toStringTag, { value: C.name, configurable: true });
module.exports = { Request, Response, describe };
