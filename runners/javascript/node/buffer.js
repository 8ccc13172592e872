// node:buffer: Buffer is a Uint8Array with more methods; bytes and texts are turned by C++.
const N = require('evald:natives');
const { coded, argumentType, outOfRange, checkInteger, checkNumber } = require('./errors');
const { encode, decode, isEncoding, compareBytes, findBytes, copyBytes } = N;
const BytesNow = Uint8Array, maxLength = 2 ** 31 - 1;

function Buffer(value, encodingOrOffset, length) {
    return typeof value === 'number' ? Buffer.alloc(value) : Buffer.from(value, encodingOrOffset, length);
}
Buffer.prototype = Object.create(BytesNow.prototype, { constructor: { value: Buffer, writable: true, configurable: true } });
Object.setPrototypeOf(Buffer, BytesNow);
const asBuffer = bytes => N.withPrototype(bytes, Buffer.prototype);

function checkSize(size) {
    checkNumber(size, 'size');
    if (!(size >= 0 && size <= maxLength)) throw outOfRange('size', `>= 0 && <= ${maxLength}`, size);
}
function encodingOf(encoding) {
    if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
    if (!isEncoding(encoding)) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    return encoding;
}
const isBytes = value => ArrayBuffer.isView(value) && N.typedName(value) === 'Uint8Array';
const isArrayBuffer = value => N.classOf(value) === 'ArrayBuffer';

function from(value, encodingOrOffset, length) {
    if (typeof value === 'string') return asBuffer(encode(value, encodingOf(encodingOrOffset)));
    if (value !== null && typeof value === 'object') {
        if (isArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
        if (ArrayBuffer.isView(value) || Array.isArray(value)) return asBuffer(new BytesNow(value));
        const primitive = value.valueOf?.();
        if (primitive != null && primitive !== value && (typeof primitive === 'string' || typeof primitive === 'object')) return from(primitive, encodingOrOffset, length);
        if (value.type === 'Buffer' && Array.isArray(value.data)) return asBuffer(new BytesNow(value.data));
        if (value.length !== undefined) return asBuffer(BytesNow.from(typeof value.length === 'number' ? Array.from(value) : []));
        const text = value[Symbol.toPrimitive]?.('string');
        if (typeof text === 'string') return from(text, encodingOrOffset);
    }
    throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object.' +
        argumentType('x', ['string'], value).message.replace(/^.*?\.(?= Received)/s, ''));
}
function fromArrayBuffer(value, offset = 0, length) {
    const start = Number(offset) || 0, left = value.byteLength - start;
    if (left < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
    const count = length === undefined ? left : Math.max(Number(length) || 0, 0);
    if (count > left) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
    return asBuffer(new BytesNow(value, start, count));
}
function alloc(size, fill, encoding) {
    checkSize(size);
    const buffer = asBuffer(new BytesNow(size));
    return fill !== undefined && fill !== 0 && size > 0 ? buffer.fill(fill, encoding) : buffer;
}
function concat(list, total) {
    if (!Array.isArray(list)) throw argumentType('list', ['Array'], list);
    list.forEach((part, i) => { if (!isBytes(part)) throw argumentType(`list[${i}]`, ['Buffer', 'Uint8Array'], part); });
    const size = total === undefined ? list.reduce((sum, part) => sum + part.length, 0) : total;
    checkInteger(size, 'length', 0, maxLength);
    const out = alloc(size);
    let at = 0;
    for (const part of list) at += copyBytes(out, at, part, 0, part.length);
    return out;
}
function byteLength(value, encoding) {
    if (typeof value === 'string') return encode(value, isEncoding(encoding) ? encoding : 'utf8').length;
    if (ArrayBuffer.isView(value) || isArrayBuffer(value)) return value.byteLength;
    throw argumentType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
}
function checkBytes(value, name) { if (!isBytes(value)) throw argumentType(name, ['Buffer', 'Uint8Array'], value); }
Object.assign(Buffer, {
    from, alloc, concat, byteLength, allocUnsafe: size => alloc(size), allocUnsafeSlow: size => alloc(size), poolSize: 8192,
    isBuffer: value => value instanceof Buffer, isEncoding: value => isEncoding(value),
    compare(a, b) { checkBytes(a, 'buf1'); checkBytes(b, 'buf2'); return compareBytes(a, b); },
    of: (...values) => from(values),
    copyBytesFrom: (view, offset = 0, length = view.length - offset) => { const part = view.slice(offset, offset + length); return asBuffer(new BytesNow(part.buffer)); }
});

const at = (value, otherwise, size) => {
    const number = value === undefined ? otherwise : Math.trunc(Number(value)) || 0;
    return Math.min(Math.max(number < 0 ? number + size : number, 0), size);
};
function wanted(value, encoding) {
    if (typeof value === 'string') return encode(value, encodingOf(encoding));
    if (typeof value === 'number') return new BytesNow([value & 255]);
    if (isBytes(value)) return value;
    throw argumentType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}
function find(buffer, value, from, encoding, backwards) {
    if (typeof from === 'string') { encoding = from; from = undefined; }
    const bytes = wanted(value, encoding), size = buffer.length;
    let start = Number(from);
    if (from === undefined || Number.isNaN(start)) start = backwards ? size : 0;
    start = Math.trunc(start);
    if (start < 0) start += size;
    if (start < 0) { if (backwards) return -1; start = 0; }
    if (bytes.length === 0) return Math.min(start, size);
    return findBytes(buffer, bytes, Math.min(start, size), backwards);
}
const methods = {
    toString(encoding, start, end) {
        if (arguments.length === 0) return decode(this, 'utf8');
        return decode(this, encodingOf(encoding), at(start, 0, Infinity), end === undefined ? this.length : Math.max(Math.trunc(Number(end)) || 0, 0));
    },
    toLocaleString(...args) { return this.toString(...args); },
    toJSON() { return { type: 'Buffer', data: Array.from(this) }; },
    equals(other) { checkBytes(other, 'otherBuffer'); return this === other || compareBytes(this, other) === 0; },
    compare(target, targetStart = 0, targetEnd = target?.length, start = 0, end = this.length) {
        checkBytes(target, 'target');
        return compareBytes(this.subarray(start, end), target.subarray(targetStart, targetEnd));
    },
    indexOf(value, from, encoding) { return find(this, value, from, encoding, false); },
    lastIndexOf(value, from, encoding) { return find(this, value, from, encoding, true); },
    includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0; },
    subarray(start, end) {
        const a = at(start, 0, this.length), b = Math.max(a, at(end, this.length, this.length));
        return asBuffer(new BytesNow(this.buffer, this.byteOffset + a, b - a));
    },
    slice(start, end) { return this.subarray(start, end); },
    copy(target, targetStart = 0, start = 0, end = this.length) {
        if (!ArrayBuffer.isView(target)) throw argumentType('target', ['Buffer', 'Uint8Array'], target);
        if (targetStart < 0) throw outOfRange('targetStart', '>= 0', targetStart);
        if (start < 0 || start > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, start);
        if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
        return targetStart >= target.length || start >= end ? 0 : copyBytes(target, targetStart, this, start, end);
    },
    write(text, offset, length, encoding) {
        if (typeof text !== 'string') throw argumentType('argument', ['string'], text);
        if (typeof offset === 'string') { encoding = offset; offset = length = undefined; }
        else if (typeof length === 'string') { encoding = length; length = undefined; }
        const start = offset === undefined ? 0 : offset, room = this.length - start;
        if (start < 0 || start > this.length) throw outOfRange('offset', `>= 0 && <= ${this.length}`, start);
        const bytes = encode(text, encodingOf(encoding));
        let count = Math.min(bytes.length, room, length === undefined ? room : length);
        if (count < bytes.length && /^utf-?8$/i.test(encoding ?? 'utf8')) while (count > 0 && (bytes[count] & 0xC0) === 0x80) count--;
        return copyBytes(this, start, bytes, 0, count);
    },
    fill(value, offset, end, encoding) {
        if (typeof offset === 'string') { encoding = offset; offset = end = undefined; }
        else if (typeof end === 'string') { encoding = end; end = undefined; }
        const start = offset === undefined ? 0 : offset, stop = end === undefined ? this.length : end;
        if (start < 0 || start > this.length) throw outOfRange('offset', `>= 0 && <= ${this.length}`, start);
        if (stop < 0 || stop > this.length) throw outOfRange('end', `>= 0 && <= ${this.length}`, stop);
        const given = typeof value === 'string' ? encode(value, encodingOf(encoding)) : typeof value === 'object' && value ? value : [Number(value) & 255];
        if (given.length === 0 && value !== '') throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'value' is invalid. Received ${N.describe(value)}`);
        const bytes = given.length === 0 ? new BytesNow(1) : isBytes(given) ? given : new BytesNow(given), size = stop - start;
        // Once, and then what is there already, twice as much each time.
        for (let done = size > 0 ? copyBytes(this, start, bytes, 0, Math.min(bytes.length, size)) : size; done < size;) done += copyBytes(this, start + done, this, start, start + Math.min(done, size - done));
        return this;
    },
    swap16() { return swapped(this, 2); },
    swap32() { return swapped(this, 4); },
    swap64() { return swapped(this, 8); },
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        const most = 50, shown = Array.prototype.map.call(this.subarray(0, most), byte => byte.toString(16).padStart(2, '0')).join(' ');
        const more = this.length > most ? ` ... ${this.length - most} more byte${this.length - most > 1 ? 's' : ''}` : '';
        const extra = Object.keys(this).filter(key => !/^\d+$/.test(key)).map(key => `, ${key}: ${N.inspect(this[key], options)}`).join('');
        return `<${this.constructor.name || 'Buffer'}${shown && ' '}${shown}${more}${extra}>`;
    }
};
function swapped(buffer, size) {
    if (buffer.length % size !== 0) throw coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`);
    for (let i = 0; i < buffer.length; i += size) buffer.subarray(i, i + size).reverse();
    return buffer;
}
for (const encoding of ['utf8', 'latin1', 'hex', 'base64', 'base64url', 'ascii', 'ucs2', 'utf16le']) {
    methods[`${encoding}Slice`] = function (start, end) { return this.toString(encoding, start, end); };
    methods[`${encoding}Write`] = function (text, offset, length) { return this.write(text, offset, length, encoding); };
}
for (const name of Reflect.ownKeys(methods)) Object.defineProperty(Buffer.prototype, name, { value: methods[name], writable: true, configurable: true });
for (const name of ['parent', 'offset']) {
    Object.defineProperty(Buffer.prototype, name, { get() { return name === 'parent' ? this.buffer : this.byteOffset; }, configurable: true });
}
require('./buffer_numbers')(Buffer.prototype);
for (const name of ['map', 'filter']) {
    Object.defineProperty(Buffer.prototype, name, { value(f, self) { return from(Array.from(this)[name](f, self)); }, writable: true, configurable: true });
}

const { atob, btoa } = require('../web/text');
const kMaxLength = maxLength;
module.exports = {
    Buffer, SlowBuffer: Buffer, kMaxLength, kStringMaxLength: 536870888, constants: { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: 536870888 }, INSPECT_MAX_BYTES: 50,
    atob, btoa, isUtf8: bytes => !decode(bytes, 'utf8').includes('\ufffd') || findBytes(bytes, encode('\ufffd', 'utf8'), 0, false) >= 0,
    isAscii: bytes => Array.prototype.every.call(bytes, byte => byte < 128),
    transcode: (bytes, fromEncoding, toEncoding) => from(decode(bytes, fromEncoding), toEncoding),
    get Blob() { return require('../web/blob').Blob; },
    get File() { return require('../web/blob').File; }
};
