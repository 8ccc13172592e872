// TextEncoder, TextDecoder, atob and btoa.
const N = require('evald:natives');
const { coded, argumentType } = require('../node/errors');

function domError(message, name) {
    const { DOMException } = require('./events');
    return new DOMException(message, name);
}
function atob(text) {
    if (arguments.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "data" argument must be specified');
    const plain = String(text).replace(/[\t\n\f\r ]/g, '');
    const unpadded = plain.length % 4 === 0 ? plain.replace(/={1,2}$/, '') : plain;
    if (/[^A-Za-z0-9+/]/.test(unpadded) || unpadded.length % 4 === 1) throw domError('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
    return N.decode(N.encode(unpadded, 'base64'), 'latin1');
}
function btoa(text) {
    if (arguments.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "data" argument must be specified');
    const value = String(text);
    if (/[^\u0000-\u00ff]/.test(value)) throw domError('Invalid character', 'InvalidCharacterError');
    return N.decode(N.encode(value, 'latin1'), 'base64');
}
class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return N.encode(String(text), 'utf8'); }
    encodeInto(text, target) {
        let read = 0, written = 0;
        for (const character of String(text)) {
            const bytes = N.encode(character, 'utf8');
            if (written + bytes.length > target.length) break;
            target.set(bytes, written);
            written += bytes.length;
            read += character.length;
        }
        return { read, written };
    }
}
const encodings = { 'utf-8': ['utf8', 'utf-8', 'unicode-1-1-utf-8'], 'utf-16le': ['utf-16', 'utf-16le', 'ucs-2', 'unicode'], 'windows-1252': ['latin1', 'iso-8859-1', 'ascii', 'us-ascii', 'windows-1252', 'l1'] };
const high = '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
function bytesOf(input) {
    if (input === undefined) return Buffer.alloc(0);
    if (ArrayBuffer.isView(input)) return Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    if (N.classOf(input) === 'ArrayBuffer') return Buffer.from(input);
    throw argumentType('input', ['ArrayBuffer', 'ArrayBufferView'], input);
}
class TextDecoder {
    #decoder = null;
    #started = false;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
        const wanted = String(label).trim().toLowerCase(), name = Object.keys(encodings).find(key => encodings[key].includes(wanted));
        if (name === undefined) throw coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${label}" encoding is not supported`);
        Object.defineProperties(this, { encoding: { value: name, enumerable: true }, fatal: { value: !!fatal, enumerable: true }, ignoreBOM: { value: !!ignoreBOM, enumerable: true } });
    }
    decode(input, { stream = false } = {}) {
        const bytes = bytesOf(input);
        if (this.encoding === 'windows-1252') return N.decode(bytes, 'latin1').replace(/[\u0080-\u009f]/g, c => high[c.charCodeAt(0) - 128]);
        const { StringDecoder } = require('../node/string_decoder');
        this.#decoder ??= new StringDecoder(this.encoding === 'utf-8' ? 'utf8' : 'utf16le');
        const wasStarted = this.#started;
        let text = this.#decoder.write(bytes);
        if (!stream) text += this.#decoder.end();
        if (this.fatal && text.includes('\ufffd') && (this.encoding !== 'utf-8' || !Buffer.from(text).equals(bytes))) {
            this.#decoder = null;
            throw coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.encoding}`);
        }
        this.#started = stream && (wasStarted || text !== '');
        if (!stream) this.#decoder = null;
        return !this.ignoreBOM && !wasStarted && text[0] === '\ufeff' ? text.slice(1) : text;
    }
}
module.exports = { atob, btoa, TextEncoder, TextDecoder };
