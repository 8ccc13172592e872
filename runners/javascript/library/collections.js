// Map, Set and their weak kin. Entries are linked in the order of insertion, so that iteration survives changes.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, hidden = N.hidden, nativeKeyOf = N.keyOf;
var create = Object.create, apply = Reflect.apply, TypeErrorNow = TypeError, isObject = R.isObject;
var key = hidden('collection');
N.collectionKey = key;
// Big integers are told by their digits. (The first of them sets `bigKey` on this.)
var seen = N.bigIntegers = {key: undefined};
function keyOf(k) { return seen.key !== undefined && typeof k === 'object' && k !== null && k[seen.key] !== undefined ? 'b' + k[seen.key] : nativeKeyOf(k); }

function method(target, name, f) { define(target, name, setName(f, typeof name === 'symbol' ? '[' + N.describe(name) + ']' : name), 0); }
function getter(target, name, f) { N.accessor(target, name, setName(f, name, 'get '), true, 0); }
function dataOf(object, kind, name) {
    var data = isObject(object) ? object[key] : undefined;
    if (data === undefined || data.kind !== kind) throw new TypeErrorNow('Method ' + (name === 'size' ? 'get ' : '') + kind + '.prototype.' + name + ' called on incompatible receiver ' + N.shared.named(object));
    return data;
}
function makeData(kind) {
    var end = {key: undefined, value: undefined, next: null, previous: null, removed: false};
    end.next = end.previous = end;
    return {kind: kind, texts: create(null), numbers: create(null), others: create(null), size: 0, end: end};
}
// Texts and numbers are found by themselves, without a key made of them.
function find(data, k) {
    if (typeof k === 'string') return data.texts[k];
    if (typeof k === 'number') return data.numbers[k];
    return data.others[keyOf(k)];
}
function put(data, k, v) {
    var table, id;
    if (typeof k === 'string') { table = data.texts; id = k; }
    else if (typeof k === 'number') { table = data.numbers; id = k = k === 0 ? 0 : k; }
    else { table = data.others; id = keyOf(k); }
    var entry = table[id];
    if (entry !== undefined) { entry.value = v; return; }
    var end = data.end, last = end.previous;
    table[id] = last.next = end.previous = {key: k, value: v, next: end, previous: last, removed: false};
    data.size++;
}
function remove(data, k) {
    var entry = find(data, k);
    if (entry === undefined) return false;
    if (typeof k === 'string') delete data.texts[k];
    else if (typeof k === 'number') delete data.numbers[k];
    else delete data.others[keyOf(k)];
    entry.previous.next = entry.next;
    entry.next.previous = entry.previous;
    entry.removed = true;  // keeps its links: an iterator that stands on it finds back
    data.size--;
    return true;
}
function after(data, entry) {
    while (entry.removed) entry = entry.previous;
    return entry.next;
}
function clear(data) {
    for (var e = data.end.next; e !== data.end; ) { var n = e.next; e.removed = true; e.previous = data.end; e = n; }
    data.end.next = data.end.previous = data.end;
    data.texts = create(null); data.numbers = create(null); data.others = create(null);
    data.size = 0;
}
function fill(target, iterable, adderName, pairs) {
    if (iterable == null) return;
    var adder = target[adderName];
    if (typeof adder !== 'function') throw new TypeErrorNow("'" + N.describe(adder) + "' returned for property '" + adderName + "' is not a function");
    var record = R.open(iterable);
    try {
        while (R.step(record)) {
            var item = record.value;
            if (!pairs) apply(adder, target, [item]);
            else {
                if (!isObject(item)) throw new TypeErrorNow('Iterator value ' + N.shared.named(item) + ' is not an entry object');
                apply(adder, target, [item[0], item[1]]);
            }
        }
    } catch (e) { throw R.abort(record, e); }
}
function iteratorKind(kind) {
    var proto = R.makeIteratorKind(kind + ' Iterator', function () {
        var s = R.stateOf(this, kind);
        if (s.data === null) return R.result(undefined, true);
        s.at = after(s.data, s.at);
        if (s.at === s.data.end) { s.data = null; s.at = null; return R.result(undefined, true); }
        return R.result(s.what === 0 ? s.at.key : s.what === 1 ? s.at.value : [s.at.key, s.at.value], false);
    });
    return function (data, what) { return R.makeIterator(proto, {kind: kind, data: data, at: data.end, what: what}); };
}
function start(kind, self, C) {
    if (!(self instanceof C) || self[key] !== undefined) throw new TypeErrorNow("Constructor " + kind + " requires 'new'");
    define(self, key, makeData(kind), 8);
}

function Map(iterable) { start('Map', this, Map); fill(this, iterable, 'set', true); }
var iterateMap = iteratorKind('Map'), M = Map.prototype;
// The ways that are taken most often look at their receiver themselves.
method(M, 'get', function get(k) {
    var data = this != null ? this[key] : undefined, e;
    if (data === undefined || data.kind !== 'Map') dataOf(this, 'Map', 'get');
    e = typeof k === 'string' ? data.texts[k] : typeof k === 'number' ? data.numbers[k] : find(data, k);
    return e === undefined ? undefined : e.value;
});
method(M, 'set', function set(k, v) {
    var data = this != null ? this[key] : undefined;
    if (data === undefined || data.kind !== 'Map') dataOf(this, 'Map', 'set');
    put(data, k, v);
    return this;
});
method(M, 'has', function has(k) { return find(dataOf(this, 'Map', 'has'), k) !== undefined; });
method(M, 'delete', function (k) { return remove(dataOf(this, 'Map', 'delete'), k); });
method(M, 'clear', function clear_() { clear(dataOf(this, 'Map', 'clear')); });
method(M, 'entries', function entries() { return iterateMap(dataOf(this, 'Map', 'entries'), 2); });
method(M, 'forEach', function forEach(f) {
    var data = dataOf(this, 'Map', 'forEach'), self = arguments[1];
    if (typeof f !== 'function') throw new TypeErrorNow(N.describe(f) + ' is not a function');
    for (var e = after(data, data.end); e !== data.end; e = after(data, e)) apply(f, self, [e.value, e.key, this]);
});
method(M, 'keys', function keys() { return iterateMap(dataOf(this, 'Map', 'keys'), 0); });
method(M, 'values', function values() { return iterateMap(dataOf(this, 'Map', 'values'), 1); });
getter(M, 'size', function () { return dataOf(this, 'Map', 'size').size; });
define(M, Symbol.iterator, M.entries, 0);
define(M, Symbol.toStringTag, 'Map', 4);
method(Map, 'groupBy', function groupBy(items, f) {
    var out = new Map(), list = R.all(items);
    for (var i = 0; i < list.length; i++) { var k = f(list[i], i), g = out.get(k); if (g === undefined) out.set(k, g = []); g[g.length] = list[i]; }
    return out;
});

function Set(iterable) { start('Set', this, Set); fill(this, iterable, 'add', false); }
var iterateSet = iteratorKind('Set'), S = Set.prototype;
method(S, 'has', function has(k) { return find(dataOf(this, 'Set', 'has'), k) !== undefined; });
method(S, 'add', function add(k) { put(dataOf(this, 'Set', 'add'), k, k === 0 ? 0 : k); return this; });
method(S, 'delete', function (k) { return remove(dataOf(this, 'Set', 'delete'), k); });
method(S, 'clear', function clear_() { clear(dataOf(this, 'Set', 'clear')); });
method(S, 'entries', function entries() { return iterateSet(dataOf(this, 'Set', 'entries'), 2); });
method(S, 'forEach', function forEach(f) {
    var data = dataOf(this, 'Set', 'forEach'), self = arguments[1];
    if (typeof f !== 'function') throw new TypeErrorNow(N.describe(f) + ' is not a function');
    for (var e = after(data, data.end); e !== data.end; e = after(data, e)) apply(f, self, [e.key, e.key, this]);
});
method(S, 'values', function values() { return iterateSet(dataOf(this, 'Set', 'values'), 0); });
getter(S, 'size', function () { return dataOf(this, 'Set', 'size').size; });
define(S, 'keys', S.values, 0);
define(S, Symbol.iterator, S.values, 0);
define(S, Symbol.toStringTag, 'Set', 4);

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
    N.setLength(C, 0);
    N.setGlobal(kind, C);
}
weak('WeakMap', true);
weak('WeakSet', false);
N.setLength(Map, 0);
N.setLength(Set, 0);
N.setGlobal('Map', Map);
N.setGlobal('Set', Set);

function WeakRef(target) {
    if (!(this instanceof WeakRef)) throw new TypeErrorNow("Constructor WeakRef requires 'new'");
    if (!isWeakKey(target)) throw new TypeErrorNow('WeakRef: target must be an object');
    define(this, key, {kind: 'WeakRef', target: target}, 8);
}
method(WeakRef.prototype, 'deref', function deref() { return dataOf(this, 'WeakRef', 'deref').target; });
define(WeakRef.prototype, Symbol.toStringTag, 'WeakRef', 4);
N.setGlobal('WeakRef', WeakRef);
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
N.setGlobal('FinalizationRegistry', FinalizationRegistry);
})
