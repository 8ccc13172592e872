// node:crypto: hashes, HMAC, random values, key derivation. By OpenSSL.
const N = require('evald:natives');
const { argumentType, argumentValue, checkInteger, coded, outOfRange, unsupported, checkFunction } = require('./errors');
const hex = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

function bytesOf(data, name, encoding) {
    if (typeof data === 'string') return N.encode(data, encoding && N.isEncoding(encoding) ? encoding : 'utf8');
    if (ArrayBuffer.isView(data) || N.classOf(data) === 'ArrayBuffer') return data;
    if (data?.[keyBytes]) return data[keyBytes];
    throw argumentType(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}
const asBuffer = bytes => N.withPrototype(bytes, Buffer.prototype);
const encoded = (bytes, encoding) => encoding && encoding !== 'buffer' ? asBuffer(bytes).toString(encoding) : asBuffer(bytes);
const keyBytes = Symbol('key');
const names = ['md5', 'ripemd160', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'shake128', 'shake256', 'blake2b512', 'blake2s256', 'sm3'];

// One class for both: a hash, or an HMAC, which gathers its parts.
function makeDigestClass(name) {
    return { [name]: class extends require('stream').Transform {
        constructor(state, options) { super(options); Object.defineProperty(this, 'state', { value: state }); }
        update(data, encoding) {
            if (this.state.ended) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
            this.state.add(bytesOf(data, 'data', encoding));
            return this;
        }
        digest(encoding) {
            if (this.state.ended) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
            this.state.ended = true;
            return encoded(this.state.end(), encoding);
        }
        copy(options) {
            if (this.state.ended) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
            return new this.constructor(this.state.copy(), options);
        }
        _transform(chunk, encoding, callback) { this.update(chunk, encoding); callback(); }
        _flush(callback) { this.push(this.digest()); callback(); }
    } }[name];
}
let classes;
const classOf = name => (classes ??= { Hash: makeDigestClass('Hash'), Hmac: makeDigestClass('Hmac') })[name];
const drop = new FinalizationRegistry(number => N.hashDrop(number));
function hashState(number, length) {
    const state = {
        ended: false, add: bytes => N.hashUpdate(number, bytes), end: () => N.hashEnd(number, length), copy: () => hashState(N.hashCopy(number), length)
    };
    drop.register(state, number);
    return state;
}
function createHash(algorithm, options) {
    if (typeof algorithm !== 'string') throw argumentType('algorithm', ['string'], algorithm);
    return new (classOf('Hash'))(hashState(N.hashStart(algorithm), options?.outputLength), options);
}
function createHmac(algorithm, key, options) {
    if (typeof algorithm !== 'string') throw argumentType('hmac', ['string'], algorithm);
    const secret = bytesOf(key, 'key'), state = parts => ({
        ended: false, parts, add(bytes) { parts.push(Buffer.from(ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes)); },
        end: () => N.hmac(algorithm, secret, Buffer.concat(parts)), copy: () => state(parts.slice())
    });
    try { N.hmac(algorithm, secret, new Uint8Array(0)); } catch { throw coded(Error, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`); }
    return new (classOf('Hmac'))(state([]), options);
}
const hash = (algorithm, data, encoding = 'hex') => createHash(algorithm).update(data).digest(encoding);

const later = (work, callback) => {
    checkFunction(callback, 'callback');
    let error = null, value;
    try { value = work(); } catch (e) { error = e; }
    N.timers.setImmediate(() => error ? callback(error) : callback(null, value));
};
function randomBytes(size, callback) {
    checkInteger(size, 'size', 0, 2 ** 31 - 1);
    const work = () => { const bytes = Buffer.alloc(size); N.fillRandom(bytes); return bytes; };
    return callback === undefined ? work() : later(work, callback);
}
function randomFillSync(buffer, offset = 0, size = buffer.byteLength - offset) {
    N.fillRandom(new Uint8Array(buffer.buffer ?? buffer, (buffer.byteOffset ?? 0) + offset, size));
    return buffer;
}
function randomInt(min, max, callback) {
    if (max === undefined || typeof max === 'function') { callback = max; max = min; min = 0; }
    for (const [name, value] of [['min', min], ['max', max]]) if (!Number.isSafeInteger(value)) throw argumentType(name, ['a safe integer'], value);
    if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
    const range = max - min;
    if (range > 2 ** 48 - 1) throw outOfRange('max - min', '<= 281474976710655', range);
    const limit = 2 ** 48 - (2 ** 48 % range), work = () => { for (;;) { const n = randomBytes(6).readUIntBE(0, 6); if (n < limit) return min + n % range; } };
    return callback === undefined ? work() : later(work, callback);
}
function randomUUID() {
    const b = new Uint8Array(16);
    N.fillRandom(b);
    b[6] = (b[6] & 0x0F) | 0x40;
    b[8] = (b[8] & 0x3F) | 0x80;
    const part = (from, to) => Array.prototype.slice.call(b, from, to).map(x => hex[x]).join('');
    return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-');
}
function timingSafeEqual(a, b) {
    for (const [name, value] of [['buf1', a], ['buf2', b]]) if (!ArrayBuffer.isView(value) && N.classOf(value) !== 'ArrayBuffer') throw argumentType(name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
    if (a.byteLength !== b.byteLength) throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
    return N.equalInTime(a, b);
}
function pbkdf2Sync(password, salt, iterations, length, digest) {
    checkInteger(iterations, 'iterations', 1, 2 ** 31 - 1);
    checkInteger(length, 'keylen', 0, 2 ** 31 - 1);
    return asBuffer(N.pbkdf2(bytesOf(password, 'password'), bytesOf(salt, 'salt'), iterations, length, digest));
}
function scryptSync(password, salt, length, options = {}) {
    const { N: cost = options.cost ?? 16384, r = options.blockSize ?? 8, p = options.parallelization ?? 1, maxmem = 32 * 1024 * 1024 } = options;
    return asBuffer(N.scrypt(bytesOf(password, 'password'), bytesOf(salt, 'salt'), length, cost, r, p, maxmem));
}
function hkdfSync(digest, key, salt, info, length) {
    const hmac = (k, data) => createHmac(digest, k).update(data).digest(), secret = hmac(bytesOf(salt, 'salt'), bytesOf(key, 'key'));
    let block = Buffer.alloc(0), out = Buffer.alloc(0);
    for (let i = 1; out.length < length; i++) out = Buffer.concat([out, block = hmac(secret, Buffer.concat([block, Buffer.from(bytesOf(info, 'info')), Buffer.from([i])]))]);
    return new Uint8Array(out.subarray(0, length)).buffer;
}
function createSecretKey(key, encoding) {
    const bytes = Buffer.from(bytesOf(key, 'key', encoding));
    return { type: 'secret', symmetricKeySize: bytes.length, [keyBytes]: bytes, export: options => options?.format === 'jwk' ? { kty: 'oct', k: bytes.toString('base64url') } : Buffer.from(bytes) };
}
module.exports = {
    createHash, createHmac, hash, randomBytes, pseudoRandomBytes: randomBytes, randomFillSync, randomInt, randomUUID, timingSafeEqual, pbkdf2Sync, scryptSync, hkdfSync, createSecretKey,
    randomFill(buffer, ...rest) { const callback = rest.pop(); later(() => randomFillSync(buffer, ...rest), callback); },
    pbkdf2(...args) { const callback = args.pop(); later(() => pbkdf2Sync(...args), callback); },
    scrypt(...args) { const callback = args.pop(); later(() => scryptSync(...args), callback); },
    hkdf(...args) { const callback = args.pop(); later(() => hkdfSync(...args), callback); },
    getHashes: () => names.slice(), getCiphers: () => [], getCurves: () => [], getRandomValues: array => require('../web/crypto').crypto.getRandomValues(array),
    get webcrypto() { return require('../web/crypto').crypto; },
    get subtle() { return require('../web/crypto').crypto.subtle; },
    get Hash() { return classOf('Hash'); },
    get Hmac() { return classOf('Hmac'); },
    constants: {}
};
for (const name of ['createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'sign', 'verify', 'generateKeyPair', 'generateKeyPairSync', 'createPublicKey', 'createPrivateKey', 'createDiffieHellman', 'createECDH', 'publicEncrypt', 'privateDecrypt']) {
    module.exports[name] = () => { throw unsupported(`crypto.${name}()`); };
}
