// The file system's calls as node:fs has them, synchronous; the other forms are made of these.
const N = require('evald:natives');
const { argumentType, argumentValue, coded, checkInteger, checkNumber } = require('./errors');
const { Stats, Dirent, kindOfDirent } = require('./fs_entries');
const constants = require('./fs_constants');

function pathOf(value, name = 'path') {
    if (typeof value === 'string') { if (value.includes('\0')) throw argumentValue(name, value, 'must be a string, Uint8Array, or URL without null bytes'); return value; }
    if (ArrayBuffer.isView(value)) return Buffer.from(value).toString();
    if (value !== null && typeof value === 'object' && typeof value.href === 'string') return require('./url').fileURLToPath(value);
    throw argumentType(name, ['string', 'Buffer', 'URL'], value);
}
const flagsOf = flags => {
    if (typeof flags === 'number') return flags;
    const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_SYNC } = constants;
    const known = {
        r: O_RDONLY, rs: O_RDONLY | O_SYNC, 'r+': O_RDWR, 'rs+': O_RDWR | O_SYNC, w: O_WRONLY | O_CREAT | O_TRUNC, wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL,
        'w+': O_RDWR | O_CREAT | O_TRUNC, 'wx+': O_RDWR | O_CREAT | O_TRUNC | O_EXCL, a: O_WRONLY | O_CREAT | O_APPEND, ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL,
        'a+': O_RDWR | O_CREAT | O_APPEND, 'ax+': O_RDWR | O_CREAT | O_APPEND | O_EXCL, as: O_WRONLY | O_CREAT | O_APPEND | O_SYNC
    }[flags ?? 'r'];
    if (known === undefined) throw argumentValue('flags', flags);
    return known;
};
const modeOf = (mode, otherwise) => mode === undefined || mode === null ? otherwise : typeof mode === 'string' ? parseInt(mode, 8) : mode;
function optionsOf(options) {
    const known = typeof options === 'string' ? { encoding: options } : options ?? {}, { encoding } = known;
    if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw argumentValue('encoding', encoding, 'is invalid encoding');
    return known;
}
function encoded(bytes, { encoding } = {}) {
    const buffer = N.withPrototype(bytes, Buffer.prototype);
    return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}
function bytesOf(data, encoding) {
    if (typeof data === 'string') return Buffer.from(data, encoding || 'utf8');
    if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    throw argumentType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}
// What a failing call says of two paths.
function two(call, from, to) {
    try { N.changeTwo(call, from, to); }
    catch (error) {
        if (error.path !== undefined) { error.message += ` -> '${to}'`; error.dest = to; }
        throw error;
    }
}
function withFile(path, flags, mode, use) {
    if (typeof path === 'number') return use(path);
    const fd = N.openFile(pathOf(path), flagsOf(flags), mode);
    try { return use(fd); }
    catch (error) { if (error.code === 'EISDIR') error.message = 'EISDIR: illegal operation on a directory, read'; throw error; }
    finally { N.closeFile(fd); }
}
function statOrNothing(call, path, { throwIfNoEntry = true, bigint = false } = {}) {
    try { return new Stats(N.fileStatus(path, call === 'lstat'), bigint); }
    catch (error) {
        if (!throwIfNoEntry && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
        throw error;
    }
}
function makeFolder(path, options) {
    const { recursive = false, mode } = typeof options === 'object' && options !== null ? options : { mode: options };
    const folder = pathOf(path), bits = modeOf(mode, 0o777);
    if (!recursive) { N.change('mkdir', folder, bits); return undefined; }
    const { resolve, dirname } = require('./path'), missing = [];
    let at = resolve(folder);
    while (N.pathKind(at) === 0) { missing.push(at); at = dirname(at); }
    if (N.pathKind(at) !== 2) N.change('mkdir', at === resolve(folder) ? folder : missing[missing.length - 1], bits);
    for (const one of missing.slice().reverse()) N.change('mkdir', one, bits);
    return missing[missing.length - 1];
}
function remove(path, { recursive = false, force = false } = {}) {
    const text = pathOf(path), status = statOrNothing('lstat', text, { throwIfNoEntry: false });
    if (status === undefined) {
        if (force) return;
        N.fileStatus(text, true);
    }
    if (!status.isDirectory()) { N.change('unlink', text); return; }
    if (!recursive) throw Object.assign(coded(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${text}`), { name: 'SystemError', errno: 21, syscall: 'rm', path: text });
    for (const name of names(text)) remove(`${text}/${name}`, { recursive: true, force });
    N.change('rmdir', text);
}
const names = folder => N.readFolder(folder).filter((_, i) => i % 2 === 0);
function entries(folder, { withFileTypes = false, recursive = false, encoding } = {}, inner = '') {
    const list = N.readFolder(folder), out = [];
    for (let i = 0; i < list.length; i += 2) {
        const name = list[i], kind = kindOfDirent(list[i + 1], () => N.fileStatus(`${folder}/${name}`, true).mode);
        out.push(withFileTypes ? new Dirent(name, folder, kind) : encoding === 'buffer' ? Buffer.from(inner + name) : inner + name);
        if (recursive && kind === 'directory') out.push(...entries(`${folder}/${name}`, { withFileTypes, recursive }, `${inner}${name}/`));
    }
    return out;
}
function copyTree(from, to, options) {
    const status = N.fileStatus(from, !options.dereference), stats = new Stats(status);
    if (options.filter && !options.filter(from, to)) return;
    if (stats.isDirectory()) {
        if (!options.recursive) throw coded(Error, 'ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${from} is a directory (not copied)) ${to}`);
        makeFolder(to, { recursive: true });
        for (const name of names(from)) copyTree(`${from}/${name}`, `${to}/${name}`, options);
    } else if (stats.isSymbolicLink()) {
        if (N.pathKind(to)) N.change('unlink', to);
        N.changeTwo('symlink', N.readLink(from), to);
    } else {
        if (N.pathKind(to) && options.force === false) { if (options.errorOnExist) throw coded(Error, 'ERR_FS_CP_EEXIST', `Target already exists: cp returned EEXIST (${to} already exists) ${to}`); return; }
        makeFolder(require('./path').dirname(to), { recursive: true });
        calls.copyFile(from, to);
    }
}
const seconds = time => time instanceof Date ? time.getTime() / 1000 : Number(time);
const calls = {
    readFile(path, options) {
        const { encoding, flag } = optionsOf(options);
        return withFile(path, flag ?? 'r', 0o666, fd => encoded(N.readAll(fd), { encoding }));
    },
    writeFile(path, data, options) {
        const { encoding, flag, mode } = optionsOf(options), bytes = bytesOf(data, encoding);
        withFile(path, flag ?? 'w', modeOf(mode, 0o666), fd => { N.writeBytes(fd, bytes, 0, bytes.length, null); });
    },
    appendFile(path, data, options) { calls.writeFile(path, data, { flag: 'a', ...optionsOf(options) }); },
    open: (path, flags, mode) => N.openFile(pathOf(path), flagsOf(flags), modeOf(mode, 0o666)),
    close(fd) { checkInteger(fd, 'fd', 0); N.closeFile(fd); },
    read(fd, buffer, offset, length, position) {
        if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
        offset ??= 0;
        return N.readBytes(fd, buffer, offset, length ?? buffer.byteLength - offset, position ?? null);
    },
    write(fd, data, offset, length, position) {
        if (typeof data === 'string') { const bytes = Buffer.from(data, typeof length === 'string' ? length : 'utf8'); return N.writeBytes(fd, bytes, 0, bytes.length, typeof offset === 'number' ? offset : null); }
        if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
        offset ??= 0;
        return N.writeBytes(fd, data, offset, length ?? data.byteLength - offset, position ?? null);
    },
    readv: (fd, buffers, position) => buffers.reduce((sum, b) => sum + N.readBytes(fd, b, 0, b.byteLength, position == null ? null : position + sum), 0),
    writev: (fd, buffers, position) => buffers.reduce((sum, b) => sum + N.writeBytes(fd, b, 0, b.byteLength, position == null ? null : position + sum), 0),
    stat: (path, options) => statOrNothing('stat', pathOf(path), options ?? {}),
    lstat: (path, options) => statOrNothing('lstat', pathOf(path), options ?? {}),
    fstat(fd, options) { checkNumber(fd, 'fd'); return new Stats(N.fileStatus(fd, false), options?.bigint); },
    exists(path) { try { return N.pathKind(pathOf(path)) !== 0; } catch { return false; } },
    access(path, mode = 0) { N.change('access', pathOf(path), mode); },
    readdir: (path, options) => entries(pathOf(path), optionsOf(options)),
    mkdir: makeFolder,
    rmdir(path, options) { options?.recursive ? remove(path, { recursive: true }) : N.change('rmdir', pathOf(path)); },
    rm: remove,
    unlink(path) { N.change('unlink', pathOf(path)); },
    rename(from, to) { two('rename', pathOf(from, 'oldPath'), pathOf(to, 'newPath')); },
    link(from, to) { two('link', pathOf(from), pathOf(to)); },
    symlink(target, path) { two('symlink', pathOf(target, 'target'), pathOf(path)); },
    readlink: path => N.readLink(pathOf(path)),
    realpath: path => N.strictRealPath(pathOf(path)),
    copyFile(from, to, mode = 0) {
        const source = pathOf(from, 'src'), target = pathOf(to, 'dest');
        try {
            const fd = N.openFile(source, constants.O_RDONLY, 0);
            try {
                const bytes = N.readAll(fd), bits = N.fileStatus(fd, false).mode & 0o777;
                const out = N.openFile(target, flagsOf(mode & constants.COPYFILE_EXCL ? 'wx' : 'w'), bits);
                try { N.writeBytes(out, bytes, 0, bytes.length, null); } finally { N.closeFile(out); }
            } finally { N.closeFile(fd); }
        } catch (error) {
            error.message = error.message.replace(/, (open|read|write).*$/, `, copyfile '${source}' -> '${target}'`);
            throw Object.assign(error, { syscall: 'copyfile', path: source, dest: target });
        }
    },
    cp(from, to, options = {}) { copyTree(pathOf(from, 'src'), pathOf(to, 'dest'), options); },
    chmod(path, mode) { N.change('chmod', pathOf(path), modeOf(mode)); },
    chown(path, uid, gid) { N.change('chown', pathOf(path), uid, gid); },
    utimes(path, atime, mtime) { N.change('utime', pathOf(path), seconds(atime), seconds(mtime)); },
    truncate(path, length = 0) { withFile(path, 'r+', 0o666, fd => N.truncateFile(fd, length)); },
    ftruncate(fd, length = 0) { N.truncateFile(fd, length); },
    fsync(fd) { N.syncFile(fd); },
    fdatasync(fd) { N.syncFile(fd); },
    mkdtemp: prefix => N.makeTemporaryFolder(pathOf(prefix, 'prefix')),
    opendir: path => new (require('./fs_entries').Dir)(pathOf(path), entries(pathOf(path), { withFileTypes: true }))
};
module.exports = { calls, pathOf, optionsOf, encoded, bytesOf };
