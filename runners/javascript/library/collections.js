// Map, Set and their weak kin. What a Map or a Set holds, and most of their methods, are native (duktape/tables.c).
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, hidden = N.hidden, keyOf = N.keyOf;
var create = Object.create, call = N.call, TypeErrorNow = TypeError, isObject = R.isObject;
var key = hidden('collection');
N.collectionKey = key;
// Big integers are no weak keys. (The first of them sets `key` on this.)
var seen = N.bigIntegers = {key: undefined};
function method(target, name, f) { define(target, name, setName(f, typeof name === 'symbol' ? '[' + N.describe(name) + ']' : name), 0); }
function getter(target, name, f) { N.accessor(target, name, setName(f, name, 'get '), true, 0); }
function complain(kind, name, receiver) {
    throw new TypeErrorNow('Method ' + (name === 'size' ? 'get ' : '') + kind + '.prototype.' + name + ' called on incompatible receiver ' + N.shared.named(receiver));
}
N.complain = complain;  // kept alive
N.tables(key, complain);
function dataOf(object, kind, name) {
    var data = isObject(object) && N.hasOwn(object, key) ? object[key] : undefined;
    if (data === undefined || data.kind !== kind) complain(kind, name, object);
    return data;
}
function fill(target, iterable, adderName, pairs) {
    if (iterable == null) return;
    var adder = target[adderName];
    if (typeof adder !== 'function') throw new TypeErrorNow("'" + N.describe(adder) + "' returned for property '" + adderName + "' is not a function");
    var record = R.open(iterable);
    try {
        while (R.step(record)) {
            var item = record.value;
            if (!pairs) call(adder, target, item);
            else {
                if (!isObject(item)) throw new TypeErrorNow('Iterator value ' + N.shared.named(item) + ' is not an entry object');
                call(adder, target, item[0], item[1]);
            }
        }
    } catch (e) { throw R.abort(record, e); }
}
function publish(name, C, length) {
    define(C, 'prototype', C.prototype, 8);
    N.setLength(C, length);
    N.setGlobal(name, C);
}
// Iterators stand at a cursor: the table, the number of the next entry, and what they give (0 keys, 1 values, 2 both).
function iteratorKind(kind, size) {
    var proto = R.makeIteratorKind(kind + ' Iterator', function () {
        var cursor = R.stateOf(this, kind).cursor, item = N.tableStep(cursor);
        return R.result(item, cursor[0] === null);
    });
    R.tableNext[kind] = proto.next;
    return function (self, what, name) {
        call(size, self, name);
        return R.makeIterator(proto, {kind: kind, cursor: cursorOf(self, what)});
    };
}
function cursorOf(self, what) {
    var cursor = N.bareList();
    cursor[0] = self[key];
    cursor[1] = 0;
    cursor[2] = what;
    return cursor;
}
function each(self, f, receiver) {
    if (typeof f !== 'function') throw new TypeErrorNow(N.describe(f) + ' is not a function');
    for (var cursor = cursorOf(self, 2), pair = N.tableStep(cursor); cursor[0] !== null; pair = N.tableStep(cursor)) call(f, receiver, pair[1], pair[0], self);
}
function start(kind, self, C, stride) {
    if (!(self instanceof C) || N.hasOwn(self, key)) throw new TypeErrorNow("Constructor " + kind + " requires 'new'");
    define(self, key, N.makeTable(stride), 8);
}
// Natives become methods: with the names and lengths that they must have.
function natives(P, kind, names) {
    names.forEach(function (name) {
        var f = N[kind.toLowerCase() + name[0].toUpperCase() + name.slice(1)];
        N.asMethod(f);
        N.setLength(f, name === 'set' ? 2 : name === 'clear' ? 0 : 1);
        method(P, name, f);
    });
    var size = N[kind.toLowerCase() + 'Size'];
    N.asMethod(size);
    N.setLength(size, 0);
    getter(P, 'size', size);
    define(P, Symbol.toStringTag, kind, 4);
}

function Map(iterable) { start('Map', this, Map, 2); fill(this, iterable, 'set', true); }
var M = Map.prototype;
natives(M, 'Map', ['get', 'set', 'has', 'delete', 'clear']);
var checkMap = N.mapCheck, iterateMap = iteratorKind('Map', checkMap), mapGet = M.get, mapSet = M.set;
method(M, 'entries', function entries() { return iterateMap(this, 2, 'entries'); });
method(M, 'forEach', function forEach(f) { call(checkMap, this, 'forEach'); each(this, f, arguments[1]); });
method(M, 'keys', function keys() { return iterateMap(this, 0, 'keys'); });
method(M, 'values', function values() { return iterateMap(this, 1, 'values'); });
define(M, Symbol.iterator, M.entries, 0);
method(Map, 'groupBy', function groupBy(items, f) {
    var out = new Map(), list = R.all(items);
    for (var i = 0; i < list.length; i++) {
        var k = f(list[i], i), group = call(mapGet, out, k);
        if (group === undefined) call(mapSet, out, k, group = []);
        group[group.length] = list[i];
    }
    return out;
});

function Set(iterable) { start('Set', this, Set, 1); fill(this, iterable, 'add', false); }
var S = Set.prototype;
natives(S, 'Set', ['has', 'add', 'delete', 'clear']);
var checkSet = N.setCheck, iterateSet = iteratorKind('Set', checkSet);
method(S, 'entries', function entries() { return iterateSet(this, 2, 'entries'); });
method(S, 'forEach', function forEach(f) { call(checkSet, this, 'forEach'); each(this, f, arguments[1]); });
method(S, 'values', function values() { return iterateSet(this, 0, 'values'); });
define(S, 'keys', S.values, 0);
define(S, Symbol.iterator, S.values, 0);

// What may be a weak key: objects, and symbols that nobody can ask for by their text.
var registeredKey = Symbol.keyFor;
function isWeakKey(v) {
    return typeof v === 'symbol' ? registeredKey(v) === undefined : isObject(v) && (seen.key === undefined || v[seen.key] === undefined);
}
// Weak collections keep their values on the key itself, in a property that nobody sees: both go together. Symbols can't
// have one; what they hold stays as long as the collection.
function weak(kind, withValues) {
    var C = kind === 'WeakMap' ? function WeakMap(iterable) { begin(this, C); fill(this, iterable, 'set', true); }
                               : function WeakSet(iterable) { begin(this, C); fill(this, iterable, 'add', false); };
    function begin(self) {
        if (!(self instanceof C) || self[key] !== undefined) throw new TypeErrorNow("Constructor " + kind + " requires 'new'");
        define(self, key, {kind: kind, slot: hidden(kind), symbols: create(null)}, 8);
    }
    function has(data, k) { return typeof k === 'symbol' ? data.symbols[keyOf(k)] !== undefined : isObject(k) && N.hasOwn(k, data.slot); }
    function store(self, name, k, v) {
        var data = dataOf(self, kind, name);
        if (!isWeakKey(k)) throw new TypeErrorNow('Invalid value used ' + (withValues ? 'as weak map key' : 'in weak set'));
        if (typeof k === 'symbol') data.symbols[keyOf(k)] = {key: k, value: v};
        else N.defineAlways(k, data.slot, v);
        return self;
    }
    var P = C.prototype;
    method(P, 'delete', function (k) {
        var data = dataOf(this, kind, 'delete');
        if (!has(data, k)) return false;
        if (typeof k === 'symbol') delete data.symbols[keyOf(k)];
        else N.removeAlways(k, data.slot);
        return true;
    });
    method(P, 'has', function (k) { return has(dataOf(this, kind, 'has'), k); });
    if (withValues) {
        method(P, 'get', function get(k) {
            var data = dataOf(this, kind, 'get');
            return !has(data, k) ? undefined : typeof k === 'symbol' ? data.symbols[keyOf(k)].value : k[data.slot];
        });
        method(P, 'set', function set(k, v) { return store(this, 'set', k, v); });
    } else method(P, 'add', function add(k) { return store(this, 'add', k, true); });
    define(P, Symbol.toStringTag, kind, 4);
    publish(kind, C, 0);
}
weak('WeakMap', true);
weak('WeakSet', false);
publish('Map', Map, 0);
publish('Set', Set, 0);

function WeakRef(target) {
    if (!(this instanceof WeakRef)) throw new TypeErrorNow("Constructor WeakRef requires 'new'");
    if (!isWeakKey(target)) throw new TypeErrorNow('WeakRef: target must be an object');
    define(this, key, {kind: 'WeakRef', target: target}, 8);
}
method(WeakRef.prototype, 'deref', function deref() { return dataOf(this, 'WeakRef', 'deref').target; });
define(WeakRef.prototype, Symbol.toStringTag, 'WeakRef', 4);
publish('WeakRef', WeakRef, 1);
// Nothing is told when a target goes: the language leaves that open. Tokens are remembered on themselves.
function FinalizationRegistry(f) {
    if (!(this instanceof FinalizationRegistry)) throw new TypeErrorNow("Constructor FinalizationRegistry requires 'new'");
    if (typeof f !== 'function') throw new TypeErrorNow('FinalizationRegistry: cleanup must be callable');
    define(this, key, {kind: 'FinalizationRegistry', tokens: new WeakSetNow()}, 8);
}
var WeakSetNow = N.global('WeakSet');
method(FinalizationRegistry.prototype, 'register', function register(target, held) {
    var data = dataOf(this, 'FinalizationRegistry', 'register'), token = arguments[2];
    if (!isWeakKey(target)) throw new TypeErrorNow('FinalizationRegistry.prototype.register: invalid target');
    if (target === held) throw new TypeErrorNow('FinalizationRegistry.prototype.register: target and holdings must not be same');
    if (token !== undefined && !isWeakKey(token)) throw new TypeErrorNow('Invalid unregister token (' + N.describe(token) + ')');
    if (token !== undefined) data.tokens.add(token);
});
method(FinalizationRegistry.prototype, 'unregister', function unregister(token) {
    var data = dataOf(this, 'FinalizationRegistry', 'unregister');
    if (!isWeakKey(token)) throw new TypeErrorNow('Invalid unregister token (' + N.describe(token) + ')');
    return data.tokens['delete'](token);
});
define(FinalizationRegistry.prototype, Symbol.toStringTag, 'FinalizationRegistry', 4);
publish('FinalizationRegistry', FinalizationRegistry, 1);
})
