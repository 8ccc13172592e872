// What lowered code calls: classes, iteration, spread, coroutines. Runs once, before any script, with the engine's own
// objects; `N` are natives. Everything needed later is taken now, so that scripts can't change it.
(function (N, R) {
'use strict';
var ObjectProto = Object.prototype, FunctionProto = Function.prototype, ArrayProto = Array.prototype;
var create = Object.create, getProto = Object.getPrototypeOf, setProto = Object.setPrototypeOf;
var isArray = Array.isArray, ownKeys = Reflect.ownKeys, getDescriptor = Object.getOwnPropertyDescriptor;
var apply = Reflect.apply, construct = Reflect.construct, freeze = Object.freeze;
var define = N.define, hidden = N.hidden, setName = N.setName, Thread = N.Thread, resume = N.Thread.resume;
var iteratorSymbol = Symbol.iterator;
var hasOwn = N.hasOwn, TypeErrorNow = TypeError, ReferenceErrorNow = ReferenceError, StringNow = String;

if (!Symbol.asyncIterator) define(Symbol, 'asyncIterator', Symbol('Symbol.asyncIterator'), 0);
var asyncIteratorSymbol = Symbol.asyncIterator;

function isObject(v) { return v !== null && (typeof v === 'object' || typeof v === 'function'); }
R.isObject = isObject;
function bareList() { return setProto([], null); }

// --- Values and calls

R.string = function (v) { return N.toString(v); };
R.constant = function () { throw new TypeErrorNow('Assignment to constant variable.'); };
R.templates = function () { return create(null); };
R.unset = create(null);  // what a name holds before its declaration is reached
R.tooEarly = function (name) { throw new ReferenceErrorNow("Cannot access '" + name + "' before initialization"); };
R.earlier = function (name) { var value = N.global(name); return value === undefined ? R.tooEarly(name) : value; };
R.noObject = function (v) {
    var key = N.keyReadNext(), name = N.argumentName();
    if (name === undefined || name.indexOf('(intermediate') === 0) name = v === null ? 'object null' : 'undefined';
    throw new TypeErrorNow('Cannot destructure ' + (typeof key === 'string' ? "property '" + key + "' of " : '') + "'" + name + "' as it is " + v + '.');
};
R.key = function (k) { return typeof k === 'symbol' ? k : N.toPropertyKey(k); };
R.apply = function (f, self, args) {
    if (typeof f !== 'function') throw new TypeErrorNow((N.argumentName() || N.describe(f)) + ' is not a function');
    return apply(f, self, args);
};
R.call = N.call;
R.construct = function (f, args) {
    if (typeof f !== 'function') throw new TypeErrorNow((N.argumentName() || N.describe(f)) + ' is not a constructor');
    return construct(f, args);
};
R.name = function (f, name) { setName(f, name); return f; };
R.length = function (f, length) { N.setLength(f, length); return f; };
R.rest = function (args, from) {
    var out = [];
    for (var i = from; i < args.length; i++) define(out, i - from, args[i], 1);
    return out;
};
R.list = N.joinLists;
R.without = N.without;
R.without.slowly = function (object, keys) {
    var out = {};
    if (object == null) R.noObject(object);
    object = Object(object);
    if (N.proxyParts(object) === undefined) { N.copyOwn(out, object, keys); return out; }
    var all = N.ownKeys(object);
    outer: for (var i = 0; i < all.length; i++) {
        var key = all[i];
        for (var j = 0; j < keys.length; j++) if (key === keys[j] || (typeof keys[j] === 'number' && key === '' + keys[j])) continue outer;
        var d = N.descriptorOf(object, key);
        if (d !== undefined && d.enumerable) define(out, key, object[key], 1);
    }
    return out;
};
function copyAll(target, source) {
    if (source == null) return;
    source = Object(source);
    if (N.proxyParts(source) === undefined) { N.copyOwn(target, source, undefined); return; }
    var all = N.ownKeys(source);
    for (var i = 0; i < all.length; i++) {
        var d = N.descriptorOf(source, all[i]);
        if (d !== undefined && d.enumerable) define(target, all[i], source[all[i]], 1);
    }
}
// A function without a name of its own; a class may have a static member `name`.
function nameByKey(f, key) { var d = getDescriptor(f, 'name'); if (d === undefined || d.value === '') setName(f, key); }
// object(literal, how, key, value, …)
R.object = function (target) {
    for (var i = 1; i < arguments.length; i += 3) {
        var how = arguments[i], key = arguments[i + 1], value = arguments[i + 2];
        if (how === 's') copyAll(target, value);
        else if (how === 'v') define(target, key, value, 1);
        else if (how === 'n') { if (typeof key !== 'symbol') key = N.toPropertyKey(key); nameByKey(value, key); define(target, key, value, 1); }
        else if (how === 'p') { if (isObject(value) || value === null) setProto(target, value); }
        else { setName(value, key, how === 'g' ? 'get ' : 'set '); N.accessor(target, key, value, how === 'g', 1); }
    }
    return target;
};
R.template = function (cache, place, cooked, raw) {
    if (cache[place] !== undefined) return cache[place];
    define(cooked, 'raw', freeze(raw), 0);
    return cache[place] = freeze(cooked);
};
R.regex = function (pattern, flags) { return new RegExp(pattern, flags); };
R.global = function (name, value) { N.setGlobal(name, value); };
})
