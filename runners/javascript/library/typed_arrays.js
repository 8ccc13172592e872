// Typed arrays: their constructors, those of 64-bit integers too, and their buffers. The methods: typed_array_methods.js.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, add = shared.add, integer = shared.integer, isObject = R.isObject;
var relative = shared.relative, copy = shared.copy, apply = Reflect.apply, max = Math.max, RangeErrorNow = RangeError, TypeErrorNow = TypeError, ArrayNow = Array;
var native = {}, names = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'];
var TypedProto = Object.getPrototypeOf(Uint8Array.prototype), largest = 9007199254740991, mostBytes = 2147483647;
function TypedArray() { throw new TypeErrorNow('Abstract class TypedArray not directly constructable'); }
N.setLength(TypedArray, 0);
define(TypedArray, 'prototype', TypedProto, 8);
define(TypedProto, 'constructor', TypedArray, 0);
shared.TypedArray = TypedArray;
shared.species(TypedArray);
shared.species(ArrayBuffer);

function isTyped(v) { return isObject(v) && N.classOf(v) === 'TypedArray'; }
function isBuffer(v) { return isObject(v) && N.classOf(v) === 'ArrayBuffer'; }
function hasBig(v) { var name = N.typedName(v); return name === 'BigInt64Array' || name === 'BigUint64Array'; }
function toIndex(v, what) {
    v = integer(v);
    if (v < 0 || v > largest) throw new RangeErrorNow(what === undefined ? 'Invalid index: ' + v : what + v);
    return v;
}
function speciesOf(o, fallback) {
    var C = o.constructor;
    if (C === undefined) return fallback;
    if (!isObject(C)) throw new TypeErrorNow('The .constructor property is not an object');
    var S = C[Symbol.species];
    if (S == null) return fallback;
    if (!N.isConstructor(S)) throw new TypeErrorNow('object.constructor[Symbol.species] is not a constructor');
    return S;
}
shared.isTyped = isTyped;
shared.isBuffer = isBuffer;
shared.hasBig = hasBig;
shared.toIndex = toIndex;
shared.speciesOf = speciesOf;

// The getters say what they are called on, and that a detached buffer has nothing.
function getter(proto, name, isRight, kind, read) {
    N.replaceGetter(proto, name, N.asMethod(setName(function () {
        if (!isRight(this)) throw new TypeErrorNow('Method get ' + kind + '.prototype.' + name + ' called on incompatible receiver ' + shared.named(this));
        return read(this);
    }, name, 'get ')));
}
shared.getter = getter;
function nativeGetter(proto, name) {
    var f = Object.getOwnPropertyDescriptor(proto, name).get;
    return function (o) { return apply(f, o, []); };
}
shared.nativeGetter = nativeGetter;
['byteLength', 'byteOffset'].forEach(function (name) {
    var read = nativeGetter(TypedProto, name);
    getter(TypedProto, name, isTyped, 'TypedArray', function (o) { return N.isDetached(o) ? 0 : read(o); });
});
getter(TypedProto, 'buffer', isTyped, 'TypedArray', nativeGetter(TypedProto, 'buffer'));
getter(TypedProto, 'length', isTyped, 'TypedArray', function (o) { return o.length; });
N.accessor(TypedProto, Symbol.toStringTag, N.asMethod(setName(function () {
    return isTyped(this) ? N.typedName(this) : undefined;
}, '[Symbol.toStringTag]', 'get ')), true, 0);

// `make(source)` gives an array of n elements, or of the elements of another array; `view` one on a buffer.
function constructor(name, Native, P, make, view, isBig) {
    var size = Native.BYTES_PER_ELEMENT;
    function ofLength(n) {
        if (n * size > mostBytes) throw new RangeErrorNow('Invalid typed array length: ' + n);
        return make(n);
    }
    function filled(list) {
        var out = ofLength(list.length);
        for (var i = 0; i < list.length; i++) out[i] = list[i];
        return out;
    }
    function onBuffer(buffer, offset, length) {
        var from = toIndex(offset, 'Start offset is too large: '), n;
        if (from % size !== 0) throw new RangeErrorNow('start offset of ' + name + ' should be a multiple of ' + size);
        if (length !== undefined) n = toIndex(length, 'Invalid typed array length: ');
        if (N.isDetached(buffer)) throw new TypeErrorNow('Cannot perform Construct on a detached ArrayBuffer');
        if (length === undefined && buffer.byteLength % size !== 0) throw new RangeErrorNow('byte length of ' + name + ' should be a multiple of ' + size);
        if (from > buffer.byteLength) throw new RangeErrorNow('Start offset ' + from + ' is outside the bounds of the buffer');
        if (length !== undefined && from + n * size > buffer.byteLength) throw new RangeErrorNow('Invalid typed array length: ' + n);
        return length === undefined ? view(buffer, from) : view(buffer, from, n);
    }
    function Typed(source, offset, length) {
        if (new.target === undefined) throw new TypeErrorNow("Constructor " + name + " requires 'new'");
        if (!isObject(source)) return ofLength(source === undefined ? 0 : toIndex(source, 'Invalid typed array length: '));
        var kind = N.classOf(source);
        if (kind === 'ArrayBuffer') return onBuffer(source, offset, length);
        if (kind === 'TypedArray') {
            if (N.isDetached(source)) throw new TypeErrorNow('Cannot perform Construct on a detached ArrayBuffer');
            if (hasBig(source) !== isBig) throw new TypeErrorNow('Cannot mix BigInt and other types, use explicit conversions');
            return isBig ? filled(source) : make(source);
        }
        if (source[Symbol.iterator] != null) source = R.all(source);
        else source = copy(source, shared.length(source));
        return isBig ? filled(source) : make(source);
    }
    N.asConstructor(Typed, Native, name);
    N.setLength(Typed, 3);
    define(Typed, 'prototype', P, 8);
    define(Typed, 'BYTES_PER_ELEMENT', size, 8);
    define(P, 'BYTES_PER_ELEMENT', size, 8);
    define(P, 'constructor', Typed, 0);
    Object.setPrototypeOf(Typed, TypedArray);
    N.setGlobal(name, Typed);
}
names.forEach(function (name) {
    var Native = native[name] = N.global(name);
    constructor(name, Native, Native.prototype, function (source) { return new Native(source); }, function (buffer, from, n) {
        return n === undefined ? new Native(buffer, from) : new Native(buffer, from, n);
    }, false);
});
// Doubles to the engine, whose bytes are read and written as big integers.
[['BigInt64Array', true], ['BigUint64Array', false]].forEach(function (kind) {
    var Native = native.Float64Array, P = Object.create(TypedProto);
    function big(array) {
        R.big('0');  // who must know of big integers learns it
        Object.setPrototypeOf(array, P);
        return N.asBigArray(array, kind[1]);
    }
    constructor(kind[0], Native, P, function (n) { return big(new Native(n)); }, function (buffer, from, n) {
        return big(n === undefined ? new Native(buffer, from) : new Native(buffer, from, n));
    }, true);
});

// --- ArrayBuffer

var BufferProto = ArrayBuffer.prototype, nativeSlice = BufferProto.slice, byteLength = nativeGetter(BufferProto, 'byteLength');
getter(BufferProto, 'byteLength', isBuffer, 'ArrayBuffer', function (o) { return N.isDetached(o) ? 0 : byteLength(o); });
function attached(o, method) {
    if (!isBuffer(o)) throw new TypeErrorNow('Method ' + method + ' called on incompatible receiver ' + shared.named(o));
    if (N.isDetached(o)) throw new TypeErrorNow('Cannot perform ' + method + ' on a detached ArrayBuffer');
    return o;
}
add(BufferProto, {
    slice: function (start, end) {
        var n = attached(this, 'ArrayBuffer.prototype.slice').byteLength, from = relative(start, n), to = end === undefined ? n : relative(end, n);
        var size = max(to - from, 0), C = speciesOf(this, ArrayBuffer), out, i;
        if (C === ArrayBuffer) return apply(nativeSlice, this, [from, max(to, from)]);
        out = attached(R.construct(C, [size]), 'ArrayBuffer.prototype.slice');
        if (out === this) throw new TypeErrorNow('ArrayBuffer subclass returned this from species constructor');
        if (out.byteLength < size) throw new TypeErrorNow('Species constructor returned a too small ArrayBuffer');
        attached(this, 'ArrayBuffer.prototype.slice');
        var source = new native.Uint8Array(this), target = new native.Uint8Array(out);
        for (i = 0; i < size; i++) target[i] = source[from + i];
        return out;
    }
});
if (!N.hasOwn(BufferProto, Symbol.toStringTag)) define(BufferProto, Symbol.toStringTag, 'ArrayBuffer', 4);
})
