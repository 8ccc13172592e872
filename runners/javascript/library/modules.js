// Modules: for now those that are built in. Everything that loads one comes through here.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, create = Object.create, PromiseNow = N.global('Promise'), ErrorNow = N.global('Error');
var makers = create(null), made = create(null), ownKeys = Reflect.ownKeys;

R.builtin = function (name, make) { makers[name] = make; };
function load(specifier) {
    var text = '' + specifier, name = text.slice(0, 5) === 'node:' ? text.slice(5) : text;
    if (made[name] !== undefined) return made[name];
    if (makers[name] === undefined) {
        var e = new ErrorNow("Cannot find module '" + text + "'");
        define(e, 'code', 'MODULE_NOT_FOUND', 1);
        throw e;
    }
    return made[name] = makers[name]();
}
// What `import * as m` sees: the exports by name, and all of them as the default.
function namespaceOf(exports) {
    var m = create(null), keys = ownKeys(exports);
    for (var i = 0; i < keys.length; i++) define(m, keys[i], exports[keys[i]], 1);
    define(m, 'default', exports, 1);
    define(m, Symbol.toStringTag, 'Module', 8);
    return m;
}
R.importFrom = function (base, specifier) {
    try {
        var text = N.toString(specifier);
        return R.isPath(text) ? R.importFile(base, text) : PromiseNow.resolve(namespaceOf(load(text)));
    } catch (e) { return PromiseNow.reject(e); }
};
R['import'] = R.importStatic = function (specifier) { return R.importFrom('', specifier); };
R.pick = function (module, name) {
    if (name === '*') return module;
    if (!(name in module)) throw new SyntaxError("The requested module does not provide an export named '" + name + "'");
    return module[name];
};
R.meta = {url: 'evald:cell'};
N.setGlobal('require', setName(function (specifier) { return load(specifier); }, 'require'));

['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].forEach(function (name) { made['timer:' + name] = N.global(name); });
R.builtin('timers', function () {
    var out = {};
    ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].forEach(function (name) { out[name] = made['timer:' + name]; });
    return out;
});
R.builtin('timers/promises', function () {
    return {
        setTimeout: function setTimeout(ms, value) { return new PromiseNow(function (resolve) { made['timer:setTimeout'](resolve, ms, value); }); },
        setImmediate: function setImmediate(value) { return new PromiseNow(function (resolve) { made['timer:setImmediate'](resolve, value); }); }
    };
});
R.builtin('util', function () {
    return {
        inspect: N.inspect,
        format: N.format,
        promisify: function promisify(f) {
            return function () {
                var self = this, args = R.rest(arguments, 0);
                return new PromiseNow(function (resolve, reject) {
                    define(args, args.length, function (e, v) { if (e != null) reject(e); else resolve(v); }, 1);
                    R.apply(f, self, args);
                });
            };
        }
    };
});
})
