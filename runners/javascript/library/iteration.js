// The protocol of iteration, and the iterators of arrays and strings.
(function (N, R) {
'use strict';
var ObjectProto = Object.prototype, ArrayProto = Array.prototype, create = Object.create, getProto = Object.getPrototypeOf;
var setProto = Object.setPrototypeOf, apply = Reflect.apply, iteratorSymbol = Symbol.iterator;
var define = N.define, hidden = N.hidden, setName = N.setName, isObject = R.isObject, TypeErrorNow = TypeError, StringNow = String;
function bareList() { return setProto([], null); }

var IteratorPrototype = {};
define(IteratorPrototype, iteratorSymbol, setName(function () { return this; }, '[Symbol.iterator]'), 0);
R.IteratorPrototype = IteratorPrototype;
function result(value, done) { return {value: value, done: done}; }
R.result = result;
function makeIteratorKind(tag, next) {
    var proto = create(IteratorPrototype);
    define(proto, 'next', setName(next, 'next'), 0);
    define(proto, Symbol.toStringTag, tag, 4);
    return proto;
}
R.makeIteratorKind = makeIteratorKind;
var stateKey = hidden('state');
R.stateKey = stateKey;
N.stateKey = stateKey;
function stateOf(object, kind) {
    var state = isObject(object) ? object[stateKey] : undefined;
    if (state === undefined || state.kind !== kind) throw new TypeErrorNow('next method called on incompatible receiver ' + N.describe(object));
    return state;
}
R.stateOf = stateOf;
function makeIterator(proto, state) { var it = create(proto); define(it, stateKey, state, 8); return it; }
R.makeIterator = makeIterator;

function arrayNext() {
    var s = stateOf(this, 'array'), a = s.target;
    if (a === undefined) return result(undefined, true);
    var i = s.at++;
    if (i >= a.length) { s.target = undefined; return result(undefined, true); }
    return result(s.what === 0 ? a[i] : s.what === 1 ? i : [i, a[i]], false);
}
var ArrayIteratorPrototype = makeIteratorKind('Array Iterator', arrayNext);
function arrayIterator(what, name) {
    return setName(function () {
        if (this == null) throw new TypeErrorNow('Cannot convert undefined or null to object');
        return makeIterator(ArrayIteratorPrototype, {kind: 'array', target: Object(this), at: 0, what: what});
    }, name);
}
var arrayValues = arrayIterator(0, 'values');
define(ArrayProto, 'values', arrayValues, 0);
define(ArrayProto, 'keys', arrayIterator(1, 'keys'), 0);
define(ArrayProto, 'entries', arrayIterator(2, 'entries'), 0);
define(ArrayProto, iteratorSymbol, arrayValues, 0);
var TypedProto = getProto(Uint8Array.prototype);
[TypedProto === ObjectProto ? Uint8Array.prototype : TypedProto].forEach(function (proto) {
    define(proto, 'values', arrayValues, 0); define(proto, 'keys', ArrayProto.keys, 0);
    define(proto, 'entries', ArrayProto.entries, 0); define(proto, iteratorSymbol, arrayValues, 0);
});
define((function () { return getProto(arguments); })(), iteratorSymbol, undefined, 0);
delete ObjectProto[iteratorSymbol];
R.arrayValues = arrayValues;

var StringIteratorPrototype = makeIteratorKind('String Iterator', function () {
    var s = stateOf(this, 'string');
    if (s.at >= s.text.length) return result(undefined, true);
    var c = s.text.charCodeAt(s.at), n = 1;
    if (c >= 0xD800 && c <= 0xDBFF && s.at + 1 < s.text.length) {
        var d = s.text.charCodeAt(s.at + 1);
        if (d >= 0xDC00 && d <= 0xDFFF) n = 2;
    }
    var out = s.text.substring(s.at, s.at + n);
    s.at += n;
    return result(out, false);
});
define(String.prototype, iteratorSymbol, setName(function () {
    if (this == null) throw new TypeErrorNow('String.prototype[Symbol.iterator] called on null or undefined');
    return makeIterator(StringIteratorPrototype, {kind: 'string', text: StringNow(this), at: 0});
}, '[Symbol.iterator]'), 0);

N.listIteration(iteratorSymbol, arrayValues, ArrayIteratorPrototype, arrayNext, 'next', N.take);
var isPlainList = N.isPlainList;
function isArguments(v) { return N.isArguments(v) && v[iteratorSymbol] === undefined; }
var lastRecord;
// As V8 words it: by the source's own words where a script iterates, by kind and value where a built-in function does.
function notIterable(v, what) {
    var name = N.argumentName();
    if (name === undefined) {
        if (what !== 'iterable') return new TypeErrorNow(N.shared.named(v) + ' is not ' + what);
        name = v === undefined ? 'undefined' : v === null ? 'object null' : isObject(v) ? typeof v : typeof v + ' ' + N.shared.named(v);
        return new TypeErrorNow(name + ' is not iterable (cannot read property Symbol(Symbol.iterator))');
    }
    if (name.indexOf('(intermediate') === 0) name = N.shared.named(v);
    return new TypeErrorNow(name + ' is not ' + what);
}
R.notIterable = notIterable;
function open(iterable, known) {
    var method = known !== undefined ? known : iterable == null ? undefined : iterable[iteratorSymbol];
    if (method === undefined && isArguments(iterable)) method = arrayValues;
    if (typeof method !== 'function') throw notIterable(iterable, 'iterable');
    var it = apply(method, iterable, []);
    if (!isObject(it)) throw new TypeErrorNow('Result of the Symbol.iterator method is not an object');
    var next = it.next;
    var record = {it: it, next: next, done: false, value: undefined, generator: undefined, cursor: undefined};
    if (N.hasOwn(it, stateKey)) {
        var state = it[stateKey];
        if (next === R.generatorNext) record.generator = state;
        else if (state.cursor !== undefined && next === R.tableNext[state.kind]) record.cursor = state.cursor;
    }
    return record;
}
R.tableNext = create(null);  // the next() of Map's and Set's iterators
R.open = open;
// The array itself if iterating it is the built-in thing; else null, and iterator() gives the record.
R.of = function (iterable) {
    if (isPlainList(iterable)) return iterable;
    lastRecord = open(iterable);
    return null;
};
R.iterator = function () { var record = lastRecord; lastRecord = undefined; return record; };
function step(record) {
    record.done = true;  // if next() throws, the iterator is over
    var generator = record.generator;
    if (generator !== undefined) {  // goes on without a result object in between
        var given = R.goOn(generator);
        if (generator.done) return false;
        record.value = given;
        record.done = false;
        return true;
    }
    var cursor = record.cursor;
    if (cursor !== undefined) {
        var item = N.tableStep(cursor);
        if (cursor[0] === null) return false;
        record.value = item;
        record.done = false;
        return true;
    }
    var r = apply(record.next, record.it, []);
    if (!isObject(r)) throw new TypeErrorNow('Iterator result ' + N.describe(r) + ' is not an object');
    if (r.done) return false;
    record.value = r.value;
    record.done = false;
    return true;
}
R.step = step;
R.abort = function (record, error) {
    if (record !== null && !record.done) {
        record.done = true;
        try { var f = record.it['return']; if (f != null) apply(f, record.it, []); } catch (ignored) {}
    }
    return error;
};
R.close = function (record) {
    if (record.done) return;
    record.done = true;
    var f = record.it['return'];
    if (f == null) return;
    if (!isObject(apply(f, record.it, []))) throw new TypeErrorNow('iterator.return() did not return an object');
};
R.all = function (iterable) {
    if (isPlainList(iterable)) return N.copyList(iterable);
    var out = [], record = open(iterable), at = 0;
    while (step(record)) out[at++] = record.value;
    return out;
};
// Destructuring step by step: `take(record)` takes what it needs with next and restOf.
R.steps = function (iterable, take) {
    var record = open(iterable);
    try { take(record); } catch (e) { throw R.abort(record, e); }
    R.close(record);
};
R.next = function (record) { return !record.done && step(record) ? record.value : undefined; };
R.restOf = function (record) { var rest = [], at = 0; while (!record.done && step(record)) rest[at++] = record.value; return rest; };
R.take = N.take;
R.take.slowly = function (iterable, count, withRest) {
    if (isPlainList(iterable)) {
        var short = [];
        for (var k = 0; k < count; k++) short[k] = iterable[k];
        short[count] = ArrayProto_slice(iterable, count);
        return short;
    }
    var out = bareList(), record = open(iterable);
    for (var i = 0; i < count; i++) out[i] = !record.done && step(record) ? record.value : undefined;
    if (withRest) { var rest = [], at = 0; while (!record.done && step(record)) rest[at++] = record.value; out[count] = rest; }
    else R.close(record);
    return out;
};
function ArrayProto_slice(list, from) { var out = []; for (var i = from; i < list.length; i++) out[i - from] = list[i]; return out; }
})
