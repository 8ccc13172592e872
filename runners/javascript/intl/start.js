// The methods that depend on a locale. Their work is Intl's, which is loaded when one of them is first called.
(function (N, R) {
'use strict';
var add = N.shared.add, apply = Reflect.apply, TypeErrorNow = TypeError, StringNow = String;
var bigText = N.global('BigInt').prototype.toString, getTime = Date.prototype.getTime;
var toUpperCase = StringNow.prototype.toUpperCase, toLowerCase = StringNow.prototype.toLowerCase;

function intl() { return N.loader().builtIn('intl/intl'); }
N.lazyGlobal('Intl', function () { return intl().Intl; });

function text(v, name) {
    if (v == null) throw new TypeErrorNow('String.prototype.' + name + ' called on null or undefined');
    return StringNow(v);
}
add(Number.prototype, {
    toLocaleString: function () {
        var isObject = R.isObject(this) && N.classOf(this) === 'Number';
        if (typeof this !== 'number' && !isObject)
            throw new TypeErrorNow("Number.prototype.toLocaleString requires that 'this' be a Number");
        return intl().numberText(isObject ? N.valueOf(this) : this, arguments[0], arguments[1]);
    }
});
add(N.global('BigInt').prototype, {
    toLocaleString: function () { return intl().numberText(apply(bigText, this, []), arguments[0], arguments[1]); }
});
add(N.global('Date').prototype, {
    toLocaleString :
        function() { return intl().dateText(apply(getTime, this, []), 'any', 'all', arguments[0], arguments[1]); },
    toLocaleDateString :
        function() { return intl().dateText(apply(getTime, this, []), 'date', 'date', arguments[0], arguments[1]); },
    toLocaleTimeString :
        function() { return intl().dateText(apply(getTime, this, []), 'time', 'time', arguments[0], arguments[1]); }
});
add(StringNow.prototype, {
    localeCompare: function (that) {
        var a = text(this, 'localeCompare'), b = StringNow(that);
        return arguments[1] === undefined && arguments[2] === undefined && a === b ?
            0 :
            intl().compareTexts(a, b, arguments[1], arguments[2]);
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
})
