// What typed arrays can do. All kinds share one prototype.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, add = shared.add, callable = shared.callable, integer = shared.integer;
var relative = shared.relative, copy = shared.copy, apply = Reflect.apply, min = Math.min, max = Math.max, RangeErrorNow = RangeError, TypeErrorNow = TypeError;
var nativeSet = Object.getPrototypeOf(Uint8Array.prototype).set, TypedArray = shared.TypedArray, proto = TypedArray.prototype, A = Array.prototype, isTyped = shared.isTyped, hasBig = shared.hasBig;

function valid(o, method) {
    if (!isTyped(o)) throw new TypeErrorNow('this is not a typed array.');
    if (N.isDetached(o)) throw new TypeErrorNow('Cannot perform %TypedArray%.prototype.' + method + ' on a detached ArrayBuffer');
    return o;
}
function made(out, n, method) {
    valid(out, method);
    if (n !== undefined && out.length < n) throw new TypeErrorNow('Derived TypedArray constructor created an array which was too small');
    return out;
}
function plainConstructor(o) { return N.global(N.typedName(o)); }
function speciesCreate(o, args, method) {
    var out = made(R.construct(shared.speciesOf(o, plainConstructor(o)), args), args.length === 1 ? args[0] : undefined, method);
    if (hasBig(out) !== hasBig(o)) throw new TypeErrorNow('Content type of the species constructor\'s array differs');
    return out;
}
function toElement(o, v) { return hasBig(o) ? N.toBig(v) : +v; }
function byNumber(a, b) {
    if (a !== a) return b !== b ? 0 : 1;
    if (b !== b) return -1;
    return a < b ? -1 : a > b ? 1 : a !== 0 ? 0 : 1 / a - 1 / b < 0 ? -1 : 1 / a === 1 / b ? 0 : 1;
}
function byBig(a, b) { return R.less(a, b) ? -1 : R.less(b, a) ? 1 : 0; }
function sortedCopy(o, f) { return shared.sorted(copy(o, o.length), f || (hasBig(o) ? byBig : byNumber)); }

// As for arrays, once it is certain that this is one.
['join', 'indexOf', 'lastIndexOf', 'forEach', 'reduce', 'reduceRight', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex',
    'includes', 'at', 'reverse', 'toLocaleString', 'keys', 'values', 'entries'].forEach(function (name) {
    var plain = A[name], methods = {};
    // The array's own is asked for each time: big integers replace some when the first of them is made.
    methods[name] = function () { valid(this, name); return apply(N.bigIntegers.key === undefined ? plain : A[name], this, arguments); };
    N.setLength(methods[name], plain.length);
    add(proto, methods);
});
define(proto, Symbol.iterator, proto.values, 0);
define(proto, 'toString', A.toString, 0);
function put(target, source, at, n) { for (var i = 0; i < n; i++) target[at + i] = source[i]; }

add(proto, {
    slice: function (start, end) {
        var n = valid(this, 'slice').length, from = relative(start, n), to = end === undefined ? n : relative(end, n), count = max(to - from, 0), i;
        var out = speciesCreate(this, [count], 'slice');
        if (count === 0) return out;
        valid(this, 'slice');
        for (to = min(to, this.length), i = 0; from < to; from++, i++) out[i] = this[from];
        return out;
    },
    subarray: function (start, end) {
        if (!isTyped(this)) throw new TypeErrorNow('this is not a typed array.');
        var buffer = this.buffer, n = this.length, size = this.BYTES_PER_ELEMENT, from, to;
        from = relative(start, n);
        to = end === undefined ? n : relative(end, n);
        return speciesCreate(this, [buffer, this.byteOffset + from * size, max(to - from, 0)], 'subarray');
    },
    map: function (f) {
        var n = valid(this, 'map').length, self = arguments[1], out, i;
        callable(f);
        out = speciesCreate(this, [n], 'map');
        for (i = 0; i < n; i++) out[i] = apply(f, self, [this[i], i, this]);
        return out;
    },
    filter: function (f) {
        var n = valid(this, 'filter').length, self = arguments[1], kept = [], out, i;
        callable(f);
        for (i = 0; i < n; i++) { var v = this[i]; if (apply(f, self, [v, i, this])) define(kept, kept.length, v, 1); }
        out = speciesCreate(this, [kept.length], 'filter');
        put(out, kept, 0, kept.length);
        return out;
    },
    fill: function (v) {
        var n = valid(this, 'fill').length, value = toElement(this, v), from = relative(arguments[1], n), to = arguments[2] === undefined ? n : relative(arguments[2], n);
        for (valid(this, 'fill'); from < to; from++) this[from] = value;
        return this;
    },
    copyWithin: function (target, start) {
        var n = valid(this, 'copyWithin').length, to = relative(target, n), from = relative(start, n), end = arguments[2] === undefined ? n : relative(arguments[2], n);
        var count = min(end - from, n - to);
        if (count > 0) {
            valid(this, 'copyWithin');
            var part = [];
            for (var i = 0; i < count; i++) part[i] = this[from + i];
            put(this, part, to, count);
        }
        return this;
    },
    sort: function (f) {
        shared.comparator(f);
        var list = sortedCopy(valid(this, 'sort'), f);
        put(this, list, 0, list.length);
        return this;
    },
    set: function (source) {
        if (!isTyped(this)) throw new TypeErrorNow('this is not a typed array.');
        var offset = integer(arguments[1]), n, list;
        if (offset < 0) throw new RangeErrorNow('offset is out of bounds');
        valid(this, 'set');
        if (isTyped(source)) {
            valid(source, 'set');
            if (hasBig(source) !== hasBig(this)) throw new TypeErrorNow('Cannot mix BigInt and other types, use explicit conversions');
        } else source = shared.object(source);
        n = isTyped(source) ? source.length : shared.length(source);
        if (offset + n > this.length) throw new RangeErrorNow('offset is out of bounds');
        if (!hasBig(this) && (isTyped(source) || N.classOf(source) === 'Array')) { apply(nativeSet, this, [source, offset]); return; }
        list = isTyped(source) ? copy(source, n) : source;
        put(this, list, offset, n);
    },
    toReversed: function () { var n = valid(this, 'toReversed').length, out = new (plainConstructor(this))(n); for (var i = 0; i < n; i++) out[i] = this[n - 1 - i]; return out; },
    toSorted: function (f) {
        shared.comparator(f);
        var list = sortedCopy(valid(this, 'toSorted'), f), out = new (plainConstructor(this))(list.length);
        put(out, list, 0, list.length);
        return out;
    },
    'with': function (i, v) {
        var n = valid(this, 'with').length, at = integer(i), value, out;
        if (at < 0) at += n;
        value = toElement(this, v);
        if (!(at >= 0 && at < this.length)) throw new RangeErrorNow('Invalid typed array index');
        out = new (plainConstructor(this))(n);
        for (var k = 0; k < n; k++) out[k] = k === at ? value : this[k];
        return out;
    }
});
function constructorNamed(C) { if (!N.isConstructor(C)) throw new TypeErrorNow(shared.named(C) + ' is not a constructor'); return C; }
add(TypedArray, {
    from: function (source) {
        var C = constructorNamed(this), f = arguments[1], self = arguments[2], list, n, out;
        if (f !== undefined) callable(f);
        list = shared.object(source)[Symbol.iterator] != null ? R.all(source) : shared.object(source);
        n = shared.length(list);
        out = made(R.construct(C, [n]), n, 'from');
        for (var i = 0; i < n; i++) { var v = list[i]; out[i] = f === undefined ? v : apply(f, self, [v, i]); }
        return out;
    },
    of: function () {
        var n = arguments.length, out = made(R.construct(constructorNamed(this), [n]), n, 'of');
        put(out, arguments, 0, n);
        return out;
    }
});
})
