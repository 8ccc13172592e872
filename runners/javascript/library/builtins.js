// What the engine's own standard library lacks of ES2023.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, isObject = R.isObject, apply = Reflect.apply, create = Object.create;
var ownKeys = Reflect.ownKeys, getDescriptor = Object.getOwnPropertyDescriptor, isArray = Array.isArray;
var TypeErrorNow = TypeError, RangeErrorNow = RangeError, floor = Math.floor, min = Math.min, max = Math.max;
var SymbolNow = Symbol, StringNow = String, ArrayNow = Array, ObjectNow = Object, toStringTag = Symbol.toStringTag;
function add(target, methods) { for (var name in methods) if (N.hasOwn(methods, name)) define(target, name, setName(methods[name], name), 0); }
function missing(target, methods) { for (var name in methods) if (N.hasOwn(methods, name) && !(name in target)) define(target, name, setName(methods[name], name), 0); }
function callable(f) { if (typeof f !== 'function') throw new TypeErrorNow(N.describe(f) + ' is not a function'); return f; }
function integer(v) { v = +v; return v !== v ? 0 : v < 0 ? -floor(-v) : floor(v); }
function length(o) { var n = integer(o.length); return n < 0 ? 0 : min(n, 9007199254740991); }
function object(v) { if (v == null) throw new TypeErrorNow('Cannot convert undefined or null to object'); return ObjectNow(v); }
function relative(v, n) { v = integer(v); return v < 0 ? max(n + v, 0) : min(v, n); }
function same(a, b) { return a === b || (a !== a && b !== b); }

// --- Symbols

['unscopables', 'match', 'matchAll', 'replace', 'search', 'split', 'species'].forEach(function (name) {
    if (!SymbolNow[name]) define(SymbolNow, name, SymbolNow('Symbol.' + name), 8);
});
N.accessor(SymbolNow.prototype, 'description', setName(function () {
    var s = typeof this === 'symbol' ? this : SymbolNow.prototype.valueOf.call(this);
    return N.describe(s).slice(7, -1);
}, 'description', 'get '), true, 0);

// --- Object

missing(ObjectNow, {
    entries: function (o) { o = object(o); return ObjectNow.keys(o).map(function (k) { return [k, o[k]]; }); },
    values: function (o) { o = object(o); return ObjectNow.keys(o).map(function (k) { return o[k]; }); },
    fromEntries: function (iterable) {
        var out = {}, list = R.all(iterable);
        for (var i = 0; i < list.length; i++) {
            if (!isObject(list[i])) throw new TypeErrorNow('Iterator value ' + N.describe(list[i]) + ' is not an entry object');
            define(out, R.key(list[i][0]), list[i][1], 1);
        }
        return out;
    },
    getOwnPropertyDescriptors: function (o) {
        o = object(o);
        var out = {};
        ownKeys(o).forEach(function (k) { var d = getDescriptor(o, k); if (d !== undefined) define(out, k, d, 1); });
        return out;
    },
    hasOwn: function (o, k) { return ObjectNow.prototype.hasOwnProperty.call(object(o), k); },
    groupBy: function (items, f) {
        var out = create(null), list = R.all(items);
        callable(f);
        for (var i = 0; i < list.length; i++) { var k = R.key(f(list[i], i)); (out[k] || (out[k] = [])).push(list[i]); }
        return out;
    }
});

// --- Array

function finder(fromEnd, wantsIndex) {
    return function (f) {
        var o = object(this), n = length(o), self = arguments[1];
        callable(f);
        for (var i = 0; i < n; i++) {
            var at = fromEnd ? n - 1 - i : i, v = o[at];
            if (apply(f, self, [v, at, o])) return wantsIndex ? at : v;
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
        else out[out.length] = v;
    }
    return out;
}
function mergeSort(list, compare) {
    var n = list.length, from = list, to = new ArrayNow(n);
    for (var width = 1; width < n; width *= 2) {
        for (var left = 0; left < n; left += 2 * width) {
            var middle = min(left + width, n), end = min(left + 2 * width, n), i = left, j = middle;
            for (var k = left; k < end; k++) to[k] = i < middle && (j >= end || !(compare(from[i], from[j]) > 0)) ? from[i++] : from[j++];
        }
        var swap = from; from = to; to = swap;
    }
    return from;
}
function byText(a, b) { a = StringNow(a); b = StringNow(b); return a < b ? -1 : a > b ? 1 : 0; }
// Short runs by insertion: stable, and quick for what is sorted already.
function sorted(list, compare) {
    if (compare === undefined) {
        var texts = true;
        for (var t = 0; t < list.length && texts; t++) texts = typeof list[t] === 'string';
        if (texts) compare = function (a, b) { return a < b ? -1 : a > b ? 1 : 0; };
        else {
            var keyed = [];
            for (var k = 0; k < list.length; k++) keyed[k] = {text: StringNow(list[k]), value: list[k]};
            keyed = sorted(keyed, function (a, b) { return a.text < b.text ? -1 : a.text > b.text ? 1 : 0; });
            for (var v = 0; v < keyed.length; v++) keyed[v] = keyed[v].value;
            return keyed;
        }
    }
    if (list.length > 12) return mergeSort(list, compare);
    for (var i = 1; i < list.length; i++) {
        var x = list[i], j = i - 1;
        for (; j >= 0 && compare(list[j], x) > 0; j--) list[j + 1] = list[j];
        list[j + 1] = x;
    }
    return list;
}
function comparator(f) { if (f !== undefined && typeof f !== 'function') throw new TypeErrorNow('The comparison function must be either a function or undefined'); }
function copy(o, n) { var out = []; for (var i = 0; i < n; i++) out[i] = o[i]; return out; }

add(ArrayNow.prototype, {
    sort: function (compare) {
        comparator(compare);
        var o = object(this), n = length(o), values = [], holes = 0, empty = 0;
        for (var i = 0; i < n; i++) {
            if (!(i in o)) holes++;
            else if (o[i] === undefined) empty++;
            else values[values.length] = o[i];
        }
        values = sorted(values, compare);
        var count = values.length;
        for (var j = 0; j < n; j++) {
            if (j < count) o[j] = values[j];
            else if (j < count + empty) o[j] = undefined;
            else delete o[j];
        }
        return o;
    }
});
missing(ArrayNow.prototype, {
    find: finder(false, false), findIndex: finder(false, true), findLast: finder(true, false), findLastIndex: finder(true, true),
    includes: function (x) {
        var o = object(this), n = length(o);
        for (var i = relative(arguments[1], n); i < n; i++) if (same(o[i], x)) return true;
        return false;
    },
    flat: function () { var d = arguments[0]; return flatten([], object(this), d === undefined ? 1 : integer(d)); },
    flatMap: function (f) { return flatten([], object(this), 1, callable(f), arguments[1]); },
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
    toSpliced: function () { var o = object(this), out = copy(o, length(o)); apply(out.splice, out, arguments); return out; }
});
missing(ArrayNow, {
    from: function (source, f) {
        if (f !== undefined) callable(f);
        var self = arguments[2], C = typeof this === 'function' && this !== ArrayNow ? this : null, out, i = 0;
        if (source == null) throw new TypeErrorNow(N.describe(source) + ' is not iterable');
        if (source[SymbolNow.iterator] != null || N.isArguments(source)) {
            out = C ? new C() : [];
            var list = R.all(source);
            for (; i < list.length; i++) define(out, i, f ? apply(f, self, [list[i], i]) : list[i], 1);
        } else {
            var o = object(source), n = length(o);
            out = C ? new C(n) : [];
            for (; i < n; i++) define(out, i, f ? apply(f, self, [o[i], i]) : o[i], 1);
        }
        out.length = i;
        return out;
    },
    of: function () {
        var C = typeof this === 'function' && this !== ArrayNow ? this : null, out = C ? new C(arguments.length) : [];
        for (var i = 0; i < arguments.length; i++) define(out, i, arguments[i], 1);
        out.length = arguments.length;
        return out;
    }
});

// --- Typed arrays

['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'].forEach(function (name) {
    var C = N.global(name), P = C.prototype, A = ArrayNow.prototype;
    ['join', 'indexOf', 'lastIndexOf', 'forEach', 'reduce', 'reduceRight', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex',
        'includes', 'fill', 'copyWithin', 'at', 'reverse'].forEach(function (m) { if (!(m in P)) define(P, m, A[m], 0); });
    missing(P, {
        slice: function (from, to) {
            var n = this.length, i = relative(from, n), end = to === undefined ? n : relative(to, n), out = new this.constructor(max(end - i, 0));
            for (var k = 0; i < end; i++, k++) out[k] = this[i];
            return out;
        },
        map: function (f) { callable(f); var out = new this.constructor(this.length), self = arguments[1]; for (var i = 0; i < this.length; i++) out[i] = apply(f, self, [this[i], i, this]); return out; },
        filter: function (f) { return new this.constructor(apply(A.filter, copy(this, this.length), [f, arguments[1]])); },
        sort: function (f) {
            var list = sorted(copy(this, this.length), f || function (a, b) { return a - b; });
            for (var i = 0; i < list.length; i++) this[i] = list[i];
            return this;
        },
        toString: A.toString,
        toLocaleString: A.toLocaleString,
        toReversed: function () { return this.slice().reverse(); },
        toSorted: function (f) { return this.slice().sort(f); },
        'with': function (i, v) { var out = this.slice(), at = integer(i); if (at < 0) at += out.length; if (at < 0 || at >= out.length) throw new RangeErrorNow('Invalid typed array index'); out[at] = v; return out; }
    });
    missing(C, {
        from: function (source, f) { var list = ArrayNow.from(source, f, arguments[2]); return new this(list); },
        of: function () { return new this(copy(arguments, arguments.length)); }
    });
});

// --- String

var trim = StringNow.prototype.trim;
function text(v) { if (v == null) throw new TypeErrorNow('String.prototype method called on null or undefined'); return StringNow(v); }
function pad(self, n, filler, atStart) {
    var s = text(self), f = filler === undefined ? ' ' : StringNow(filler), missingCount = integer(n) - s.length;
    if (missingCount <= 0 || f === '') return s;
    var p = f.repeat(Math.ceil(missingCount / f.length)).slice(0, missingCount);
    return atStart ? p + s : s + p;
}
missing(StringNow.prototype, {
    padStart: function (n) { return pad(this, n, arguments[1], true); },
    padEnd: function (n) { return pad(this, n, arguments[1], false); },
    at: function (i) { var s = text(this); i = integer(i); if (i < 0) i += s.length; return i < 0 || i >= s.length ? undefined : s.charAt(i); },
    trimStart: function () { var s = text(this), t = apply(trim, s, []); return t === '' ? '' : s.slice(s.indexOf(t)); },
    trimEnd: function () { var s = text(this), t = apply(trim, s, []); return t === '' ? '' : s.slice(0, s.indexOf(t) + t.length); },
    isWellFormed: function () { return text(this) === text(this).toWellFormed(); },
    toWellFormed: function () { return N.wellFormed(text(this)); },
    normalize: function () { return N.normalize(text(this), arguments[0] === undefined ? 'NFC' : StringNow(arguments[0])); }
});
missing(StringNow, {
    raw: function (strings) {
        var raw = object(object(strings).raw), n = length(raw), out = '';
        for (var i = 0; i < n; i++) { out += StringNow(raw[i]); if (i + 1 < n && i + 1 < arguments.length) out += StringNow(arguments[i + 1]); }
        return out;
    }
});
define(StringNow.prototype, 'trimLeft', StringNow.prototype.trimStart, 0);
define(StringNow.prototype, 'trimRight', StringNow.prototype.trimEnd, 0);

// --- Math, tags, errors

['cbrt', 'log1p', 'expm1', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'log2', 'log10', 'fround'].forEach(function (name) {
    define(Math, name, setName(N.math(name), name), 0);
});
if (!(toStringTag in Math)) define(Math, toStringTag, 'Math', 4);
if (!(toStringTag in JSON)) define(JSON, toStringTag, 'JSON', 4);

// `new Error(message, {cause})`: the engine's constructors know no options.
['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'].forEach(function (name) {
    var Native = N.global(name), P = Native.prototype;
    function wrap(message, options) {
        var e = arguments.length === 0 || message === undefined ? new Native() : new Native(message);
        if (isObject(options) && 'cause' in options) define(e, 'cause', options.cause, 0);
        return e;
    }
    N.asConstructor(wrap, Native, name);
    define(P, 'constructor', wrap, 0);
    N.setGlobal(name, wrap);
});
['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'].forEach(function (name) { ObjectNow.setPrototypeOf(N.global(name), N.global('Error')); });
define(N.global('Error'), 'captureStackTrace', setName(function (o) { if (isObject(o)) define(o, 'stack', N.stackHere(o), 0); }, 'captureStackTrace'), 0);
define(N.global('Error'), 'stackTraceLimit', 10, 7);

// --- structuredClone

N.setGlobal('structuredClone', setName(function (value) {
    var seen = new (N.global('Map'))();
    function refuse(v) { var e = new (N.global('Error'))(N.describe(v) + ' could not be cloned.'); e.name = 'DataCloneError'; e.code = 25; throw e; }
    function clone(v) {
        if (typeof v === 'function' || typeof v === 'symbol') refuse(v);
        if (!isObject(v)) return v;
        if (seen.has(v)) return seen.get(v);
        var out, i;
        switch (N.classOf(v)) {
            case 'Array':
                out = [];
                out.length = v.length;
                break;
            case 'Date': out = new Date(v.getTime()); seen.set(v, out); return out;
            case 'RegExp': out = new RegExp(v.source, v.flags); seen.set(v, out); return out;
            case 'Number': case 'String': case 'Boolean': out = ObjectNow(v.valueOf()); seen.set(v, out); return out;
            case 'ArrayBuffer': out = v.slice(0); seen.set(v, out); return out;
            case 'TypedArray': out = new (N.global(N.typedName(v)))(v); seen.set(v, out); return out;
            case 'Error':
                out = new (N.global(typeof N.global(v.name) === 'function' ? v.name : 'Error'))(v.message);
                seen.set(v, out);
                define(out, 'stack', v.stack, 0);
                if (N.hasOwn(v, 'cause')) define(out, 'cause', clone(v.cause), 0);
                return out;
            case 'Map': out = new (N.global('Map'))(); seen.set(v, out); v.forEach(function (b, a) { out.set(clone(a), clone(b)); }); return out;
            case 'Set': out = new (N.global('Set'))(); seen.set(v, out); v.forEach(function (a) { out.add(clone(a)); }); return out;
            case 'Object': out = {}; break;
            default: refuse(v);
        }
        seen.set(v, out);
        var keys = ObjectNow.keys(v);
        for (i = 0; i < keys.length; i++) define(out, keys[i], clone(v[keys[i]]), 1);
        return out;
    }
    return clone(value);
}, 'structuredClone'));
})
