// Numbers as texts beyond what the engine writes, and Math.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, add = shared.add, integer = shared.integer, apply = Reflect.apply;
var RangeErrorNow = RangeError, TypeErrorNow = TypeError, proto = Number.prototype, StringNow = String;

['cbrt', 'log1p', 'expm1', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'log2', 'log10', 'fround'].forEach(function (name) {
    var f = N.math(name);
    N.asMethod(f);
    N.setLength(f, 1);
    define(Math, name, setName(f, name), 0);
});
function number(v, name) {
    if (typeof v === 'number') return v;
    if (R.isObject(v) && N.classOf(v) === 'Number') return N.valueOf(v);
    throw new TypeErrorNow('Number.prototype.' + name + ' requires that \'this\' be a Number');
}
function formatting(name, least, message) {
    var native = proto[name], engineMost = 20, methods = {};
    methods[name] = function (digits) {
        var x = number(this, name), n = integer(digits);
        if (digits === undefined && name !== 'toFixed') return apply(native, x, [digits]);
        if (x - x !== 0) return StringNow(x);
        if (n < least || n > 100) throw new RangeErrorNow(message);
        return n <= engineMost ? apply(native, x, [n]) : name === 'toFixed' && (x >= 1e21 || x <= -1e21) ? StringNow(x) : N.formatNumber(x, name, n);
    };
    add(proto, methods);
}
formatting('toFixed', 0, 'toFixed() digits argument must be between 0 and 100');
formatting('toPrecision', 1, 'toPrecision() argument must be between 1 and 100');
formatting('toExponential', 0, 'toExponential() argument must be between 0 and 100');
var toStringNative = proto.toString;
add(proto, {
    toString: function (radix) {
        if (radix === undefined || radix === 10) return typeof this === 'number' ? '' + this : '' + number(this, 'toString');
        var x = number(this, 'toString'), r = integer(radix);
        if (r < 2 || r > 36) throw new RangeErrorNow('toString() radix argument must be between 2 and 36');
        return apply(toStringNative, x, [r]);
    },
    valueOf: function () { return number(this, 'valueOf'); }
});
})
