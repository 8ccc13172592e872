// node:fs/promises.
const { calls, optionsOf, bytesOf } = require('./fs_calls');
const { unsupported } = require('./errors');
const promises = { constants: require('./fs_constants') };

class FileHandle extends require('./events') {
    constructor(fd) { super(); Object.defineProperty(this, 'fd', { value: fd, writable: true, enumerable: true }); }
    async read(buffer, ...rest) {
        if (buffer === undefined || !ArrayBuffer.isView(buffer)) { rest = [buffer ?? {}]; buffer = rest[0].buffer ?? Buffer.alloc(16384); }
        return { bytesRead: calls.read(this.fd, buffer, ...rest), buffer };
    }
    async write(data, ...rest) { return { bytesWritten: calls.write(this.fd, data, ...rest), buffer: data }; }
    async readFile(options) { return calls.readFile(this.fd, options); }
    async writeFile(data, options) { calls.writeFile(this.fd, data, options); }
    async appendFile(data, options) { calls.writeFile(this.fd, data, options); }
    async stat(options) { return calls.fstat(this.fd, options); }
    async truncate(length) { calls.ftruncate(this.fd, length); }
    async sync() { calls.fsync(this.fd); }
    async datasync() { calls.fsync(this.fd); }
    async chmod() {}
    async close() { if (this.fd >= 0) { calls.close(this.fd); this.fd = -1; this.emit('close'); } }
    async *readLines(options) { yield* lines(calls.readFile(this.fd, options?.encoding ?? 'utf8')); }
    createReadStream(options) { return require('./fs').createReadStream(null, { ...options, fd: this.fd }); }
    createWriteStream(options) { return require('./fs').createWriteStream(null, { ...options, fd: this.fd }); }
    async [Symbol.for('Symbol.asyncDispose')]() { await this.close(); }
}
function* lines(text) {
    const list = text.split(/\r\n|\n|\r/);
    if (list[list.length - 1] === '') list.pop();
    yield* list;
}
for (const name of Object.keys(calls)) {
    if (!/^(exists|close|read|write|readv|writev|fstat|ftruncate|fsync|fdatasync)$/.test(name)) promises[name] = { async [name](...args) { return calls[name](...args); } }[name];
}
async function collected(data, encoding) {
    if (typeof data === 'string' || ArrayBuffer.isView(data)) return data;
    if (data === null || typeof data !== 'object' || !(data[Symbol.asyncIterator] || data[Symbol.iterator])) return bytesOf(data);
    const parts = [];
    for await (const part of data) parts.push(bytesOf(part, encoding));
    return Buffer.concat(parts);
}
function checkSignal(signal) { if (signal?.aborted) throw Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' }); }
const target = path => path instanceof FileHandle ? path.fd : path;
Object.assign(promises, {
    async open(path, flags, mode) { return new FileHandle(calls.open(path, flags, mode)); },
    async readFile(path, options) { checkSignal(optionsOf(options).signal); return calls.readFile(target(path), options); },
    async writeFile(path, data, options) { checkSignal(optionsOf(options).signal); calls.writeFile(target(path), await collected(data, optionsOf(options).encoding), options); },
    async appendFile(path, data, options) { calls.appendFile(target(path), data, options); },
    watch() { throw unsupported('fs.promises.watch()'); }
});
module.exports = promises;
