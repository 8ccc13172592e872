// Built-in modules: sources of this program, each run when it is first asked for. Inside they `require` one another, and
// 'evald:natives' for what C++ does for them.
(function (N, R) {
'use strict';
var M = N.modules, create = Object.create, apply = Reflect.apply, ErrorNow = N.global('Error');
var targets = create(null);  // by name: {name, exports, namespace}
var inside = create(null);   // by source: module
// Public names whose source is called otherwise.
var files = {
    'assert/strict': 'assert_strict', 'fs/promises': 'fs_promises', 'path/posix': 'path', 'path/win32': 'path_win32', 'stream/promises': 'stream_promises',
    'timers/promises': 'timers_promises', 'util': 'inspect_module', 'util/types': 'types', 'dns/promises': 'dns', 'stream/web': 'stream_web',
    'readline/promises': 'readline', 'stream/consumers': 'stream_consumers'
};
var names = ['assert', 'assert/strict', 'async_hooks', 'buffer', 'child_process', 'constants', 'crypto', 'diagnostics_channel', 'dns', 'events', 'fs', 'fs/promises', 'http',
    'https', 'module', 'net', 'os', 'path', 'path/posix', 'path/win32', 'perf_hooks', 'process', 'punycode', 'querystring', 'readline', 'readline/promises', 'stream',
    'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'sys', 'timers', 'timers/promises', 'tls', 'tty', 'url', 'util', 'util/types', 'v8', 'vm', 'worker_threads', 'zlib'];
var onlyWithScheme = ['test', 'sqlite', 'sea'];
var refused = {
    cluster: 1, dgram: 1, domain: 1, http2: 1, inspector: 1, repl: 1, test: 1, sqlite: 1, sea: 1, trace_events: 1, wasi: 1
};
M.builtInNames = names;

// A folder of the source may hold a package's own files, which require one another by relative paths.
function insidePath(specifier, from) {
    if (specifier[0] !== '.') return undefined;
    var path = M.join('/' + M.folderOf('/' + from), specifier).slice(1), tries = [path, path.slice(-3) === '.js' ? path.slice(0, -3) : path, path + '/index'];
    for (var i = 0; i < tries.length; i++) if (inside[tries[i]] !== undefined || N.hasBuiltIn(tries[i])) return tries[i];
    throw new ErrorNow("Cannot find built-in source '" + path + "'");
}
function run(name) {
    if (inside[name] !== undefined) return inside[name].exports;
    var code = N.compileBuiltIn('evald:' + name);
    if (code === undefined) throw new ErrorNow("Cannot find built-in source '" + name + "'");
    var module = inside[name] = {exports: {}, id: name};
    try { apply(code, module.exports, [R, module.exports, function (specifier) { return requireInside(specifier, name); }, module, name, M.folderOf(name)]); }
    catch (e) { delete inside[name]; throw e; }
    return module.exports;
}
function requireInside(specifier, from) {
    if (specifier === 'evald:natives') return N;
    if (specifier === 'evald:helpers') return R;
    var path = insidePath(specifier, from);
    if (path !== undefined) return run(path);
    var name = specifier.slice(0, 5) === 'node:' ? specifier.slice(5) : specifier;
    if (name[name.length - 1] === '/') name = name.slice(0, -1);
    return M.builtIn(name);
}
// By a public name, or a source's ("node/buffer").
M.builtIn = function (name) {
    if (/^(node|web|intl|package)\//.test(name)) return run(name);
    return run('node/' + (files[name] || name));
};
M.builtInTarget = function (specifier) {
    if (typeof specifier !== 'string') return undefined;
    var hasScheme = specifier.slice(0, 5) === 'node:', name = hasScheme ? specifier.slice(5) : specifier;
    if (targets[name] !== undefined) return targets[name];
    if (refused[name] === 1 && (hasScheme || onlyWithScheme.indexOf(name) < 0)) throw M.failure(ErrorNow, 'ERR_UNSUPPORTED_MODULE', "The built-in module '" + name + "' is not available in these cells");
    if (names.indexOf(name) < 0) {
        if (hasScheme) throw M.failure(ErrorNow, 'ERR_UNKNOWN_BUILTIN_MODULE', 'No such built-in module: ' + specifier);
        return undefined;
    }
    return targets[name] = {name: name, exports: M.builtIn(name), namespace: undefined};
};
})
