// CommonJS: require, module, createRequire; and the modules that are built in.
(function (N, R) {
'use strict';
var M = N.modules, create = Object.create, define = N.define, setName = N.setName, apply = Reflect.apply, states = M.states;
var ErrorNow = N.global('Error'), TypeErrorNow = TypeError;
M.cache = create(null);  // as require.cache: modules by path, to be deleted from by those who want a file again

function Module(id, parent) {
    this.id = id;
    this.path = M.folderOf(id);
    this.exports = {};
    this.filename = id;
    this.loaded = false;
    this.children = [];
    this.paths = M.foldersFrom(this.path);
    define(this, 'parent', parent, 0);
}
Module.prototype.require = function (specifier) { return M.requireFrom(specifier, M.records[this.id] || {path: this.id, needs: []}); };
M.Module = Module;

var own, ownExports;
M.cellModule = function () {
    if (own === undefined) {
        own = new Module(N.process.cwd() + '/[cell]', undefined);
        own.id = '.';
        ownExports = own.exports;
        define(own, 'require', function (specifier) { return M.requireFrom(specifier, null); }, 0);
    }
    return own;
};
M.cellExports = function () { M.cellModule(); return ownExports; };

function requireOf(parent) {
    var require = setName(function (specifier) { return M.requireFrom(specifier, parent); }, 'require');
    require.resolve = setName(function (specifier) { return M.resolvePath(specifier, parent); }, 'resolve');
    require.resolve.paths = function (specifier) { return M.foldersFrom(M.folderOf(parent.path)); };
    require.cache = M.cache;
    require.main = M.cellModule();
    require.extensions = create(null);
    return require;
}
M.runCommon = function (record) {
    var module = record.module = new Module(record.path, undefined);
    record.state = states.running;
    M.cache[record.path] = module;
    try {
        if (record.kind === 'json') module.exports = M.parseJson(record);
        else {
            var helpers = create(R);
            helpers['import'] = function (specifier) { return M.importFrom(specifier, record); };
            apply(record.code, module.exports, [helpers, module.exports, requireOf(record), module, record.path, M.folderOf(record.path)]);
        }
    } catch (e) { delete M.cache[record.path]; M.fail(record, e); throw e; }
    module.loaded = true;
    record.state = states.done;
};
M.requireFrom = function (specifier, parent) {
    if (typeof specifier !== 'string') throw M.failure(TypeErrorNow, 'ERR_INVALID_ARG_TYPE', 'The "id" argument must be of type string. Received ' + N.describe(specifier));
    if (specifier === '') throw M.failure(TypeErrorNow, 'ERR_INVALID_ARG_VALUE', "The argument 'id' must be a non-empty string. Received ''");
    var builtIn = M.builtInTarget(specifier);
    if (builtIn !== undefined) return builtIn.exports;
    if (parent === null) M.refresh();
    var path = M.resolve(specifier, parent, 'require'), record = M.records[path];
    if (record !== undefined && record.state === states.done && record.kind !== 'module' && M.cache[path] !== record.module) {
        delete M.records[path];  // somebody deleted it from require.cache
        record = undefined;
    }
    record = record || M.recordOf(path);
    if (parent !== null && parent.needs.indexOf(record) < 0) parent.needs.push(record);
    if (record.kind !== 'module' && record.state === states.running) return record.module.exports;
    if (M.load(record) !== undefined) throw M.failure(ErrorNow, 'ERR_REQUIRE_ASYNC_MODULE', 'require() cannot be used on an ES module with top-level await: use import() of ' + path);
    return record.kind === 'module' ? M.namespaceOf(record) : record.module.exports;
};
M.resolvePath = function (specifier, parent) {
    var builtIn = M.builtInTarget(specifier);
    return builtIn !== undefined ? specifier : M.resolve(specifier, parent, 'require');
};
M.createRequire = function (from) {
    var path = from !== null && typeof from === 'object' && from.href !== undefined ? from.href : '' + from;
    if (/^file:/.test(path)) path = M.pathOfUrl(path);
    if (path[0] !== '/') throw M.failure(TypeErrorNow, 'ERR_INVALID_ARG_VALUE', "The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received " + N.describe(from));
    return requireOf({path: path, needs: []});
};
})
