// Streams of the web, as far as cells use them: reading by readers, iteration, piping, tee; no byte streams.
class ReadableStream {
    #chunks = [];
    #waiting = [];
    #source;
    #controller;
    #state = 'readable';
    #error;
    #reader = null;
    #pulling = false;
    #most;
    #started;
    #disturbed = false;
    constructor(source = {}, { highWaterMark = 1 } = {}) {
        this.#source = source;
        this.#most = highWaterMark;
        const stream = this;
        this.#controller = {
            enqueue(chunk) {
                if (stream.#state !== 'readable' || this.closing) throw new TypeError('Invalid state: Controller is already closed');
                if (stream.#waiting.length) stream.#waiting.shift().resolve({ value: chunk, done: false }); else stream.#chunks.push(chunk);
            },
            close() { if (this.closing) throw new TypeError('Invalid state: Controller is already closed'); this.closing = true; if (stream.#chunks.length === 0) stream.#close(); },
            error(error) { stream.#fail(error); },
            get desiredSize() { return stream.#state === 'errored' ? null : stream.#state === 'closed' ? 0 : stream.#most - stream.#chunks.length; },
            closing: false
        };
        Object.defineProperty(this.#controller, 'closing', { enumerable: false });
        const started = source.start?.(this.#controller);
        this.#started = Promise.resolve(started).then(() => this.#pull(), error => this.#fail(error));
    }
    #close() { this.#state = 'closed'; for (const w of this.#waiting.splice(0)) w.resolve({ value: undefined, done: true }); this.#reader?.settle.resolve(); }
    #fail(error) {
        if (this.#state !== 'readable') return;
        this.#state = 'errored';
        this.#error = error;
        this.#chunks = [];
        for (const w of this.#waiting.splice(0)) w.reject(error);
        this.#reader?.settle.reject(error);
    }
    async #pull() {
        if (this.#pulling || !this.#source.pull) return;
        this.#pulling = true;
        try { while (this.#state === 'readable' && !this.#controller.closing && (this.#waiting.length || this.#chunks.length < this.#most)) await this.#source.pull(this.#controller); }
        catch (error) { this.#fail(error); }
        this.#pulling = false;
    }
    #read() {
        this.#disturbed = true;
        if (this.#chunks.length) {
            const value = this.#chunks.shift();
            if (this.#controller.closing && this.#chunks.length === 0) this.#close();
            else this.#started.then(() => this.#pull());
            return Promise.resolve({ value, done: false });
        }
        if (this.#state === 'errored') return Promise.reject(this.#error);
        if (this.#state === 'closed') return Promise.resolve({ value: undefined, done: true });
        const wait = Promise.withResolvers();
        this.#waiting.push(wait);
        this.#started.then(() => this.#pull());
        return wait.promise;
    }
    async #cancel(reason) {
        this.#disturbed = true;
        if (this.#state !== 'readable') return;
        this.#chunks = [];
        this.#close();
        await this.#source.cancel?.(reason);
    }
    get locked() { return this.#reader !== null; }
    getReader({ mode } = {}) {
        if (mode !== undefined) throw require('../node/errors').unsupported('A reader of bytes (mode: "byob")');
        if (this.#reader) throw new TypeError('Invalid state: ReadableStream is locked');
        const settle = Promise.withResolvers(), stream = this;
        settle.promise.catch(() => {});
        if (this.#state === 'closed') settle.resolve();
        if (this.#state === 'errored') settle.reject(this.#error);
        const reader = new ReadableStreamDefaultReader();
        Object.assign(reader, { read: () => stream.#read(), cancel: reason => stream.#cancel(reason), releaseLock() { stream.#reader = null; } });
        Object.defineProperty(reader, 'closed', { value: settle.promise });
        this.#reader = { settle };
        return reader;
    }
    async cancel(reason) { if (this.#reader) throw new TypeError('Invalid state: ReadableStream is locked'); await this.#cancel(reason); }
    async *values({ preventCancel = false } = {}) {
        const reader = this.getReader();
        let over = false;
        try { for (;;) { const { value, done } = await reader.read(); if (done) { over = true; return; } yield value; } }
        finally { if (!over && !preventCancel) await reader.cancel(); reader.releaseLock(); }
    }
    async pipeTo(target, { preventClose = false } = {}) {
        const writer = target.getWriter();
        try { for await (const chunk of this) await writer.write(chunk); if (!preventClose) await writer.close(); }
        catch (error) { await writer.abort(error); throw error; }
        finally { writer.releaseLock(); }
    }
    pipeThrough({ readable, writable }, options) { this.pipeTo(writable, options).catch(() => {}); return readable; }
    tee() {
        const reader = this.getReader(), targets = [];
        const pull = async () => { const { value, done } = await reader.read(); for (const c of targets) done ? c.close() : c.enqueue(value); };
        const branch = () => new ReadableStream({ start(c) { targets.push(c); }, pull }, { highWaterMark: 0 });
        return [branch(), branch()];
    }
    static isDisturbed(stream) { return #chunks in Object(stream) && stream.#disturbed; }
    static from(iterable) {
        const iterator = iterable[Symbol.asyncIterator]?.() ?? iterable[Symbol.iterator]();
        return new ReadableStream({ async pull(c) { const { value, done } = await iterator.next(); if (done) c.close(); else c.enqueue(await value); }, async cancel(reason) { await iterator.return?.(reason); } }, { highWaterMark: 0 });
    }
    [Symbol.for('nodejs.util.inspect.custom')]() { return `ReadableStream { locked: ${this.locked}, state: '${this.#state}', supportsBYOB: false }`; }
}
const { isDisturbed } = ReadableStream;
delete ReadableStream.isDisturbed;
class ReadableStreamDefaultReader {}
ReadableStream.prototype[Symbol.asyncIterator] = ReadableStream.prototype.values;
class WritableStream {
    #sink;
    #queue = Promise.resolve();
    #locked = false;
    #controller = { error: e => { this.#queue = Promise.reject(e); this.#queue.catch(() => {}); }, signal: new AbortController().signal };
    constructor(sink = {}) { this.#sink = sink; this.#queue = Promise.resolve(sink.start?.(this.#controller)); }
    get locked() { return this.#locked; }
    #then(work) { const next = this.#queue.then(work); this.#queue = next; next.catch(() => {}); return next; }
    getWriter() {
        if (this.#locked) throw new TypeError('Invalid state: WritableStream is locked');
        this.#locked = true;
        const closed = Promise.withResolvers();
        closed.promise.catch(() => {});
        return {
            closed: closed.promise, ready: Promise.resolve(), desiredSize: 1, write: chunk => this.#then(() => this.#sink.write?.(chunk, this.#controller)),
            close: () => this.#then(() => this.#sink.close?.()).then(() => closed.resolve()), abort: async reason => { await this.#sink.abort?.(reason); closed.reject(reason); },
            releaseLock: () => { this.#locked = false; }
        };
    }
    async close() { const w = this.getWriter(); await w.close(); w.releaseLock(); }
    async abort(reason) { await this.#sink.abort?.(reason); }
}
class TransformStream {
    constructor(transformer = {}) {
        let out;
        this.readable = new ReadableStream({ start(c) { out = { enqueue: x => c.enqueue(x), error: e => c.error(e), terminate: () => c.close(), get desiredSize() { return c.desiredSize; } }; out.close = () => c.close(); } }, { highWaterMark: Infinity });
        this.writable = new WritableStream({
            start: () => transformer.start?.(out), write: chunk => transformer.transform ? transformer.transform(chunk, out) : out.enqueue(chunk),
            close: async () => { await transformer.flush?.(out); out.close(); }, abort: reason => out.error(reason)
        });
    }
}
class TextDecoderStream extends TransformStream {
    constructor(label, options) {
        const decoder = new TextDecoder(label, options);
        super({ transform(chunk, c) { const text = decoder.decode(chunk, { stream: true }); if (text) c.enqueue(text); }, flush(c) { const text = decoder.decode(); if (text) c.enqueue(text); } });
        this.encoding = decoder.encoding;
    }
}
class TextEncoderStream extends TransformStream {
    constructor() { super({ transform(chunk, c) { c.enqueue(new TextEncoder().encode(chunk)); } }); this.encoding = 'utf-8'; }
}
class CompressionStream {
    constructor(format) {
        const kinds = { gzip: 'createGzip', deflate: 'createDeflate', 'deflate-raw': 'createDeflateRaw' };
        Object.assign(this, packing(kinds, format));
    }
}
class DecompressionStream {
    constructor(format) {
        const kinds = { gzip: 'createGunzip', deflate: 'createInflate', 'deflate-raw': 'createInflateRaw' };
        Object.assign(this, packing(kinds, format));
    }
}
function packing(kinds, format) {
    if (!Object.hasOwn(kinds, format)) throw require('../node/errors').argumentValue('format', format, "must be one of: 'deflate', 'deflate-raw', 'gzip'");
    return require('../node/stream').Duplex.toWeb(require('../node/zlib')[kinds[format]]());
}
class CountQueuingStrategy {
    constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
    size() { return 1; }
}
class ByteLengthQueuingStrategy {
    constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
    size(chunk) { return chunk.byteLength; }
}
module.exports = { CompressionStream, DecompressionStream, CountQueuingStrategy, ByteLengthQueuingStrategy, ReadableStream, isDisturbed, ReadableStreamDefaultReader, WritableStream, TransformStream, TextDecoderStream, TextEncoderStream };
