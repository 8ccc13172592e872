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
    if (/[^A-Za-z0-9+/]/.test(unpadded)) throw domError('Invalid character', 'InvalidCharacterError');
    if (unpadded.length % 4 === 1) throw domError('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
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
const encodings = { 'utf-8': ['utf8', 'utf-8', 'unicode-1-1-utf-8'], 'utf-16le': ['utf-16', 'utf-16le', 'ucs-2', 'unicode', 'iso-10646-ucs-2'], 'windows-1252': ['latin1', 'iso-8859-1', 'iso8859-1', 'ascii', 'us-ascii', 'windows-1252', 'cp1252', 'l1'] };
// Those that ICU decodes, by the names that pages and mails use for them.
const older = {
    'utf-16be': [], 'iso-8859-2': ['latin2', 'l2'], 'iso-8859-3': ['latin3'], 'iso-8859-4': ['latin4'], 'iso-8859-5': ['cyrillic'], 'iso-8859-6': ['arabic'], 'iso-8859-7': ['greek'], 'iso-8859-8': ['hebrew'],
    'iso-8859-10': ['latin6'], 'iso-8859-13': [], 'iso-8859-14': [], 'iso-8859-15': ['latin9', 'l9'], 'windows-874': ['iso-8859-11', 'tis-620'], 'windows-1250': ['cp1250'], 'windows-1251': ['cp1251'], 'windows-1253': ['cp1253'],
    'windows-1254': ['cp1254', 'iso-8859-9', 'latin5', 'l5'], 'windows-1255': ['cp1255'], 'windows-1256': ['cp1256'], 'windows-1257': ['cp1257'], 'windows-1258': ['cp1258'], 'koi8-r': ['koi8', 'koi'], 'koi8-u': [], ibm866: ['cp866', '866'],
    macintosh: ['mac'], gbk: ['gb2312', 'chinese', 'gb_2312-80', 'x-gbk'], gb18030: [], big5: ['big5-hkscs', 'cn-big5', 'x-x-big5'], 'euc-jp': ['x-euc-jp'], 'iso-2022-jp': [], shift_jis: ['shift-jis', 'sjis', 'ms_kanji', 'windows-31j', 'x-sjis'],
    'euc-kr': ['korean', 'ks_c_5601-1987', 'windows-949']
};
const find = (table, wanted) => Object.keys(table).find(key => key === wanted || table[key].includes(wanted));
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
    #kept = [];
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
        const wanted = String(label).trim().toLowerCase(), name = find(encodings, wanted) ?? find(older, wanted);
        if (name === undefined) throw coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${label}" encoding is not supported`);
        Object.defineProperties(this, { encoding: { value: name, enumerable: true }, fatal: { value: !!fatal, enumerable: true }, ignoreBOM: { value: !!ignoreBOM, enumerable: true } });
    }
    #invalid() { return coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.encoding}`); }
    // A stream's text comes at its end: what a byte means may depend on those before it.
    #decodeOlder(bytes, stream) {
        this.#kept.push(Buffer.from(bytes));
        if (stream) return '';
        const text = N.intl.decodeText(this.encoding, Buffer.concat(this.#kept.splice(0)), this.fatal);
        if (text === undefined) throw this.#invalid();
        return text;
    }
    decode(input, { stream = false } = {}) {
        const bytes = bytesOf(input);
        if (this.encoding === 'windows-1252') return N.decode(bytes, 'latin1').replace(/[\u0080-\u009f]/g, c => high[c.charCodeAt(0) - 128]);
        if (encodings[this.encoding] === undefined) return this.#decodeOlder(bytes, stream);
        const { StringDecoder } = require('../node/string_decoder');
        this.#decoder ??= new StringDecoder(this.encoding === 'utf-8' ? 'utf8' : 'utf16le');
        const wasStarted = this.#started;
        let text = this.#decoder.write(bytes);
        if (!stream) text += this.#decoder.end();
        if (this.fatal && text.includes('\ufffd') && (this.encoding !== 'utf-8' || !Buffer.from(text).equals(bytes))) {
            this.#decoder = null;
            throw this.#invalid();
        }
        this.#started = stream && (wasStarted || text !== '');
        if (!stream) this.#decoder = null;
        return !this.ignoreBOM && !wasStarted && text[0] === '\ufeff' ? text.slice(1) : text;
    }
}
module.exports = { atob, btoa, TextEncoder, TextDecoder };
