// What typed arrays and their buffers lack.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, missing = shared.missing, add = shared.add, callable = shared.callable, integer = shared.integer;
var relative = shared.relative, copy = shared.copy, apply = Reflect.apply, max = Math.max, RangeErrorNow = RangeError, ArrayNow = Array, floor = Math.floor;
var A = ArrayNow.prototype, names = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'];
function byNumber(a, b) {
    if (a !== a) return b !== b ? 0 : 1;
    if (b !== b) return -1;
    return a < b ? -1 : a > b ? 1 : a !== 0 ? 0 : 1 / a - 1 / b < 0 ? -1 : 1 / a === 1 / b ? 0 : 1;
}
var TypedProto = Object.getPrototypeOf(Uint8Array.prototype);
function TypedArray() { throw new TypeError('Abstract class TypedArray not directly constructable'); }
define(TypedArray, 'prototype', TypedProto, 8);
define(TypedProto, 'constructor', TypedArray, 0);
N.accessor(TypedProto, Symbol.toStringTag, N.setName(function () {
    var name = R.isObject(this) && N.classOf(this) === 'TypedArray' ? N.typedName(this) : undefined;
    return name;
}, '[Symbol.toStringTag]', 'get '), true, 0);
shared.species(TypedArray);
shared.species(ArrayBuffer);
names.forEach(function (name) {
    var Native = N.global(name), P = Native.prototype;
    // The engine takes lists, buffers and lengths; other iterables become lists first.
    function Typed(source, offset, length) {
        if (new.target === undefined) throw new TypeError("Constructor " + name + " requires 'new'");
        if (typeof source === 'object' && source !== null && !ArrayNow.isArray(source)) {
            var kind = N.classOf(source);
            if (kind === 'ArrayBuffer') return checked(source, offset, length);
            if (kind !== 'TypedArray' && source[Symbol.iterator] != null) source = R.all(source);
            else if (kind !== 'TypedArray') source = copy(source, shared.length(source));
        } else if (typeof source !== 'object' && source !== undefined && (source < 0 || source > 2147483647)) throw new RangeErrorNow('Invalid typed array length: ' + source);
        return new Native(source);
    }
    function checked(buffer, offset, length) {
        var size = Native.BYTES_PER_ELEMENT, from = offset === undefined ? 0 : integer(offset);
        if (from % size !== 0) throw new RangeErrorNow('start offset of ' + name + ' should be a multiple of ' + size);
        if (length === undefined && buffer.byteLength % size !== 0) throw new RangeErrorNow('byte length of ' + name + ' should be a multiple of ' + size);
        if (from > buffer.byteLength) throw new RangeErrorNow('Start offset ' + from + ' is outside the bounds of the buffer');
        if (length !== undefined && from + length * size > buffer.byteLength) throw new RangeErrorNow('Invalid typed array length: ' + length);
        return length === undefined ? new Native(buffer, from) : new Native(buffer, from, length);
    }
    N.asConstructor(Typed, Native, name);
    N.setLength(Typed, 3);
    define(Typed, 'BYTES_PER_ELEMENT', Native.BYTES_PER_ELEMENT, 8);
    define(P, 'constructor', Typed, 0);
    Object.setPrototypeOf(Typed, TypedArray);
    N.setGlobal(name, Typed);
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
            shared.comparator(f);
            var list = shared.sorted(copy(this, this.length), f || byNumber);
            for (var i = 0; i < list.length; i++) this[i] = list[i];
            return this;
        },
        toLocaleString: A.toLocaleString,
        toReversed: function () { return this.slice().reverse(); },
        toSorted: function (f) { return this.slice().sort(f); },
        'with': function (i, v) { var out = this.slice(), at = integer(i); if (at < 0) at += out.length; if (at < 0 || at >= out.length) throw new RangeErrorNow('Invalid typed array index'); out[at] = v; return out; }
    });
    define(P, 'toString', A.toString, 0);
    shared.guard(P, 'set', function (source, offset) {
        if (integer(offset) < 0 || integer(offset) + (source == null ? 0 : shared.length(source)) > this.length) throw new RangeErrorNow('offset is out of bounds');
    });
    missing(Typed, {
        from: function (source) { var list = ArrayNow.from(source, arguments[1], arguments[2]); return new this(list); },
        of: function () { return new this(copy(arguments, arguments.length)); }
    });
});

var bytesOf = {Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8}, D = DataView.prototype;
N.setLength(DataView, 1);
function within(view, at, size) {
    at = integer(at);
    if (at < 0 || at + size > view.byteLength) throw new RangeErrorNow('Offset is outside the bounds of the DataView');
    return at;
}
for (var kind in bytesOf) (function (size) {
    ['get', 'set'].forEach(function (verb) { shared.guard(D, verb + kind, function (at) { within(this, at, size); }); });
})(bytesOf[kind]);
function bigOf(view, at, little) {
    at = within(view, at, 8);
    var high = view.getUint32(little ? at + 4 : at, little), low = view.getUint32(little ? at : at + 4, little);
    return R.add(R.multiply(R.big('' + high), R.big('4294967296')), R.big('' + low));
}
function putBig(view, at, value, little) {
    at = within(view, at, 8);
    var bits = BigInt.asUintN(64, value), low = Number(R.remainder(bits, R.big('4294967296'))), high = Number(R.divide(bits, R.big('4294967296')));
    view.setUint32(little ? at + 4 : at, high, little);
    view.setUint32(little ? at : at + 4, low, little);
}
add(D, {
    getBigUint64: function (at) { return bigOf(this, at, !!arguments[1]); },
    getBigInt64: function (at) { return BigInt.asIntN(64, bigOf(this, at, !!arguments[1])); },
    setBigUint64: function (at, v) { putBig(this, at, v, !!arguments[2]); },
    setBigInt64: function (at, v) { putBig(this, at, v, !!arguments[2]); }
});
})
