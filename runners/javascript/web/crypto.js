// crypto of the web: random values and digests.
const N = require('evald:natives');
const { DOMException } = require('./events');
const { unsupported } = require('../node/errors');
const algorithms = { 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
const bytesOf = data => ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
class SubtleCrypto {
    async digest(algorithm, data) {
        const name = String(typeof algorithm === 'object' ? algorithm.name : algorithm).toUpperCase();
        if (algorithms[name] === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
        if (!ArrayBuffer.isView(data) && N.classOf(data) !== 'ArrayBuffer') throw new TypeError("Failed to execute 'digest' on 'SubtleCrypto': 2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.");
        const number = N.hashStart(algorithms[name]);
        N.hashUpdate(number, bytesOf(data));
        return new Uint8Array(N.hashEnd(number)).buffer;
    }
    async importKey(format, key, algorithm, extractable, usages) {
        const name = String(typeof algorithm === 'object' ? algorithm.name : algorithm);
        if (format !== 'raw' || name.toUpperCase() !== 'HMAC') throw new DOMException('Only raw HMAC keys can be imported here', 'NotSupportedError');
        const hash = typeof algorithm.hash === 'object' ? algorithm.hash.name : algorithm.hash;
        return { type: 'secret', extractable, usages, algorithm: { name: 'HMAC', hash: { name: hash }, length: key.byteLength * 8 }, [secret]: Buffer.from(bytesOf(key)) };
    }
    async sign(algorithm, key, data) {
        if (!key?.[secret]) throw new DOMException('Only HMAC keys can sign here', 'NotSupportedError');
        return new Uint8Array(N.hmac(algorithms[key.algorithm.hash.name.toUpperCase()], key[secret], bytesOf(data))).buffer;
    }
    async verify(algorithm, key, signature, data) { return N.equalInTime(bytesOf(signature), bytesOf(await this.sign(algorithm, key, data))); }
}
const secret = Symbol('secret');
for (const name of ['encrypt', 'decrypt', 'generateKey', 'deriveKey', 'deriveBits', 'exportKey', 'wrapKey', 'unwrapKey']) {
    SubtleCrypto.prototype[name] = { async [name]() { throw unsupported(`crypto.subtle.${name}()`); } }[name];
}
class Crypto {
    #subtle = new SubtleCrypto();
    get subtle() { return this.#subtle; }
    getRandomValues(array) {
        if (!ArrayBuffer.isView(array) || /^Float|^DataView/.test(N.typedName(array))) throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
        if (array.byteLength > 65536) throw new DOMException(`The requested length exceeds 65,536 bytes`, 'QuotaExceededError');
        N.fillRandom(bytesOf(array));
        return array;
    }
    randomUUID() { return require('../node/crypto').randomUUID(); }
}
Object.defineProperty(Crypto.prototype, Symbol.toStringTag, { value: 'Crypto', configurable: true });
module.exports = { Crypto, SubtleCrypto, crypto: new Crypto() };
