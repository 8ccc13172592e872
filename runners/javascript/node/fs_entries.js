// What the file system's calls answer with: Stats, Dirent, Dir.
const kinds = { 1: 'fifo', 2: 'character', 4: 'directory', 6: 'block', 8: 'file', 10: 'link', 12: 'socket' };
const asked = { isFile: 'file', isDirectory: 'directory', isSymbolicLink: 'link', isFIFO: 'fifo', isSocket: 'socket', isCharacterDevice: 'character', isBlockDevice: 'block' };

class Stats {
    constructor(status, asBigInt) {
        for (const key of ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs']) {
            this[key] = asBigInt ? BigInt(Math.trunc(status[key])) : status[key];
        }
        for (const key of ['atime', 'mtime', 'ctime', 'birthtime']) {
            if (asBigInt) this[`${key}Ns`] = BigInt(Math.trunc(status[`${key}Ms`] * 1000)) * BigInt(1000);
            this[key] = new Date(Math.round(status[`${key}Ms`]));
        }
    }
}
for (const name of Object.keys(asked)) {
    Object.defineProperty(Stats.prototype, name, { value() { return kinds[Number(this.mode) >> 12] === asked[name]; }, configurable: true, writable: true });
}
const kindKey = Symbol('type');
class Dirent {
    constructor(name, folder, kind) {
        this.name = name;
        this.parentPath = folder;
        this.path = folder;
        this[kindKey] = Number(Object.keys(kinds).find(k => kinds[k] === kind)) === 8 ? 1 : kind === 'directory' ? 2 : kind === 'link' ? 3 : 0;
        Object.defineProperty(this, 'kind', { value: kind });
    }
}
for (const name of Object.keys(asked)) {
    Object.defineProperty(Dirent.prototype, name, { value() { return this.kind === asked[name]; }, configurable: true, writable: true });
}
class Dir {
    #left;
    constructor(path, entries) { this.path = path; this.#left = entries; }
    readSync() { return this.#left.shift() ?? null; }
    async read() { return this.readSync(); }
    closeSync() {}
    async close() {}
    async *[Symbol.asyncIterator]() { for (let entry; (entry = this.readSync()) !== null;) yield entry; }
}
// File systems that don't tell types in their listings are asked for each entry.
const kindOfDirent = (type, mode) => kinds[type] ?? kinds[mode() >> 12];
module.exports = { Stats, Dirent, Dir, kindOfDirent };
