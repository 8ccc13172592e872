// BigInt: values are objects that only lowered operators see through. Sources that can meet one have their operators
// written as calls of these functions; all others keep the engine's own.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, hidden = N.hidden, isObject = R.isObject, create = Object.create;
var TypeErrorNow = TypeError, RangeErrorNow = RangeError, SyntaxErrorNow = SyntaxError, NumberNow = Number, StringNow = String, floor = Math.floor;
var key = hidden('bigint');
N.bigKey = key;

function isBig(v) { return typeof v === 'object' && v !== null && v[key] !== undefined; }
// What must know of big integers learns it when the first one is made.
function start() {
    N.bigIntegers.key = key;
    ['indexOf', 'lastIndexOf'].forEach(function (name) {
        var A = Array.prototype, plain = A[name], forward = name === 'indexOf', methods = {};
        methods[name] = function (x) {
            if (!isBig(x)) return Reflect.apply(plain, this, arguments);
            var list = N.shared.object(this), n = N.shared.length(list), from, at;
            if (n === 0) return -1;
            from = arguments.length > 1 ? N.shared.integer(arguments[1]) : forward ? 0 : n - 1;
            at = from < 0 ? n + from : from;
            if (forward) for (at = Math.max(at, 0); at < n; at++) { if (R.equal(list[at], x)) return at; }
            else for (at = Math.min(at, n - 1); at >= 0; at--) { if (R.equal(list[at], x)) return at; }
            return -1;
        };
        N.setLength(methods[name], 1);
        N.shared.add(A, methods);
    });
    var Plain = N.global('Boolean');
    function Truth(v) { var b = R.truthy(v); return new.target === undefined ? b : new Plain(b); }
    N.asConstructor(Truth, Plain, 'Boolean');
    define(Plain.prototype, 'constructor', Truth, 0);
    N.setGlobal('Boolean', Truth);
}
function make(text) { if (N.bigIntegers.key === undefined) start(); var b = create(proto); define(b, key, text, 8); return N.asBig(b); }
function BigInt(v) {
    if (new.target !== undefined) throw new TypeErrorNow('BigInt is not a constructor');
    v = primitive(v, 'number');
    if (isBig(v)) return v;
    if (typeof v === 'number') {
        if (!(v - v === 0) || floor(v) !== v) throw new RangeErrorNow('The number ' + v + ' cannot be converted to a BigInt because it is not an integer');
        return make(N.bigFromNumber(v));
    }
    if (typeof v === 'boolean') return make(v ? '1' : '0');
    if (typeof v === 'string') {
        var text = N.bigParse(v);
        if (text === undefined) throw new SyntaxErrorNow('Cannot convert ' + v + ' to a BigInt');
        return make(text);
    }
    throw new TypeErrorNow('Cannot convert ' + N.describe(v) + ' to a BigInt');
}
var proto = BigInt.prototype;
define(BigInt, 'prototype', proto, 8);
function text(v, name) { if (!isBig(v)) throw new TypeErrorNow('BigInt.prototype.' + name + ' requires that \'this\' be a BigInt'); return v[key]; }
function method(target, name, f) { define(target, name, setName(f, name), 0); }
method(proto, 'toString', function (radix) {
    radix = radix === undefined ? 10 : +radix;
    if (!(radix >= 2 && radix <= 36)) throw new RangeErrorNow('toString() radix argument must be between 2 and 36');
    return N.bigFormat(text(this, 'toString'), floor(radix));
});
method(proto, 'valueOf', function () { text(this, 'valueOf'); return this; });
define(proto, Symbol.toPrimitive, function (hint) {
    if (hint === 'number') throw new TypeErrorNow('Cannot convert a BigInt value to a number');
    return N.bigFormat(text(this, 'toString'), 10);
}, 0);
define(proto, Symbol.toStringTag, 'BigInt', 4);
// As elements of arrays are converted: numbers are none.
N.toBig = function (v) {
    v = primitive(v, 'number');
    if (typeof v === 'number' || v == null || typeof v === 'symbol') throw new TypeErrorNow('Cannot convert ' + N.describe(v) + ' to a BigInt');
    return BigInt(v);
};
N.bigElements(N.toBig, proto, key);
function wrapped(bits, v, isSigned) { bits = N.shared.toIndex(bits, 'Invalid value: not (convertible to) a safe integer: '); return make(N.bigWrap(N.toBig(v)[key], bits, isSigned)); }
method(BigInt, 'asIntN', function (bits, v) { return wrapped(bits, v, true); });
method(BigInt, 'asUintN', function (bits, v) { return wrapped(bits, v, false); });
N.setGlobal('BigInt', BigInt);
R.big = function (digits) { return make(N.bigParse(digits)); };

// --- Operators

function primitive(v, hint) {
    if (!isObject(v) || isBig(v)) return v;
    var f = v[Symbol.toPrimitive];
    if (f != null) { var r = f.call(v, hint); if (isObject(r) && !isBig(r)) throw new TypeErrorNow('Cannot convert object to primitive value'); return r; }
    var names = hint === 'string' ? ['toString', 'valueOf'] : ['valueOf', 'toString'];
    if (hint === 'default' && N.classOf(v) === 'Date') names = ['toString', 'valueOf'];
    for (var i = 0; i < 2; i++) {
        var g = v[names[i]];
        if (typeof g === 'function') { var q = g.call(v); if (!isObject(q) || isBig(q)) return q; }
    }
    throw new TypeErrorNow('Cannot convert object to primitive value');
}
function both(sign, a, b) {
    if (isBig(a) && isBig(b)) return make(N.bigOperate(sign, a[key], b[key]));
    throw new TypeErrorNow('Cannot mix BigInt and other types, use explicit conversions');
}
var one = {one: true};
R.one = one;
function unit(a) { return isBig(a) ? make('1') : 1; }
function arithmetic(sign, plain) {
    return function (a, b) {
        if (typeof a === 'number' && typeof b === 'number') return plain(a, b);
        a = primitive(a, 'number');
        b = b === one ? unit(a) : primitive(b, 'number');
        return isBig(a) || isBig(b) ? both(sign, a, b) : plain(a, b);
    };
}
R.add = function (a, b) {
    if (typeof a === 'number' && typeof b === 'number') return a + b;
    if (b === one) { a = primitive(a, 'number'); return isBig(a) ? both('+', a, unit(a)) : +a + 1; }
    a = primitive(a, 'default');
    b = primitive(b, 'default');
    if (typeof a === 'string') return a + StringNow(b);
    if (typeof b === 'string') return StringNow(a) + b;
    return isBig(a) || isBig(b) ? both('+', a, b) : a + b;
};
R.subtract = arithmetic('-', function (a, b) { return a - b; });
R.multiply = arithmetic('*', function (a, b) { return a * b; });
R.divide = arithmetic('/', function (a, b) { return a / b; });
R.remainder = arithmetic('%', function (a, b) { return a % b; });
R.power = arithmetic('**', function (a, b) { return a ** b; });
R.shiftLeft = arithmetic('<<', function (a, b) { return a << b; });
R.shiftRight = arithmetic('>>', function (a, b) { return a >> b; });
R.shiftRightUnsigned = arithmetic('>>>', function (a, b) { return a >>> b; });
R.bitAnd = arithmetic('&', function (a, b) { return a & b; });
R.bitOr = arithmetic('|', function (a, b) { return a | b; });
R.bitXor = arithmetic('^', function (a, b) { return a ^ b; });
R.negate = function (a) { a = primitive(a, 'number'); return isBig(a) ? make(N.bigOperate('-', '0', a[key])) : -a; };
R.bitNot = function (a) { a = primitive(a, 'number'); return isBig(a) ? make(N.bigOperate('-', '-1', a[key])) : ~a; };
// -1, 0, 1, or NaN when one of them is no number.
function compare(a, b) {
    if (isBig(a) && isBig(b)) return N.bigOperate('compare', a[key], b[key]);
    if (isBig(b)) return -compare(b, a);
    if (typeof b === 'string') { var t = N.bigParse(b); return t === undefined ? NaN : N.bigOperate('compare', a[key], t); }
    b = NumberNow(b);
    if (b !== b) return NaN;
    if (b === Infinity) return -1;
    if (b === -Infinity) return 1;
    var whole = floor(b), c = N.bigOperate('compare', a[key], N.bigFromNumber(whole));
    return c !== 0 ? c : whole < b ? -1 : 0;
}
function relation(plain, test) {
    return function (a, b) {
        if (typeof a === 'number' && typeof b === 'number') return plain(a, b);
        a = primitive(a, 'number');
        b = primitive(b, 'number');
        return isBig(a) || isBig(b) ? test(compare(a, b)) : plain(a, b);
    };
}
R.less = relation(function (a, b) { return a < b; }, function (c) { return c < 0; });
R.greater = relation(function (a, b) { return a > b; }, function (c) { return c > 0; });
R.atMost = relation(function (a, b) { return a <= b; }, function (c) { return c <= 0; });
R.atLeast = relation(function (a, b) { return a >= b; }, function (c) { return c >= 0; });
R.equal = function (a, b) { return a === b || (isBig(a) && isBig(b) && a[key] === b[key]); };
R.unequal = function (a, b) { return !R.equal(a, b); };
R.looseEqual = function (a, b) {
    if (!isBig(a) && !isBig(b)) return a == b;
    if (a == null || b == null) return false;
    return compare(primitive(a, 'default'), primitive(b, 'default')) === 0;
};
R.looseUnequal = function (a, b) { return !R.looseEqual(a, b); };
R.typeOf = function (v) { return isBig(v) ? 'bigint' : typeof v; };
R.truthy = function (v) { return isBig(v) ? v[key] !== '0' : !!v; };
R.numeric = function (v) { v = primitive(v, 'number'); return isBig(v) ? v : +v; };

// Number(big) and parseInt(big) are the ways out.
var NativeNumber = NumberNow;
function convert(v) {
    var n = arguments.length === 0 ? 0 : primitive(v, 'number');
    n = isBig(n) ? N.bigToNumber(n[key]) : NativeNumber(n);
    return new.target === undefined ? n : new NativeNumber(n);
}
N.asConstructor(convert, NativeNumber, 'Number');
Reflect.ownKeys(NativeNumber).forEach(function (name) { if (!N.hasOwn(convert, name)) Object.defineProperty(convert, name, Object.getOwnPropertyDescriptor(NativeNumber, name)); });
define(NativeNumber.prototype, 'constructor', convert, 0);
N.setGlobal('Number', convert);
})
