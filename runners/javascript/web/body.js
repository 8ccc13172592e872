// What requests and responses share: a body that is read once.
const N = require('evald:natives');
const { Blob, FormData, multipart, parseMultipart, contentOf } = require('./blob');
const { ReadableStream, isDisturbed } = require('./streams');
const state = Symbol('body');

// {bytes or stream, type} of what was given as a body.
function bodyOf(init) {
    if (init === null || init === undefined) return { bytes: null, type: null };
    if (typeof init === 'string') return { bytes: Buffer.from(init), type: 'text/plain;charset=UTF-8' };
    if (ArrayBuffer.isView(init)) return { bytes: Buffer.from(Buffer.from(init.buffer, init.byteOffset, init.byteLength)), type: null };
    if (N.classOf(init) === 'ArrayBuffer') return { bytes: Buffer.from(new Uint8Array(init)), type: null };
    if (init instanceof Blob) return { bytes: contentOf(init), type: init.type || null };
    if (init instanceof FormData) return multipart(init);
    if (init instanceof URLSearchParams) return { bytes: Buffer.from(init.toString()), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    if (init instanceof ReadableStream) {
        if (init.locked || isDisturbed(init)) throw new TypeError('Response body object should not be disturbed or locked');
        return { stream: init, bytes: null, type: null };
    }
    if (typeof init[Symbol.asyncIterator] === 'function') return { stream: ReadableStream.from(init), bytes: null, type: null };
    return { bytes: Buffer.from(String(init)), type: 'text/plain;charset=UTF-8' };
}
async function collect(stream) {
    const parts = [];
    for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    return Buffer.concat(parts);
}
class Body {
    constructor(init) { Object.defineProperty(this, state, { value: { ...bodyOf(init), used: false }, writable: true }); }
    get bodyUsed() { const { used, stream, shown } = this[state]; return used || isDisturbed(stream ?? shown); }
    get body() {
        const own = this[state];
        if (own.stream) return own.stream;
        if (own.bytes === null) return null;
        return own.shown ??= new ReadableStream({ start(c) { if (own.bytes.length) c.enqueue(new Uint8Array(own.bytes)); c.close(); } });
    }
    async #read() {
        const own = this[state];
        if (this.bodyUsed || this.body?.locked) throw new TypeError('Body is unusable: Body has already been read');
        own.used = own.bytes !== null || own.stream !== undefined;
        return own.stream ? collect(own.stream) : own.bytes ?? Buffer.alloc(0);
    }
    async text() { return new TextDecoder().decode(await this.#read()); }
    async json() { return JSON.parse(await this.text()); }
    async arrayBuffer() { return new Uint8Array(await this.#read()).buffer; }
    async bytes() { return new Uint8Array(await this.#read()); }
    async blob() { return new Blob([await this.#read()], { type: this.headers.get('content-type') ?? '' }); }
    async formData() {
        const type = this.headers.get('content-type') ?? '', bytes = await this.#read(), boundary = /boundary="?([^";]+)/i.exec(type);
        if (/^multipart\/form-data/i.test(type) && boundary) return parseMultipart(bytes, boundary[1]);
        if (!/^application\/x-www-form-urlencoded/i.test(type)) throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
        const form = new FormData();
        for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value);
        return form;
    }
}
// All bytes of a body that is about to be sent; null: there is none.
async function bytesToSend(body) {
    const own = body[state];
    own.used = own.used || own.bytes !== null || own.stream !== undefined;
    return own.stream ? collect(own.stream) : own.bytes;
}
function copyState(from, to) {
    const own = from[state];
    if (from.bodyUsed || from.body?.locked) throw new TypeError(`${from.constructor.name}.clone: Body has already been consumed.`);
    to[state] = { ...own, shown: undefined };
    if (own.stream) [own.stream, to[state].stream] = own.stream.tee();
    return to;
}
module.exports = { Body, bytesToSend, copyState, bodyType: body => body[state].type };
