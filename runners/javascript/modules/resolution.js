// From a specifier to a file: Node's algorithm for both kinds of modules, with what it says when nothing is found.
(function (N, R) {
'use strict';
var create = Object.create, parse = JSON.parse, isArray = Array.isArray, keysOf = Object.keys, ErrorNow = N.global('Error');
var M = N.modules = create(null), packages = create(null);
M.forgetPackages = function () { packages = create(null); };

M.failure = function (Kind, code, message) {
    var e = new Kind(message);
    N.define(e, 'code', code, 1);
    return e;
};
function normalize(path) {
    var out = [], parts = path.split('/');
    for (var i = 0; i < parts.length; i++) {
        if (parts[i] === '..') out.pop();
        else if (parts[i] !== '' && parts[i] !== '.') out.push(parts[i]);
    }
    return '/' + out.join('/');
}
// Made by the library's own RegExp, which texts' methods expect.
var hostPart = R.regex('^file:(//(localhost)?)?', ''), queryPart = R.regex('[?#].*$', ''), special = R.regex('[?#]', 'g');
function folderOf(path) { var at = path.lastIndexOf('/'); return at <= 0 ? '/' : path.slice(0, at); }
function join(a, b) { return normalize(a + '/' + b); }
M.normalize = normalize;
M.folderOf = folderOf;
M.join = join;
M.urlOf = function (path) { return 'file://' + encodeURI(path).replace(special, encodeURIComponent); };
M.pathOfUrl = function (url) { return normalize(decodeURIComponent(url.replace(hostPart, '').replace(queryPart, ''))); };
M.cellUrl = function () { return M.urlOf(N.process.cwd() + '/[cell]'); };

// The package.json of a folder, or null.
M.packageIn = function (folder) {
    var path = join(folder, 'package.json');
    if (packages[path] !== undefined) return packages[path];
    if (N.pathKind(path) !== 1) return packages[path] = null;
    try { return packages[path] = parse(N.readSource(path)); }
    catch (e) { throw M.failure(ErrorNow, 'ERR_INVALID_PACKAGE_CONFIG', 'Invalid package config ' + path + '. ' + e.message); }
};
M.packageAround = function (path) {
    for (var folder = folderOf(path); ; folder = folderOf(folder)) {
        var found = M.packageIn(folder);
        if (found !== null) return {folder: folder, config: found};
        if (folder === '/' || /\/node_modules$/.test(folder)) return null;
    }
};

var endings = ['.js', '.json', '.mjs', '.cjs'];
function asFile(path) {
    if (N.pathKind(path) === 1) return path;
    for (var i = 0; i < endings.length; i++) if (N.pathKind(path + endings[i]) === 1) return path + endings[i];
}
function asFolder(path) {
    if (N.pathKind(path) !== 2) return undefined;
    var config = M.packageIn(path), entries = config === null ? [] : [config.main, config.module], found;
    for (var i = 0; i < entries.length; i++) {
        if (typeof entries[i] !== 'string') continue;
        found = asFile(join(path, entries[i])) || asFile(join(path, entries[i] + '/index'));
        if (found !== undefined) return found;
    }
    return asFile(join(path, 'index'));
}
function asEither(path) { return asFile(path) || asFolder(path); }

// `exports` and `imports`: the first condition that applies, patterns by their longest beginning.
function target(value, folder, conditions, star) {
    if (typeof value === 'string') return join(folder, star === undefined ? value : value.split('*').join(star));
    if (isArray(value)) {
        for (var i = 0; i < value.length; i++) { var one = target(value[i], folder, conditions, star); if (one != null) return one; }
        return null;
    }
    if (value === null || typeof value !== 'object') return null;
    for (var key in value) {
        if (key !== 'default' && conditions.indexOf(key) < 0) continue;
        var found = target(value[key], folder, conditions, star);
        if (found !== undefined && found !== null) return found;
    }
    return undefined;
}
function mapped(map, subpath, folder, conditions) {
    if (Object.prototype.hasOwnProperty.call(map, subpath) && subpath.indexOf('*') < 0) return target(map[subpath], folder, conditions);
    var best = null, keys = keysOf(map);
    for (var i = 0; i < keys.length; i++) {
        var at = keys[i].indexOf('*');
        if (at < 0) continue;
        var start = keys[i].slice(0, at), end = keys[i].slice(at + 1);
        var fits = subpath.length >= start.length + end.length && subpath.indexOf(start) === 0 && subpath.slice(subpath.length - end.length) === end;
        if (fits && (best === null || start.length > best.start.length)) best = {key: keys[i], start: start, star: subpath.slice(at, subpath.length - end.length)};
    }
    return best === null ? undefined : target(map[best.key], folder, conditions, best.star);
}
function exported(folder, config, subpath, conditions) {
    var map = config.exports;
    if (typeof map === 'string' || isArray(map) || (typeof map === 'object' && keysOf(map).every(function (k) { return k[0] !== '.'; }))) map = {'.': map};
    var found = mapped(map, subpath, folder, conditions);
    if (found == null) {
        var what = subpath === '.' ? "No \"exports\" main defined in " : "Package subpath '" + subpath + "' is not defined by \"exports\" in ";
        throw M.failure(ErrorNow, 'ERR_PACKAGE_PATH_NOT_EXPORTED', what + folder + '/package.json');
    }
    return found;
}
function inPackage(folder, subpath, conditions) {
    var config = M.packageIn(folder);
    if (config !== null && config.exports != null) return exported(folder, config, subpath, conditions);
    return subpath === '.' ? asFolder(folder) : asEither(join(folder, subpath));
}
function foldersFrom(start) {
    var list = [];
    for (var folder = start; ; folder = folderOf(folder)) {
        if (!/\/node_modules$/.test(folder)) list.push(folder === '/' ? '/node_modules' : folder + '/node_modules');
        if (folder === '/') break;
    }
    var more = N.process.env.NODE_PATH;
    return more ? list.concat(more.split(':').filter(function (p) { return p !== ''; })) : list;
}
M.foldersFrom = foldersFrom;

var conditionsOf = {import: ['node', 'import', 'module-sync'], require: ['node', 'require', 'module-sync']};
function notFound(specifier, parent, how, looked, isPackage) {
    var from = parent === null ? 'a cell' : parent.path, text = "Cannot find " + (isPackage && how === 'import' ? 'package' : 'module') + " '" + specifier + "'";
    if (how === 'import') text += ' imported from ' + from;
    else if (parent !== null) text += '\nRequire stack:\n- ' + from;
    return M.failure(ErrorNow, how === 'import' ? 'ERR_MODULE_NOT_FOUND' : 'MODULE_NOT_FOUND', text + '\nLooked in:\n- ' + looked.join('\n- '));
}
// The real path of the file that `specifier` names for `parent` (null: a cell).
M.resolve = function (specifier, parent, how) {
    var base = parent === null ? N.process.cwd() : folderOf(parent.path), conditions = conditionsOf[how], found, wanted, looked;
    if (/^file:/.test(specifier)) wanted = M.pathOfUrl(specifier);
    else if (/^~\//.test(specifier)) wanted = join(N.process.env.HOME || '/', specifier.slice(2));
    else if (specifier[0] === '/') wanted = normalize(specifier);
    else if (/^\.\.?(\/|$)/.test(specifier)) wanted = join(base, specifier);
    if (wanted !== undefined) {
        found = /\/$/.test(specifier) ? asFolder(wanted) : asEither(wanted) || asEither(wanted.replace(queryPart, ''));
        if (found === undefined) throw notFound(specifier, parent, how, [wanted], false);
        return N.realPath(found);
    }
    var match = /^((?:@[^\/]+\/)?[^\/]+)(\/.*)?$/.exec(specifier);
    if (specifier === '' || match === null) throw M.failure(TypeError, 'ERR_INVALID_MODULE_SPECIFIER', "Invalid module '" + specifier + "' is not a valid package name");
    var around = M.packageAround(base + '/x'), name = match[1], subpath = '.' + (match[2] || '');
    if (specifier[0] === '#') {
        found = around !== null && around.config.imports ? mapped(around.config.imports, specifier, around.folder, conditions) : undefined;
        if (found == null) throw M.failure(TypeError, 'ERR_PACKAGE_IMPORT_NOT_DEFINED', "Package import specifier '" + specifier + "' is not defined" + (around ? ' in package ' + around.folder + '/package.json' : ''));
        return N.realPath(found);
    }
    if (around !== null && around.config.name === name && around.config.exports != null) return N.realPath(exported(around.folder, around.config, subpath, conditions));
    looked = foldersFrom(base);
    for (var i = 0; i < looked.length; i++) {
        var folder = looked[i] + '/' + name;
        if (N.pathKind(folder) !== 2) continue;
        found = inPackage(folder, subpath, conditions);
        if (found !== undefined && N.pathKind(found) === 1) return N.realPath(found);
        throw notFound(specifier, parent, how, [found === undefined ? join(folder, subpath) : found], false);
    }
    found = asFile(looked[0] + '/' + specifier);
    if (found !== undefined) return N.realPath(found);
    throw notFound(specifier, parent, how, looked, true);
};
})
