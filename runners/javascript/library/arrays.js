// What Array lacks of ES2023, its stable sort, and its functions' answers in subclasses.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, isObject = R.isObject, isArray = Array.isArray, apply = Reflect.apply;
var add = shared.add, missing = shared.missing, callable = shared.callable, integer = shared.integer, length = shared.length;
var object = shared.object, relative = shared.relative, same = shared.same, copy = shared.copy, named = shared.named;
var TypeErrorNow = TypeError, RangeErrorNow = RangeError, SymbolNow = Symbol, StringNow = String, ArrayNow = Array, min = Math.min;
var proto = ArrayNow.prototype, species = SymbolNow.species;

// The list that a method answers with: of the same class as its own, as Symbol.species has it.
function listLike(o, n) {
    if (!isArray(o)) return [];
    var C = o.constructor;
    if (C === ArrayNow || C === undefined) return [];
    if (isObject(C)) { C = C[species]; if (C === null) C = undefined; }
    if (C === undefined || C === ArrayNow) return [];
    return new C(n);
}
function finder(fromEnd, wantsIndex) {
    return function (f) {
        var o = object(this), n = length(o), self = arguments[1];
        callable(f);
        for (var i = 0; i < n; i++) {
            var at = fromEnd ? n - 1 - i : i, v = o[at];
            if (self === undefined ? f(v, at, o) : apply(f, self, [v, at, o])) return wantsIndex ? at : v;
        }
        return wantsIndex ? -1 : undefined;
    };
}
function flatten(out, source, depth, f, self) {
    var n = length(source);
    for (var i = 0; i < n; i++) {
        if (!(i in source)) continue;
        var v = source[i];
        if (f) v = apply(f, self, [v, i, source]);
        if (depth > 0 && isArray(v)) flatten(out, v, depth - 1);
        else define(out, out.length, v, 1);
    }
    return out;
}

// --- Sorting

var sortNative = N.sort;
function sorted(list, compare) {
    if (compare !== undefined) return sortNative(list, compare, list);
    var texts = N.bareList();
    for (var i = 0; i < list.length; i++) texts[i] = typeof list[i] === 'string' ? list[i] : StringNow(list[i]);
    return sortNative(texts, undefined, list);
}
shared.sorted = sorted;
function comparator(f) { if (f !== undefined && typeof f !== 'function') throw new TypeErrorNow('The comparison function must be either a function or undefined'); }
shared.comparator = comparator;
add(proto, {
    sort: function (compare) {
        comparator(compare);
        var o = object(this), n = length(o), values = N.bareList(), count = 0, empty = 0, i;
        for (i = 0; i < n; i++) {
            var v = o[i];
            if (v !== undefined) values[count++] = v;
            else if (i in o) empty++;
        }
        values = sorted(values, compare);
        for (i = 0; i < count; i++) o[i] = values[i];
        for (; i < count + empty; i++) o[i] = undefined;
        for (; i < n; i++) delete o[i];
        return o;
    }
});

// --- Functions that answer with lists of the same class

var nativeMap = proto.map, nativeFilter = proto.filter, nativeSlice = proto.slice, nativeSplice = proto.splice, nativeConcat = proto.concat;
function isPlain(o) { return isArray(o) && o.constructor === ArrayNow; }
function into(target, list) { for (var i = 0; i < list.length; i++) if (i in list) define(target, i, list[i], 1); target.length = list.length; return target; }
function answering(name, native, makesByLength) {
    var methods = {};
    methods[name] = function () {
        var list = apply(native, this, arguments);
        if (!isArray(this) || isPlain(this)) return list;
        var target = listLike(this, makesByLength ? list.length : 0);
        return isArray(target) && target.constructor === ArrayNow ? list : into(target, list);
    };
    N.setLength(methods[name], native.length);
    add(proto, methods);
}
function needsFunction(name) {
    var native = proto[name], methods = {};
    methods[name] = function (f) {
        if (typeof f !== 'function') { object(this); throw new TypeErrorNow(named(f) + ' is not a function'); }
        return apply(native, this, arguments);
    };
    return methods[name];
}
answering('map', needsFunction('map'), true);
answering('filter', needsFunction('filter'), false);
answering('slice', nativeSlice, true);
answering('splice', nativeSplice, true);
answering('concat', nativeConcat, false);
['forEach', 'some', 'every', 'reduce', 'reduceRight'].forEach(function (name) {
    var native = proto[name], methods = {};
    methods[name] = function (f) {
        if (typeof f !== 'function') { object(this); throw new TypeErrorNow(named(f) + ' is not a function'); }
        if (arguments.length < 2 && (name === 'reduce' || name === 'reduceRight') && isArray(this) && this.length === 0) throw new TypeErrorNow('Reduce of empty array with no initial value');
        return apply(native, this, arguments);
    };
    add(proto, methods);
});

missing(proto, {
    find: finder(false, false), findIndex: finder(false, true), findLast: finder(true, false), findLastIndex: finder(true, true),
    includes: function (x) {
        var o = object(this), n = length(o);
        for (var i = relative(arguments[1], n); i < n; i++) if (same(o[i], x)) return true;
        return false;
    },
    flat: function () { var d = arguments[0], o = object(this); return flatten(listLike(o, 0), o, d === undefined ? 1 : integer(d)); },
    flatMap: function (f) {
        var o = object(this);
        if (typeof f !== 'function') throw new TypeErrorNow('flatMap mapper function is not callable');
        return flatten(listLike(o, 0), o, 1, f, arguments[1]);
    },
    fill: function (v) {
        var o = object(this), n = length(o), end = arguments[2] === undefined ? n : relative(arguments[2], n);
        for (var i = relative(arguments[1], n); i < end; i++) o[i] = v;
        return o;
    },
    copyWithin: function (target, start) {
        var o = object(this), n = length(o), to = relative(target, n), from = relative(start, n);
        var end = arguments[2] === undefined ? n : relative(arguments[2], n), count = min(end - from, n - to), d = 1;
        if (from < to && to < from + count) { d = -1; from += count - 1; to += count - 1; }
        for (; count > 0; count--, from += d, to += d) if (from in o) o[to] = o[from]; else delete o[to];
        return o;
    },
    at: function (i) { var o = object(this), n = length(o); i = integer(i); if (i < 0) i += n; return i < 0 || i >= n ? undefined : o[i]; },
    toSorted: function (compare) { comparator(compare); var o = object(this); return copy(o, length(o)).sort(compare); },
    toReversed: function () { var o = object(this); return copy(o, length(o)).reverse(); },
    'with': function (i, v) {
        var o = object(this), n = length(o), at = integer(i);
        if (at < 0) at += n;
        if (at < 0 || at >= n) throw new RangeErrorNow('Invalid index : ' + i);
        var out = copy(o, n);
        out[at] = v;
        return out;
    },
    toSpliced: function (start, count) { var o = object(this), out = copy(o, length(o)); apply(nativeSplice, out, arguments); return out; }
});
missing(ArrayNow, {
    from: function (source) {
        var f = arguments[1], self = arguments[2], C = typeof this === 'function' && this !== ArrayNow && N.isConstructor(this) ? this : null, out, i = 0;
        if (f !== undefined) callable(f);
        if (source == null) throw new TypeErrorNow((source === null ? 'object null' : 'undefined') + ' is not iterable (cannot read property Symbol(Symbol.iterator))');
        if (source[SymbolNow.iterator] != null || N.isArguments(source)) {
            out = C ? new C() : [];
            var record = R.open(source);
            try { for (; R.step(record); i++) define(out, i, f ? apply(f, self, [record.value, i]) : record.value, 1); } catch (e) { throw R.abort(record, e); }
        } else {
            var o = object(source), n = length(o);
            out = C ? new C(n) : [];
            for (; i < n; i++) define(out, i, f ? apply(f, self, [o[i], i]) : o[i], 1);
        }
        out.length = i;
        return out;
    },
    of: function () {
        var C = typeof this === 'function' && this !== ArrayNow && N.isConstructor(this) ? this : null, out = C ? new C(arguments.length) : [];
        for (var i = 0; i < arguments.length; i++) define(out, i, arguments[i], 1);
        out.length = arguments.length;
        return out;
    }
});
shared.species(ArrayNow);
var unscopables = Object.create(null);
['at', 'copyWithin', 'entries', 'fill', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flat', 'flatMap', 'includes', 'keys', 'toReversed', 'toSorted', 'toSpliced', 'values'].forEach(function (name) { unscopables[name] = true; });
define(proto, SymbolNow.unscopables, unscopables, 4);
})
