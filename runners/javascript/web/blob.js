// Blob, File, FormData.
const N = require('evald:natives');
const bytesOf = (part, endings) => {
    if (part instanceof Blob) return part[content];
    if (ArrayBuffer.isView(part)) return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (N.classOf(part) === 'ArrayBuffer') return Buffer.from(part);
    const text = String(part).toWellFormed();
    return Buffer.from(endings === 'native' ? text.replace(/\r\n?/g, '\n') : text);
};
const content = Symbol('content');
class Blob {
    constructor(parts = [], { type = '', endings = 'transparent' } = {}) {
        if (parts === null || typeof parts !== 'object' || typeof parts[Symbol.iterator] !== 'function') throw require('../node/errors').argumentType('sources', ['a sequence'], parts);
        Object.defineProperty(this, content, { value: Buffer.concat(Array.from(parts, part => bytesOf(part, endings))) });
        Object.defineProperty(this, kind, { value: /[^\x20-\x7e]/.test(type) ? '' : String(type).toLowerCase() });
    }
    get size() { return this[content].length; }
    get type() { return this[kind]; }
    slice(start, end, type = '') { const blob = new Blob([this[content].subarray(start, end)], { type }); return blob; }
    async arrayBuffer() { return new Uint8Array(this[content]).buffer; }
    async bytes() { return new Uint8Array(this[content]); }
    async text() { return this[content].toString(); }
    stream() { const { ReadableStream } = require('./streams'), bytes = this[content]; return new ReadableStream({ start(c) { if (bytes.length) c.enqueue(new Uint8Array(bytes)); c.close(); } }); }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) { return `${this.constructor.name} ${N.inspect({ size: this.size, type: this.type }, options)}`; }
}
const kind = Symbol('kind');
class File extends Blob {
    #name;
    #lastModified;
    constructor(parts, name, options = {}) {
        super(parts, options);
        this.#name = String(name);
        this.#lastModified = options.lastModified ?? Date.now();
    }
    get name() { return this.#name; }
    get lastModified() { return this.#lastModified; }
    get webkitRelativePath() { return ''; }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) { return `File ${N.inspect({ size: this.size, type: this.type, name: this.name, lastModified: this.lastModified }, options)}`; }
}
class FormData {
    #entries = [];
    append(name, value, filename) { this.#entries.push([String(name), entry(value, filename)]); }
    set(name, value, filename) {
        const key = String(name), at = this.#entries.findIndex(([n]) => n === key), pair = [key, entry(value, filename)];
        this.#entries = this.#entries.filter(([n], i) => n !== key || i === at);
        if (at < 0) this.#entries.push(pair); else this.#entries[at] = pair;
    }
    delete(name) { this.#entries = this.#entries.filter(([n]) => n !== String(name)); }
    get(name) { return this.#entries.find(([n]) => n === String(name))?.[1] ?? null; }
    getAll(name) { return this.#entries.filter(([n]) => n === String(name)).map(([, v]) => v); }
    has(name) { return this.#entries.some(([n]) => n === String(name)); }
    forEach(f, self) { for (const [name, value] of this.#entries) f.call(self, value, name, this); }
    *entries() { for (const pair of this.#entries) yield pair.slice(); }
    *keys() { for (const [name] of this.#entries) yield name; }
    *values() { for (const [, value] of this.#entries) yield value; }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) { return `FormData ${N.inspect(Object.fromEntries(this.#entries), options)}`; }
}
FormData.prototype[Symbol.iterator] = FormData.prototype.entries;
const entry = (value, filename) => value instanceof Blob ? value instanceof File && filename === undefined ? value : new File([value], filename ?? value.name ?? 'blob', { type: value.type }) : String(value).toWellFormed();
for (const C of [Blob, File, FormData]) Object.defineProperty(C.prototype, Symbol.toStringTag, { value: C.name, configurable: true });

// A form as a body of several parts.
function multipart(form) {
    const boundary = `----formdata-${require('../node/crypto').randomBytes(12).toString('hex')}`, parts = [], quoted = text => text.replace(/\r?\n/g, '%0D%0A').replace(/"/g, '%22');
    for (const [name, value] of form) {
        const isFile = value instanceof Blob, disposition = `form-data; name="${quoted(name)}"${isFile ? `; filename="${quoted(value.name)}"` : ''}`;
        parts.push(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n${isFile ? `Content-Type: ${value.type || 'application/octet-stream'}\r\n` : ''}\r\n`, isFile ? value : value.replace(/\r?\n/g, '\r\n'), '\r\n');
    }
    return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat([...parts, `--${boundary}--\r\n`].map(part => bytesOf(part))) };
}
function parseMultipart(bytes, boundary) {
    const form = new FormData(), text = bytes.toString('latin1');
    for (const part of text.split(`--${boundary}`).slice(1, -1)) {
        const [, head, body] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
        if (head === undefined) throw new TypeError('Failed to parse body as FormData.');
        const decoded = Buffer.from(head, 'latin1').toString(), name = /[; ]name="([^"]*)"/i.exec(decoded)?.[1] ?? '', file = /filename="([^"]*)"/i.exec(decoded)?.[1];
        const data = Buffer.from(body, 'latin1'), type = /content-type:\s*(.*)/i.exec(decoded)?.[1] ?? 'text/plain';
        form.append(name, file === undefined ? data.toString() : new File([data], file, { type }));
    }
    return form;
}
module.exports = { Blob, File, FormData, multipart, parseMultipart, contentOf: blob => blob[content] };
