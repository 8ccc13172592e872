// node:fs: each call in three forms. The work itself is done at once; only its outcome comes later.
const { calls, pathOf, optionsOf } = require('./fs_calls');
const { Stats, Dirent, Dir } = require('./fs_entries');
const { checkFunction, unsupported } = require('./errors');
const constants = require('./fs_constants');
const { timers } = require('evald:natives');
const fs = { constants, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, Stats, Dirent, Dir };

for (const name of Object.keys(calls)) {
    fs[`${name}Sync`] = { [`${name}Sync`]: (...args) => calls[name](...args) }[`${name}Sync`];
    fs[name] = {
        [name](...args) {
            const callback = args.pop();
            checkFunction(callback, 'cb');
            let error = null, value;
            try { value = calls[name](...args); }
            catch (e) { if (/^ERR_(INVALID|OUT)/.test(e.code)) throw e; error = e; }
            timers.setImmediate(() => error ? callback(error) : value === undefined ? callback(null) : callback(null, value, args[1]));
        }
    }[name];
}
fs.exists = (path, callback) => { const found = calls.exists(path); timers.setImmediate(() => callback(found)); };
fs.exists[Symbol.for('nodejs.util.promisify.custom')] = async path => calls.exists(path);
fs.realpath.native = fs.realpath;
fs.realpathSync.native = fs.realpathSync;
fs.lchown = fs.chown;
fs.watch = fs.watchFile = () => { throw unsupported('fs.watch()'); };
fs.unwatchFile = () => {};
for (const [form, wait] of [['Sync', false], ['', true]]) {
    fs[`fchmod${form}`] = fs[`fchown${form}`] = fs[`futimes${form}`] = (...args) => { if (wait) timers.setImmediate(args.pop(), null); };
}

function makeStreams() {
    const { Readable, Writable } = require('stream');
    class ReadStream extends Readable {
        constructor(path, options) {
            const wanted = optionsOf(options);
            super({ highWaterMark: wanted.highWaterMark ?? 65536, encoding: wanted.encoding, signal: wanted.signal, autoDestroy: wanted.autoClose !== false });
            Object.assign(this, { path, fd: wanted.fd ?? null, flags: wanted.flags ?? 'r', mode: wanted.mode ?? 0o666, start: wanted.start, end: wanted.end ?? Infinity, bytesRead: 0, pos: wanted.start });
        }
        _construct(callback) {
            try { if (typeof this.fd !== 'number') this.fd = calls.open(this.path, this.flags, this.mode); }
            catch (error) { callback(error); return; }
            callback();
            this.emit('open', this.fd);
            this.emit('ready');
        }
        // Later, so that a chunk is asked for when the one before was taken.
        _read(size) { timers.setImmediate(() => this.readMore(size)); }
        readMore(size) {
            if (this.destroyed || this.fd === null) return;
            try {
                const left = this.pos === undefined ? this.end + 1 - this.bytesRead : this.end + 1 - this.pos, wanted = Math.min(size, left);
                if (!(wanted > 0)) { this.push(null); return; }
                const buffer = Buffer.alloc(wanted), count = calls.read(this.fd, buffer, 0, wanted, this.pos ?? null);
                this.bytesRead += count;
                if (this.pos !== undefined) this.pos += count;
                this.push(count > 0 ? buffer.subarray(0, count) : null);
            } catch (error) { this.destroy(error); }
        }
        _destroy(error, callback) { closeOnce(this); callback(error); }
        close(callback) { if (callback) this.once('close', callback); this.destroy(); }
    }
    class WriteStream extends Writable {
        constructor(path, options) {
            const wanted = optionsOf(options);
            super({ highWaterMark: wanted.highWaterMark, defaultEncoding: wanted.encoding, signal: wanted.signal, decodeStrings: true });
            Object.assign(this, { path, fd: wanted.fd ?? null, flags: wanted.flags ?? 'w', mode: wanted.mode ?? 0o666, pos: wanted.start, bytesWritten: 0 });
        }
        _construct(callback) { ReadStream.prototype._construct.call(this, callback); }
        _write(chunk, encoding, callback) {
            try {
                this.bytesWritten += calls.write(this.fd, chunk, 0, chunk.length, this.pos ?? null);
                if (this.pos !== undefined) this.pos += chunk.length;
                callback();
            } catch (error) { callback(error); }
        }
        _destroy(error, callback) { closeOnce(this); callback(error); }
        close(callback) { if (callback) this.writableFinished ? process.nextTick(callback) : this.once('close', callback); this.end(); }
    }
    function closeOnce(stream) {
        if (typeof stream.fd !== 'number') return;
        try { calls.close(stream.fd); } catch { /* closed by somebody else */ }
        stream.fd = null;
    }
    return { ReadStream, WriteStream };
}
let streams;
const streamClass = name => (streams ??= makeStreams())[name];
for (const name of ['ReadStream', 'WriteStream']) Object.defineProperty(fs, name, { enumerable: true, configurable: true, get: () => streamClass(name) });
fs.createReadStream = (path, options) => new (streamClass('ReadStream'))(typeof optionsOf(options).fd === 'number' ? path : pathOf(path), options);
fs.createWriteStream = (path, options) => new (streamClass('WriteStream'))(typeof optionsOf(options).fd === 'number' ? path : pathOf(path), options);
Object.defineProperty(fs, 'promises', { enumerable: true, configurable: true, get: () => require('./fs_promises') });
module.exports = fs;
