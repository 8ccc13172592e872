// The methods that depend on a locale. Their work is Intl's, which is loaded when one of them is first called.
(function (N, R) {
'use strict';
var add = N.shared.add, apply = Reflect.apply, TypeErrorNow = TypeError, StringNow = String, BigIntNow = N.global('BigInt');
var bigText = BigIntNow.prototype.toString, getTime = Date.prototype.getTime, ObjectNow = Object;
var indexOf = Array.prototype.indexOf;
var toUpperCase = StringNow.prototype.toUpperCase, toLowerCase = StringNow.prototype.toLowerCase;

function intl() { return N.loader().builtIn('intl/intl'); }
N.lazyGlobal('Intl', function () { return intl().Intl; });

function text(v, name) {
    if (v == null) throw new TypeErrorNow('String.prototype.' + name + ' called on null or undefined');
    return StringNow(v);
}
function number(v) {
    if (typeof v === 'number') return v;
    if (R.isObject(v) && N.classOf(v) === 'Number') return N.valueOf(v);
    throw new TypeErrorNow("Number.prototype.toLocaleString requires that 'this' be a Number");
}
add(Number.prototype, {
    toLocaleString: function () { return intl().numberText(number(this), arguments[0], arguments[1]); }
});
add(BigIntNow.prototype, {
    toLocaleString: function () { return intl().numberText(apply(bigText, this, []), arguments[0], arguments[1]); }
});
function date(needed, defaults) {
    return function () { return intl().dateText(apply(getTime, this, []), needed, defaults, arguments[0], arguments[1]); };
}
add(N.global('Date').prototype, {
    toLocaleString: date('any', 'all'), toLocaleDateString: date('date', 'date'), toLocaleTimeString: date('time', 'time')
});
add(StringNow.prototype, {
    localeCompare: function (that) {
        var a = text(this, 'localeCompare'), b = StringNow(that), locales = arguments[1], options = arguments[2];
        return locales === undefined && options === undefined && a === b ? 0 : intl().compareTexts(a, b, locales, options);
    },
    toLocaleUpperCase: function () {
        var s = text(this, 'toLocaleUpperCase');
        return arguments[0] === undefined ? apply(toUpperCase, s, []) : intl().changeCase(s, arguments[0], true);
    },
    toLocaleLowerCase: function () {
        var s = text(this, 'toLocaleLowerCase');
        return arguments[0] === undefined ? apply(toLowerCase, s, []) : intl().changeCase(s, arguments[0], false);
    }
});
var open = N.bareList();  // lists that are being written: a list in itself is empty
function list() {
    var self = ObjectNow(this), out = '';
    if (apply(indexOf, open, [self]) >= 0) return '';
    open[open.length] = self;
    try {
        for (var i = 0, n = N.shared.length(self); i < n; i++) {
            var v = self[i];
            out += (i > 0 ? ',' : '') + (v == null ? '' : StringNow(v.toLocaleString(arguments[0], arguments[1])));
        }
    } finally { open.length--; }
    return out;
}
add(Array.prototype, {toLocaleString: list});
add(ObjectNow.getPrototypeOf(Uint8Array.prototype), {toLocaleString: list});
})
