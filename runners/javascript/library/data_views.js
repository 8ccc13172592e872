// DataView: its accesses check what they are given in the language's order, and know big integers.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, apply = Reflect.apply, RangeErrorNow = RangeError, TypeErrorNow = TypeError, D = DataView.prototype;
var sizes = {Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8};
function isView(v) { return R.isObject(v) && N.classOf(v) === 'DataView'; }
N.setLength(DataView, 1);
['byteLength', 'byteOffset'].forEach(function (name) {
    var read = shared.nativeGetter(D, name);
    shared.getter(D, name, isView, 'DataView', function (o) {
        if (N.isDetached(o)) throw new TypeErrorNow('Cannot perform DataView.prototype.' + name + ' on a detached ArrayBuffer');
        return read(o);
    });
});
shared.getter(D, 'buffer', isView, 'DataView', shared.nativeGetter(D, 'buffer'));
var byteLength = shared.nativeGetter(D, 'byteLength');

function method(name, length, f) {
    N.asMethod(f);
    N.setLength(f, length);
    define(D, name, setName(f, name), 0);
}
function receiver(view, name) {
    if (!isView(view)) throw new TypeErrorNow('Method DataView.prototype.' + name + ' called on incompatible receiver ' + shared.named(view));
}
function within(view, name, at, size) {
    if (N.isDetached(view)) throw new TypeErrorNow('Cannot perform DataView.prototype.' + name + ' on a detached ArrayBuffer');
    if (at + size > byteLength(view)) throw new RangeErrorNow('Offset is outside the bounds of the DataView');
}
function offset(at) { return shared.toIndex(at, 'Offset is outside the bounds of the DataView: '); }
function reader(name, size, read) {
    method(name, 1, function (at) {
        receiver(this, name);
        at = offset(at);
        var little = !!arguments[1];
        within(this, name, at, size);
        return read(this, at, little);
    });
}
function writer(name, size, convert, write) {
    method(name, 2, function (at, value) {
        receiver(this, name);
        at = offset(at);
        value = convert(value);
        var little = !!arguments[2];
        within(this, name, at, size);
        write(this, at, value, little);
    });
}
function number(v) { return +v; }
for (var kind in sizes) (function (kind, size) {
    var get = D['get' + kind], set = D['set' + kind];
    reader('get' + kind, size, function (view, at, little) { return apply(get, view, [at, little]); });
    writer('set' + kind, size, number, function (view, at, value, little) { apply(set, view, [at, value, little]); });
})(kind, sizes[kind]);

var getHalf = D.getUint32, setHalf = D.setUint32;
function bigAt(view, at, little) {
    var high = apply(getHalf, view, [little ? at + 4 : at, little]), low = apply(getHalf, view, [little ? at : at + 4, little]);
    return R.add(R.multiply(R.big('' + high), R.big('4294967296')), R.big('' + low));
}
function putBig(view, at, value, little) {
    var bits = BigInt.asUintN(64, value), half = R.big('4294967296'), low = Number(R.remainder(bits, half)), high = Number(R.divide(bits, half));
    apply(setHalf, view, [little ? at + 4 : at, high, little]);
    apply(setHalf, view, [little ? at : at + 4, low, little]);
}
reader('getBigUint64', 8, bigAt);
reader('getBigInt64', 8, function (view, at, little) { return BigInt.asIntN(64, bigAt(view, at, little)); });
function toBig(v) { return N.toBig(v); }
writer('setBigUint64', 8, toBig, putBig);
writer('setBigInt64', 8, toBig, putBig);
})
