// node:string_decoder: characters whose bytes come in several chunks.
const { coded } = require('./errors');

// How many bytes at the end begin a UTF-8 character that is not complete.
function unfinished(bytes) {
    const size = bytes.length;
    for (let back = 1; back <= Math.min(3, size); back++) {
        const byte = bytes[size - back];
        if ((byte & 0xC0) === 0x80) continue;
        const wanted = byte >= 0xF0 && byte < 0xF8 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1;
        return wanted > back ? back : 0;
    }
    return 0;
}
function keptBytes(bytes, encoding) {
    if (encoding === 'utf8') return unfinished(bytes);
    if (encoding === 'base64' || encoding === 'base64url') return bytes.length % 3;
    if (encoding !== 'utf16le') return 0;
    const odd = bytes.length % 2, unitAt = bytes.length - odd - 1;
    return unitAt > 0 && (bytes[unitAt] & 0xFC) === 0xD8 ? odd + 2 : odd;
}
const names = { utf8: 'utf8', 'utf-8': 'utf8', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le', latin1: 'latin1', binary: 'latin1', base64: 'base64', base64url: 'base64url', ascii: 'ascii', hex: 'hex' };

function StringDecoder(encoding) {
    const name = names[String(encoding ?? 'utf8').toLowerCase()];
    if (name === undefined) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    this.encoding = name;
    Object.defineProperty(this, 'kept', { value: Buffer.alloc(0), writable: true });
}
StringDecoder.prototype.write = function (chunk) {
    if (typeof chunk === 'string') return chunk;
    if (!ArrayBuffer.isView(chunk)) throw require('./errors').argumentType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk);
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), bytes = this.kept.length ? Buffer.concat([this.kept, added]) : added;
    const count = keptBytes(bytes, this.encoding);
    this.kept = count ? Buffer.from(bytes.subarray(bytes.length - count)) : Buffer.alloc(0);
    return bytes.toString(this.encoding, 0, bytes.length - count);
};
StringDecoder.prototype.end = function (chunk) {
    let text = chunk === undefined ? '' : this.write(chunk);
    if (this.kept.length) text += this.kept.toString(this.encoding);
    this.kept = Buffer.alloc(0);
    return text;
};
StringDecoder.prototype.text = function (chunk, offset) { this.kept = Buffer.alloc(0); return this.write(chunk.slice(offset)); };
Object.defineProperty(StringDecoder.prototype, 'lastNeed', { get() { return 0; } });
module.exports = { StringDecoder };
