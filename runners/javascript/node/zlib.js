// node:zlib: gzip, deflate, raw deflate; whole buffers at once, also behind the streams.
const N = require('evald:natives');
const { coded, checkFunction, argumentType, unsupported } = require('./errors');
const kinds = { gzip: [true, 31], gunzip: [false, 31], deflate: [true, 15], inflate: [false, 15], deflateRaw: [true, -15], inflateRaw: [false, -15], unzip: [false, 47] };
const constants = { Z_NO_FLUSH: 0, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1, Z_DEFAULT_STRATEGY: 0 };

function work(name, data, options = {}) {
    const [packs, bits] = kinds[name], bytes = typeof data === 'string' ? Buffer.from(data) : data;
    if (!ArrayBuffer.isView(bytes) && N.classOf(bytes) !== 'ArrayBuffer') throw argumentType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data);
    try { return N.withPrototype(packs ? N.deflate(bytes, bits, options.level ?? -1) : N.inflate(bytes, bits, options.maxOutputLength ?? 2 ** 30), Buffer.prototype); }
    catch (error) {
        if (error instanceof RangeError) throw coded(RangeError, 'ERR_BUFFER_TOO_LARGE', error.message);
        const isShort = error.message === 'unexpected end of file';
        throw Object.assign(error, { errno: isShort ? -5 : -3, code: isShort ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR' });
    }
}
const zlib = { constants, ...constants, crc32: (data, value = 0) => N.crc32(typeof data === 'string' ? Buffer.from(data) : data, value) };
for (const name of Object.keys(kinds)) {
    zlib[`${name}Sync`] = (data, options) => work(name, data, options);
    zlib[name] = (data, options, callback) => {
        if (typeof options === 'function') { callback = options; options = {}; }
        checkFunction(callback, 'callback');
        let error = null, value;
        try { value = work(name, data, options); } catch (e) { error = e; }
        N.timers.setImmediate(() => error ? callback(error) : callback(null, value));
    };
    const title = name[0].toUpperCase() + name.slice(1);
    zlib[`create${title}`] = options => {
        const { Transform } = require('stream'), parts = [];
        return new Transform({
            transform(chunk, encoding, callback) { parts.push(chunk); callback(); },
            flush(callback) { try { this.push(work(name, Buffer.concat(parts), options)); callback(); } catch (error) { callback(error); } }
        });
    };
}
for (const name of ['brotliCompress', 'brotliDecompress']) zlib[name] = zlib[`${name}Sync`] = () => { throw unsupported(`zlib.${name}()`); };
module.exports = zlib;
