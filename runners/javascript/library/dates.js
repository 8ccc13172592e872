// Dates as texts, and from texts, as V8 has them; in the zone of TZ.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, isObject = R.isObject, apply = Reflect.apply, add = shared.add;
var TypeErrorNow = TypeError, RangeErrorNow = RangeError, StringNow = String, NumberNow = Number, Native = N.global('Date'), proto = Native.prototype, floor = Math.floor, construct = Reflect.construct;
var days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'], months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
var getTime = proto.getTime, nativeParse = Native.parse, nativeUTC = Native.UTC;

function two(n) { return n < 10 ? '0' + n : '' + n; }
function year(y) { var s = '' + (y < 0 ? -y : y); while (s.length < (y < 0 ? 6 : 4)) s = '0' + s; return y < 0 ? '-' + s : s; }
function time(d) { return apply(getTime, d, []); }
function dateText(d) { return days[d.getDay()] + ' ' + months[d.getMonth()] + ' ' + two(d.getDate()) + ' ' + year(d.getFullYear()); }
function timeText(d) {
    var offset = -d.getTimezoneOffset(), size = offset < 0 ? -offset : offset;
    return two(d.getHours()) + ':' + two(d.getMinutes()) + ':' + two(d.getSeconds()) + ' GMT' + (offset < 0 ? '-' : '+') + two(floor(size / 60)) + two(size % 60) + ' (' + N.zoneName(time(d) / 1000) + ')';
}
function valid(f) { return function () { var t = time(this); return t !== t ? 'Invalid Date' : f(this); }; }
add(proto, {
    toString: valid(function (d) { return dateText(d) + ' ' + timeText(d); }),
    toDateString: valid(dateText),
    toTimeString: valid(timeText),
    toUTCString: valid(function (d) {
        return days[d.getUTCDay()] + ', ' + two(d.getUTCDate()) + ' ' + months[d.getUTCMonth()] + ' ' + year(d.getUTCFullYear()) + ' ' + two(d.getUTCHours()) + ':' + two(d.getUTCMinutes()) + ':' + two(d.getUTCSeconds()) + ' GMT';
    })
});
define(proto, 'toGMTString', proto.toUTCString, 0);
define(proto, Symbol.toPrimitive, setName(function (hint) {
    if (!isObject(this)) throw new TypeErrorNow('Date.prototype[Symbol.toPrimitive] called on non-object');
    if (hint !== 'string' && hint !== 'default' && hint !== 'number') throw new TypeErrorNow('Invalid hint: ' + shared.named(hint));
    var names = hint === 'number' ? ['valueOf', 'toString'] : ['toString', 'valueOf'];
    for (var i = 0; i < 2; i++) { var f = this[names[i]]; if (typeof f === 'function') { var v = apply(f, this, []); if (!isObject(v)) return v; } }
    throw new TypeErrorNow('Cannot convert object to primitive value');
}, '[Symbol.toPrimitive]'), 4);

// --- Texts that name a date

var iso = /^(\d{4}|[-+]\d{6})(?:-(\d\d)(?:-(\d\d))?)?(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[-+]\d\d:?\d\d)?)?$/i;
var zones = {UT: 0, UTC: 0, GMT: 0, Z: 0, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420};
function utc(y, m, d, h, min, s, ms) { var t = new Native(0); t.setUTCFullYear(y, m, d); t.setUTCHours(h, min, s, ms); return time(t); }
function local(y, m, d, h, min, s, ms) { var t = new Native(2000, 0, 1); t.setFullYear(y, m, d); t.setHours(h, min, s, ms); return time(t); }
function offsetOf(text) { if (text.toUpperCase() === 'Z') return 0; var n = +text.slice(1, 3) * 60 + +text.slice(-2); return text.charAt(0) === '-' ? -n : n; }
function parseIso(m) {
    if (m[1] === '-000000') return NaN;
    var mo = m[2] === undefined ? 1 : +m[2], d = m[3] === undefined ? 1 : +m[3], h = +(m[4] || 0), min = +(m[5] || 0), s = +(m[6] || 0), ms = m[7] ? floor(+('0.' + m[7]) * 1000) : 0;
    if (mo < 1 || mo > 12 || d < 1 || d > 31 || h > 24 || min > 59 || s > 59 || (h === 24 && (min || s || ms))) return NaN;
    if (m[8] === undefined && m[4] !== undefined) return local(+m[1], mo - 1, d, h, min, s, ms);
    return utc(+m[1], mo - 1, d, h, min, s, ms) - (m[8] ? offsetOf(m[8]) * 60000 : 0);
}
// Everything else: words are months, zones or noise, numbers are told by what stands around them.
function parseLoose(text) {
    var rest = text.indexOf('(') < 0 ? text : text.slice(0, text.indexOf('(')) + text.slice(text.lastIndexOf(')') + 1), numbers = [], month = -1, clock, zone, afternoon, m;
    if ((m = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?/.exec(rest))) {
        clock = [+m[1], +m[2], +(m[3] || 0), m[4] ? floor(+('0.' + m[4]) * 1000) : 0];
        var after = rest.slice(m.index + m[0].length);
        var shift = /^\s*(?:(?:GMT|UTC?|Z)\s*)?([-+]\d\d:?\d\d)\b/i.exec(after);
        if (shift !== null) { zone = offsetOf(shift[1]); after = after.slice(shift[0].length); }
        rest = rest.slice(0, m.index) + ' ' + after;
    }
    var words = /[a-z]+\.?|\d+|[-+\/.,]|\S/gi;
    while ((m = words.exec(rest)) !== null) {
        var w = m[0];
        if (/^\d/.test(w)) { numbers.push(w); continue; }
        if (/^[a-z]/i.test(w)) {
            var upper = (w.charAt(w.length - 1) === '.' ? w.slice(0, -1) : w).toUpperCase(), at = upper.length >= 3 ? months.map(function (n) { return n.toUpperCase(); }).indexOf(upper.slice(0, 3)) : -1;
            if (upper === 'AM' || upper === 'PM') afternoon = upper === 'PM';
            else if (at >= 0) month = at;
            else if (zones[upper] !== undefined && N.hasOwn(zones, upper)) { if (zone === undefined) zone = zones[upper]; }
            else if (upper !== 'T' && !(upper.length >= 3 && days.some(function (n) { return n.toUpperCase() === upper.slice(0, 3); })) && numbers.length + (month >= 0) > 0) return NaN;
        }
    }
    var y, d;
    if (month >= 0) {
        if (numbers.length === 0 || numbers.length > 2) return NaN;
        d = +numbers[0]; y = numbers.length > 1 ? +numbers[1] : 2001;
        if (numbers.length > 1 && (numbers[0].length > 2 || d > 31)) { y = +numbers[0]; d = +numbers[1]; }
    } else {
        if (numbers.length < 2 || numbers.length > 3) return NaN;
        if (numbers[0].length > 2) { y = +numbers[0]; month = +numbers[1] - 1; d = numbers.length > 2 ? +numbers[2] : 1; }
        else { month = +numbers[0] - 1; d = +numbers[1]; y = numbers.length > 2 ? +numbers[2] : 2001; }
    }
    if (y < 50) y += 2000; else if (y < 100) y += 1900;
    if (month < 0 || month > 11 || d < 1 || d > 31) return NaN;
    clock = clock || [0, 0, 0, 0];
    if (afternoon !== undefined) { if (clock[0] < 1 || clock[0] > 12) return NaN; clock[0] = clock[0] % 12 + (afternoon ? 12 : 0); }
    if (clock[0] > 24 || clock[1] > 59 || clock[2] > 59) return NaN;
    return zone === undefined ? local(y, month, d, clock[0], clock[1], clock[2], clock[3]) : utc(y, month, d, clock[0], clock[1], clock[2], clock[3]) - zone * 60000;
}
function parse(v) {
    var text = StringNow(v).trim(), m = iso.exec(text);
    return m !== null ? parseIso(m) : parseLoose(text);
}

function Date(a, b) {
    if (new.target === undefined) return new Native().toString();
    if (arguments.length === 0) return new Native();
    if (arguments.length > 1) return construct(Native, arguments);
    if (isObject(a) && N.classOf(a) === 'Date') return new Native(time(a));
    if (isObject(a)) a = N.toPrimitive(a);
    return new Native(typeof a === 'string' ? parse(a) : NumberNow(a));
}
N.asConstructor(Date, Native, 'Date');
N.setLength(Date, 7);
define(proto, 'constructor', Date, 0);
add(Date, {
    now: Native.now,
    parse: function (text) { return parse(text); },
    UTC: function (y, m, d, h, min, s, ms) { var list = R.rest(arguments, 0); if (list.length === 1) list[1] = 0; return apply(nativeUTC, undefined, list); }
});
N.setLength(Date.UTC, 7);
N.setGlobal('Date', Date);
// Time since the runner began; the engine's counts from somewhere else.
var clock = performance.now, began = clock.call(performance);
add(performance, {now: function () { return clock.call(performance) - began; }});
define(performance, 'timeOrigin', Native.now(), 4);
})
