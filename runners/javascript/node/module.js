// node:module.
const { modules } = require('evald:natives');
const { unsupported } = require('./errors');
const Module = modules.Module;
Object.assign(Module, {
    Module,
    builtinModules: modules.builtInNames.slice(),
    createRequire: modules.createRequire,
    isBuiltin: name => modules.builtInNames.includes(String(name).replace(/^node:/, '')),
    findSourceMap: () => undefined,
    register() { throw unsupported('module.register()'); },
    syncBuiltinESMExports() {},
    _cache: modules.cache,
    _load: name => modules.requireFrom(name, null),
    _resolveFilename: (name, parent) => modules.resolvePath(name, parent?.filename ? { path: parent.filename, needs: [] } : null),
    _nodeModulePaths: folder => modules.foldersFrom(folder),
    _extensions: Object.create(null)
});
module.exports = Module;
