// Equality in depth, strict (isDeepStrictEqual, deepStrictEqual) and loose (deepEqual).
const types = require('./types');
const { classOf } = require('evald:natives');
const enumerable = Object.prototype.propertyIsEnumerable;

function ownEnumerable(object, strict) {
    const keys = Object.keys(object);
    return strict ? [...keys, ...Object.getOwnPropertySymbols(object).filter(s => enumerable.call(object, s))] : keys;
}
function samePrimitive(a, b, strict) {
    if (strict) return Object.is(a, b);
    return a == b || (a !== a && b !== b);
}
const isObject = value => value !== null && typeof value === 'object';

function equal(a, b, strict, seen) {
    if (strict ? Object.is(a, b) : a === b) return true;
    if (!isObject(a) || !isObject(b)) return !isObject(a) && !isObject(b) && typeof a !== 'function' && samePrimitive(a, b, strict);
    if (typeof a === 'function' || typeof b === 'function') return false;
    const kind = classOf(a);
    if (kind !== classOf(b)) return false;
    if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (types.isBigInt?.(a)) return a === b;
    if (Array.isArray(a) && a.length !== b.length) return false;
    if (kind === 'Date') { if (a.getTime() !== b.getTime() && !(isNaN(a) && isNaN(b))) return false; }
    else if (kind === 'RegExp') { if (String(a) !== String(b) || a.lastIndex !== b.lastIndex) return false; }
    else if (kind === 'Error') { if (a.message !== b.message || a.name !== b.name) return false; if (!equal(a.cause, b.cause, strict, seen)) return false; }
    else if (kind === 'ArrayBuffer') return equal(new Uint8Array(a), new Uint8Array(b), strict, seen);
    else if (ArrayBuffer.isView(a)) {
        if (a.constructor !== b.constructor && strict || a.length !== b.length || a.byteLength !== b.byteLength) return false;
        for (let i = 0; i < a.length; i++) if (!(strict ? Object.is(a[i], b[i]) : a[i] === b[i] || (a[i] !== a[i] && b[i] !== b[i]))) return false;
        return true;
    } else if (types.isBoxedPrimitive(a) && !samePrimitive(a.valueOf(), b.valueOf(), true)) return false;
    else if (kind === 'WeakMap' || kind === 'WeakSet' || types.isPromise(a)) return false;
    const keys = ownEnumerable(a, strict);
    if (keys.length !== ownEnumerable(b, strict).length || !keys.every(key => enumerable.call(b, key))) return false;
    if (seen.some(([x, y]) => x === a && y === b)) return true;
    seen.push([a, b]);
    const result = sameCollections(a, b, kind, strict, seen) && keys.every(key => equal(a[key], b[key], strict, seen));
    seen.pop();
    return result;
}
function sameCollections(a, b, kind, strict, seen) {
    if (kind !== 'Set' && kind !== 'Map') return true;
    if (a.size !== b.size) return false;
    const isMap = kind === 'Map', rest = [];
    for (const entry of a) {
        const key = isMap ? entry[0] : entry;
        if (b.has(key) && (!isMap || equal(entry[1], b.get(key), strict, seen))) continue;
        if (!isObject(key) && strict) return false;
        rest.push(entry);
    }
    const others = [...b].filter(entry => !a.has(isMap ? entry[0] : entry));
    return rest.every(entry => {
        const found = others.findIndex(other => equal(entry, other, strict, seen));
        if (found >= 0) others.splice(found, 1);
        return found >= 0;
    });
}
module.exports = { isDeepStrictEqual: (a, b) => equal(a, b, true, []), isDeepLooseEqual: (a, b) => equal(a, b, false, []) };
