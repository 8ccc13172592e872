// Symbols and the functions of Object; and the small conversions that the other scripts of the library share.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, isObject = R.isObject, create = Object.create, hasOwn = N.hasOwn;
var ownKeys = Reflect.ownKeys, getDescriptor = Object.getOwnPropertyDescriptor, apply = Reflect.apply;
var TypeErrorNow = TypeError, floor = Math.floor, min = Math.min, max = Math.max, SymbolNow = Symbol, ObjectNow = Object;

function add(target, methods) { for (var name in methods) if (hasOwn(methods, name)) { N.asMethod(methods[name]); define(target, name, setName(methods[name], name), 0); } }
function missing(target, methods) {
    for (var name in methods) if (hasOwn(methods, name) && !(name in target)) { N.asMethod(methods[name]); define(target, name, setName(methods[name], name), 0); }
}
// A value as V8 names it in messages: text as it is, objects by their class.
function named(v) {
    if (typeof v === 'string') return v;
    if (typeof v === 'function') return N.describe(v);
    if (!isObject(v)) return N.describe(v);
    if (Array.isArray(v)) return v.length < 20 ? '' + v : '[object Array]';
    for (var at = v; at !== null; at = ObjectNow.getPrototypeOf(at)) {
        var d = getDescriptor(at, 'constructor');
        if (d !== undefined && typeof d.value === 'function') return '#<' + d.value.name + '>';
    }
    return '#<Object>';
}
function callable(f) { if (typeof f !== 'function') throw new TypeErrorNow(named(f) + ' is not a function'); return f; }
function integer(v) { v = +v; return v !== v ? 0 : v < 0 ? -floor(-v) : floor(v); }
function object(v) { if (v == null) throw new TypeErrorNow('Cannot convert undefined or null to object'); return ObjectNow(v); }
N.shared = {
    add: add, missing: missing, named: named, callable: callable, integer: integer, object: object,
    length: function (o) { var n = integer(o.length); return n < 0 ? 0 : min(n, 9007199254740991); },
    relative: function (v, n) { v = integer(v); return v < 0 ? max(n + v, 0) : min(v, n); },
    same: function (a, b) { return a === b || (a !== a && b !== b) || (isObject(a) && isObject(b) && N.bigKey !== undefined && a[N.bigKey] !== undefined && a[N.bigKey] === b[N.bigKey]); },
    copy: function (o, n) { var out = []; for (var i = 0; i < n; i++) out[i] = o[i]; return out; },
    // Wraps a function of the engine: `check` says what is wrong in our words first.
    guard: function (target, name, check) {
        var native = target[name], length = native.length;
        var f = setName(function () { check.apply(this, arguments); return apply(native, this, arguments); }, name);
        N.asMethod(f);
        N.setLength(f, length);
        define(target, name, f, 0);
    }
};
var shared = N.shared;

['unscopables', 'match', 'matchAll', 'replace', 'search', 'split', 'species'].forEach(function (name) {
    if (!SymbolNow[name]) define(SymbolNow, name, SymbolNow('Symbol.' + name), 8);
});
// Symbols made without a description have none; the text tells nothing of that, so those are remembered by it.
N.accessor(SymbolNow.prototype, 'description', setName(function () {
    var s = typeof this === 'symbol' ? this : SymbolNow.prototype.valueOf.call(this);
    return N.symbolDescription(s);
}, 'description', 'get '), true, 0);
setName(SymbolNow.prototype[SymbolNow.toPrimitive], SymbolNow.toPrimitive);
shared.species = function (C) { N.accessor(C, SymbolNow.species, setName(function () { return this; }, '[Symbol.species]', 'get '), true, 0); };

missing(ObjectNow, {
    entries: function (o) { o = object(o); var keys = ObjectNow.keys(o), out = []; for (var i = 0; i < keys.length; i++) define(out, i, [keys[i], o[keys[i]]], 1); return out; },
    values: function (o) { o = object(o); var keys = ObjectNow.keys(o), out = []; for (var i = 0; i < keys.length; i++) define(out, i, o[keys[i]], 1); return out; },
    fromEntries: function (iterable) {
        var out = {};
        if (iterable == null) throw new TypeErrorNow(iterable + ' is not iterable');
        var record = R.open(iterable);
        try {
            while (R.step(record)) {
                var entry = record.value;
                if (!isObject(entry)) throw new TypeErrorNow('Iterator value ' + named(entry) + ' is not an entry object');
                var k = entry[0];
                define(out, R.key(k), entry[1], 1);
            }
        } catch (e) { throw R.abort(record, e); }
        return out;
    },
    getOwnPropertyDescriptors: function (o) {
        o = object(o);
        var out = {};
        ownKeys(o).forEach(function (k) { var d = ObjectNow.getOwnPropertyDescriptor(o, k); if (d !== undefined) define(out, k, d, 1); });
        return out;
    },
    groupBy: function (items, f) {
        var out = create(null), list = R.all(items);
        callable(f);
        for (var i = 0; i < list.length; i++) { var k = R.key(f(list[i], i)); (out[k] || (out[k] = [])).push(list[i]); }
        return out;
    },
    hasOwn: function (o, k) { return ObjectNow.prototype.hasOwnProperty.call(object(o), k); }
});
function needsObject(name) { shared.guard(ObjectNow, name, function (o) { if (!isObject(o)) throw new TypeErrorNow('Object.' + name + ' called on non-object'); }); }
needsObject('defineProperties');
// Both halves of a descriptor at once are refused.
shared.guard(ObjectNow, 'defineProperty', function (o, k, d) {
    if (!isObject(o)) throw new TypeErrorNow('Object.defineProperty called on non-object');
    if (!isObject(d)) throw new TypeErrorNow('Property description must be an object: ' + named(d));
    if (('get' in d || 'set' in d) && ('value' in d || 'writable' in d)) throw new TypeErrorNow('Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, ' + named(d));
});
function checkPrototype(p) { if (p !== null && !isObject(p)) throw new TypeErrorNow('Object prototype may only be an Object or null: ' + named(p)); }
shared.guard(ObjectNow, 'create', checkPrototype);
var nativeSetPrototype = ObjectNow.setPrototypeOf;
['Map', 'Set', 'Promise'].forEach(function (name) { shared.species(N.global(name)); });
add(ObjectNow, {
    assign: function (target, source) {
        target = object(target);
        for (var i = 1; i < arguments.length; i++) {
            if (arguments[i] == null) continue;
            var from = ObjectNow(arguments[i]), keys = N.ownKeys === undefined ? ownKeys(from) : N.ownKeys(from);
            for (var k = 0; k < keys.length; k++) {
                var d = N.descriptorOf === undefined ? getDescriptor(from, keys[k]) : N.descriptorOf(from, keys[k]);
                if (d !== undefined && d.enumerable) target[keys[k]] = from[keys[k]];
            }
        }
        return target;
    },
    setPrototypeOf: function (o, p) {
        if (o == null) throw new TypeErrorNow('Object.setPrototypeOf called on null or undefined');
        checkPrototype(p);
        if (isObject(o)) for (var at = p; at !== null && isObject(at) && N.classOf(at) !== 'Proxy'; at = ObjectNow.getPrototypeOf(at)) if (at === o) throw new TypeErrorNow('Cyclic __proto__ value');
        return nativeSetPrototype(o, p);
    },
    is: function is(a, b) { return a === b ? a !== 0 || 1 / a === 1 / b : shared.same(a, b); }
});
define(Math, SymbolNow.toStringTag, 'Math', 4);
define(JSON, SymbolNow.toStringTag, 'JSON', 4);
// A script's function as it stands in its source, all others as native ones.
add(Function.prototype, {
    toString: function () {
        if (typeof this !== 'function') throw new TypeErrorNow("Function.prototype.toString requires that 'this' be a Function");
        var text = N.textOf(this), d, name;
        if (text !== undefined) return text;
        d = N.proxyParts(this) === undefined ? getDescriptor(this, 'name') : undefined;
        name = d === undefined || typeof d.value !== 'string' || d.value.indexOf('bound ') === 0 ? '' : d.value;
        return 'function ' + name + '() { [native code] }';
    }
});
var toString = ObjectNow.prototype.toString;
add(ObjectNow.prototype, {
    toString: function () {
        if (isObject(this) && hasOwn(this, N.regexpKey) && typeof this[SymbolNow.toStringTag] !== 'string') return '[object RegExp]';
        return apply(toString, this, []);
    },
    __defineGetter__: function (k, f) { ObjectNow.defineProperty(object(this), k, {get: callable(f), enumerable: true, configurable: true}); },
    __defineSetter__: function (k, f) { ObjectNow.defineProperty(object(this), k, {set: callable(f), enumerable: true, configurable: true}); },
    __lookupGetter__: function (k) { return lookup(this, k, 'get'); },
    __lookupSetter__: function (k) { return lookup(this, k, 'set'); }
});
function lookup(o, k, what) {
    k = R.key(k);
    for (o = object(o); o !== null; o = ObjectNow.getPrototypeOf(o)) { var d = getDescriptor(o, k); if (d !== undefined) return d[what]; }
}
})
