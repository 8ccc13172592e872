// What String lacks of ES2023.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, missing = shared.missing, add = shared.add, integer = shared.integer, length = shared.length;
var object = shared.object, apply = Reflect.apply, TypeErrorNow = TypeError, RangeErrorNow = RangeError, StringNow = String;
var proto = StringNow.prototype, trim = proto.trim, floor = Math.floor;

function text(v, name) { if (v == null) throw new TypeErrorNow('String.prototype.' + name + ' called on null or undefined'); return StringNow(v); }
function pad(self, n, filler, atStart, name) {
    var s = text(self, name), f = filler === undefined ? ' ' : StringNow(filler), lacking = integer(n) - s.length;
    if (lacking <= 0 || f === '') return s;
    var p = f.repeat(Math.ceil(lacking / f.length)).slice(0, lacking);
    return atStart ? p + s : s + p;
}
missing(proto, {
    padStart: function (n) { return pad(this, n, arguments[1], true, 'padStart'); },
    padEnd: function (n) { return pad(this, n, arguments[1], false, 'padEnd'); },
    at: function (i) { var s = text(this, 'at'); i = integer(i); if (i < 0) i += s.length; return i < 0 || i >= s.length ? undefined : s.charAt(i); },
    trimStart: function () { var s = text(this, 'trimStart'), t = apply(trim, s, []); return t === '' ? '' : s.slice(s.indexOf(t)); },
    trimEnd: function () { var s = text(this, 'trimEnd'), t = apply(trim, s, []); return t === '' ? '' : s.slice(0, s.indexOf(t) + t.length); },
    isWellFormed: function () { var s = text(this, 'isWellFormed'); return s === N.wellFormed(s); },
    toWellFormed: function () { return N.wellFormed(text(this, 'toWellFormed')); },
    normalize: function () { return N.normalize(text(this, 'normalize'), arguments[0] === undefined ? 'NFC' : StringNow(arguments[0])); }
});
define(proto, 'trimLeft', proto.trimStart, 0);
define(proto, 'trimRight', proto.trimEnd, 0);
['trim', 'repeat', 'slice', 'indexOf', 'toUpperCase', 'toLowerCase', 'charAt', 'charCodeAt', 'concat', 'substring'].forEach(function (name) {
    shared.guard(proto, name, name !== 'repeat' ? function () { if (this == null) text(this, name); } : function (n) {
        if (this == null) text(this, name);
        n = +n;
        if (n < 0 || n === Infinity) throw new RangeErrorNow('Invalid count value: ' + arguments[0]);
    });
});
['startsWith', 'endsWith', 'includes'].forEach(function (name) {
    shared.guard(proto, name, function (v) {
        if (this == null) text(this, name);
        if (!R.isObject(v)) return;
        var isPattern = v[Symbol.match];
        if (isPattern === undefined ? N.hasOwn(v, N.regexpKey) : isPattern) throw new TypeErrorNow('First argument to String.prototype.' + name + ' must not be a regular expression');
    });
});
missing(StringNow, {
    raw: function (strings) {
        var raw = object(object(strings).raw), n = length(raw), parts = N.bareList();
        for (var i = 0; i < n; i++) { parts[parts.length] = StringNow(raw[i]); if (i + 1 < n && i + 1 < arguments.length) parts[parts.length] = StringNow(arguments[i + 1]); }
        return N.join(parts);
    }
});
// The engine's characters may be beyond 16 bits; ours are not.
add(StringNow, {
    fromCharCode: function (code) {
        var parts = N.bareList();
        for (var i = 0; i < arguments.length; i++) parts[i] = N.unit(arguments[i] & 65535);
        return parts.length === 1 ? parts[0] : N.join(parts);
    },
    fromCodePoint: function (code) {
        var parts = N.bareList();
        for (var i = 0; i < arguments.length; i++) {
            var c = +arguments[i];
            if (!(c >= 0 && c <= 0x10FFFF) || floor(c) !== c) throw new RangeErrorNow('Invalid code point ' + N.describe(arguments[i]));
            if (c > 65535) { parts[parts.length] = N.unit(0xD800 + ((c - 0x10000) >> 10)); c = 0xDC00 + ((c - 0x10000) & 1023); }
            parts[parts.length] = N.unit(c);
        }
        return N.join(parts);
    }
});
[['anchor', 'a', 'name'], ['big', 'big'], ['blink', 'blink'], ['bold', 'b'], ['fixed', 'tt'], ['fontcolor', 'font', 'color'], ['fontsize', 'font', 'size'],
    ['italics', 'i'], ['link', 'a', 'href'], ['small', 'small'], ['strike', 'strike'], ['sub', 'sub'], ['sup', 'sup']].forEach(function (row) {
    var methods = {}, name = row[0], tag = row[1], attribute = row[2];
    function html(self, value) {
        var s = text(self, name), quoted = attribute ? ' ' + attribute + '="' + StringNow(value).split('"').join('&quot;') + '"' : '';
        return '<' + tag + quoted + '>' + s + '</' + tag + '>';
    }
    methods[name] = attribute ? function (value) { return html(this, value); } : function () { return html(this); };
    add(proto, methods);
});
// Texts in bytes, and back.
function invalid(message) { var e = new (N.global('Error'))(message); define(e, 'name', 'InvalidCharacterError', 0); define(e, 'code', 5, 0); return e; }
N.setGlobal('btoa', N.setName(function (v) {
    var s = StringNow(v);
    for (var i = 0; i < s.length; i++) if (s.charCodeAt(i) > 255) throw invalid('Invalid character');
    return N.toBase64(s);
}, 'btoa'));
N.setGlobal('atob', N.setName(function (v) {
    var out = N.fromBase64(StringNow(v).split(' ').join('').split('\n').join('').split('\t').join('').split('\r').join(''));
    if (out === undefined) throw invalid('The string to be decoded is not correctly encoded.');
    return out;
}, 'atob'));
})
