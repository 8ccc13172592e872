// structuredClone.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, isObject = R.isObject, keysOf = Object.keys, ObjectNow = Object, DateNow = Date, RegExpNow = RegExp;
var MapNow = Map, SetNow = Set, ErrorNow = Error;
function refuse(v) {
    var e = new ErrorNow((typeof v === 'symbol' ? N.describe(v) : typeof v === 'function' ? v.toString() : '#<' + (N.classOf(v)) + '>') + ' could not be cloned.');
    define(e, 'name', 'DataCloneError', 0);
    define(e, 'code', 25, 0);
    throw e;
}
function copy(v, seen) {
    if (typeof v === 'function' || typeof v === 'symbol') refuse(v);
    if (!isObject(v) || (N.bigKey !== undefined && v[N.bigKey] !== undefined)) return v;
    if (seen.has(v)) return seen.get(v);
    function keep(out) { seen.set(v, out); return out; }
    var out, kind = N.classOf(v);
    switch (kind) {
        case 'Array': out = keep([]); out.length = v.length; break;
        case 'Date': return keep(new DateNow(v.getTime()));
        case 'RegExp': return keep(new RegExpNow(v.source, v.flags));
        case 'Number': case 'String': case 'Boolean': return keep(ObjectNow(v.valueOf()));
        case 'ArrayBuffer': return keep(v.slice(0));
        case 'DataView': return keep(new DataView(v.buffer.slice(v.byteOffset, v.byteOffset + v.byteLength)));
        case 'TypedArray': return keep(new (N.global(N.typedName(v)))(v));
        case 'Error':
            out = keep(new (N.global(typeof N.global(v.name) === 'function' ? v.name : 'Error'))(v.message));
            define(out, 'stack', v.stack, 0);
            if (N.hasOwn(v, 'cause')) define(out, 'cause', copy(v.cause, seen), 0);
            return out;
        case 'Map': out = keep(new MapNow()); v.forEach(function (b, a) { out.set(copy(a, seen), copy(b, seen)); }); return out;
        case 'Set': out = keep(new SetNow()); v.forEach(function (a) { out.add(copy(a, seen)); }); return out;
        case 'Object': case 'Arguments': out = keep({}); break;
        default: refuse(v);
    }
    var keys = keysOf(v);
    for (var i = 0; i < keys.length; i++) define(out, keys[i], copy(v[keys[i]], seen), 1);
    return out;
}
N.setGlobal('structuredClone', setName(function (value) {
    if (arguments.length === 0) throw new TypeError("The \"value\" argument must be specified");
    var options = arguments[1], transfer = isObject(options) && options.transfer !== undefined ? R.all(options.transfer) : [], out;
    for (var i = 0; i < transfer.length; i++) if (N.classOf(transfer[i]) !== 'ArrayBuffer' || N.isDetached(transfer[i])) refuse(transfer[i]);
    out = copy(value, new MapNow());
    transfer.forEach(N.detach);
    return out;
}, 'structuredClone'));
})
