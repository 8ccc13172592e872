// Where modules enter: `require`, `import()` and imports of cells. What they do is the loader's, which starts with the
// first of them.
(function (N, R) {
'use strict';
var setName = N.setName, PromiseNow = N.global('Promise');
var timerNames = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'];
N.timers = Object.create(null);  // as they were before any script
timerNames.forEach(function (name) { N.timers[name] = N.global(name); });
N.process = N.global('process');
N.PromiseNow = PromiseNow;

function loader() {
    if (N.modules === undefined) N.startLoader();
    return N.modules;
}
N.loader = loader;
R['import'] = R.importStatic = function (specifier) {
    try { return loader().importFrom(specifier, null); } catch (e) { return PromiseNow.reject(e); }
};
R.pick = function (module, name) {
    if (name === '*') return module;
    if (!(name in module)) throw new SyntaxError("The requested module does not provide an export named '" + name + "'");
    return module[name];
};
R.meta = {};
N.accessor(R.meta, 'url', function () { return loader().cellUrl(); }, true, 1);
N.accessor(R.meta, 'dirname', function () { return N.process.cwd(); }, true, 1);
N.accessor(R.meta, 'filename', function () { return N.process.cwd() + '/[cell]'; }, true, 1);
N.define(R.meta, 'resolve', setName(function (specifier) { return loader().resolveUrl(specifier, null); }, 'resolve'), 1);

var require = setName(function (specifier) { return loader().requireFrom(specifier, null); }, 'require');
N.setGlobal('require', require);
N.define(require, 'resolve', setName(function (specifier) { return loader().resolvePath(specifier, null); }, 'resolve'), 1);
N.accessor(require, 'main', function () { return loader().cellModule(); }, true, 1);
N.accessor(require, 'cache', function () { return loader().cache; }, true, 1);

// Globals that are modules' own are made when they are first looked at; assigning replaces them.
N.lazyGlobal = function (name, make) {
    var global = N.global('globalThis');
    function set(value) { N.setGlobal(name, value); }
    N.accessor(global, name, setName(function () { var value = make(); set(value); return value; }, name), true, 0);
    N.accessor(global, name, set, false, 0);
};
function lazily(module, names) {
    names.forEach(function (name) { N.lazyGlobal(name, function () { return loader().builtIn(module)[name]; }); });
}
N.lazily = lazily;
// Cells are the program's main module, as what is typed into Node's REPL is one.
N.lazyGlobal('module', function () { return loader().cellModule(); });
N.lazyGlobal('exports', function () { return loader().cellExports(); });
})
