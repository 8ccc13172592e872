// node:path for POSIX.
const { checkString } = require('./errors');

function normalizeParts(path, isAbsolute) {
    const out = [];
    for (const part of path.split('/')) {
        if (part === '' || part === '.') continue;
        if (part !== '..') out.push(part);
        else if (out.length && out[out.length - 1] !== '..') out.pop();
        else if (!isAbsolute) out.push('..');
    }
    return out.join('/');
}
function isAbsolute(path) {
    checkString(path, 'path');
    return path[0] === '/';
}
function normalize(path) {
    checkString(path, 'path');
    if (path === '') return '.';
    const absolute = path[0] === '/';
    let text = normalizeParts(path, absolute);
    if (text === '' && !absolute) text = '.';
    if (text !== '' && path[path.length - 1] === '/') text += '/';
    return absolute ? '/' + text : text === './' ? './' : text;
}
function join(...parts) {
    for (const part of parts) checkString(part, 'path');
    const joined = parts.filter(part => part !== '').join('/');
    return joined === '' ? '.' : normalize(joined);
}
function resolve(...parts) {
    let path = '';
    for (let i = parts.length - 1; i >= 0 && path[0] !== '/'; i--) {
        checkString(parts[i], `paths[${i}]`);
        if (parts[i] !== '') path = path === '' ? parts[i] : `${parts[i]}/${path}`;
    }
    if (path[0] !== '/') path = `${process.cwd()}/${path}`;
    return '/' + normalizeParts(path, true);
}
function relative(from, to) {
    checkString(from, 'from');
    checkString(to, 'to');
    const a = resolve(from).split('/').filter(Boolean), b = resolve(to).split('/').filter(Boolean);
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same++;
    return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
}
// The path without slashes at its end, but not less than the root.
function trimmed(path) {
    let end = path.length;
    while (end > 1 && path[end - 1] === '/') end--;
    return path.slice(0, end);
}
function dirname(path) {
    checkString(path, 'path');
    const text = trimmed(path), at = text.lastIndexOf('/');
    if (at < 0) return '.';
    if (at === 0) return text.length > 1 || path.length === 1 || text === '/' ? '/' : '.';
    return trimmed(text.slice(0, at));
}
function basename(path, suffix) {
    if (suffix !== undefined) checkString(suffix, 'suffix');
    checkString(path, 'path');
    if (path === suffix) return '';
    const text = trimmed(path), base = text.slice(text.lastIndexOf('/') + 1);
    return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}
function extname(path) {
    checkString(path, 'path');
    const base = basename(path), at = base.lastIndexOf('.');
    return at <= 0 || base === '..' ? '' : base.slice(at);
}
function parse(path) {
    checkString(path, 'path');
    const root = path[0] === '/' ? '/' : '', base = basename(path), ext = extname(path), folder = dirname(path);
    const dir = folder === '.' && !trimmed(path).startsWith('./') ? '' : folder;
    return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
}
function format(parts) {
    if (parts === null || typeof parts !== 'object') throw require('./errors').argumentType('pathObject', ['object'], parts);
    const dir = parts.dir || parts.root, ext = parts.ext && parts.ext[0] !== '.' ? '.' + parts.ext : parts.ext ?? '';
    const base = parts.base || `${parts.name ?? ''}${ext}`;
    if (!dir) return base;
    return dir === parts.root ? dir + base : `${dir}/${base}`;
}
function matchesGlob(path, pattern) {
    const text = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/?|\*|\?/g, s => s[1] ? '.*' : s === '*' ? '[^/]*' : '[^/]');
    return new RegExp(`^${text}$`).test(path);
}
const path = {
    resolve, normalize, isAbsolute, join, relative, toNamespacedPath: p => p, dirname, basename, extname, format, parse, matchesGlob,
    sep: '/', delimiter: ':', win32: null, posix: null
};
path.posix = path;
// These cells never see a Windows path.
path.win32 = require('./refusal')('path.win32', ['resolve', 'normalize', 'isAbsolute', 'join', 'relative', 'toNamespacedPath', 'dirname', 'basename', 'extname', 'format', 'parse'], { sep: '\\', delimiter: ';', posix: path });
module.exports = path;
