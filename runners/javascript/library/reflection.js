// Proxy and Reflect: the traps that the engine does not know, receivers and new targets.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, isObject = R.isObject, apply = Reflect.apply, create = Object.create, named = shared.named;
var TypeErrorNow = TypeError, StringNow = String, ObjectNow = Object, ReflectNow = Reflect, NativeProxy = N.global('Proxy'), add = shared.add;
var native = {
    getOwnPropertyDescriptor: Object.getOwnPropertyDescriptor, defineProperty: Object.defineProperty, getPrototypeOf: Object.getPrototypeOf,
    setPrototypeOf: Object.setPrototypeOf, isExtensible: Object.isExtensible, preventExtensions: Object.preventExtensions, ownKeys: Reflect.ownKeys,
    construct: Reflect.construct, get: Reflect.get, set: Reflect.set, has: Reflect.has, deleteProperty: Reflect.deleteProperty, defineQuietly: Reflect.defineProperty
};
var hasOwnProperty = ObjectNow.prototype.hasOwnProperty;

// The handler's function of that name, with the target; undefined if the object is no proxy or has no such trap.
function trapOf(o, name) {
    var parts = N.proxyParts(o);
    if (parts === undefined) return undefined;
    var handler = parts[1];
    var f = handler[name];
    if (f != null && typeof f !== 'function') throw new TypeErrorNow(named(f) + " returned for property '" + name + "' of object '" + named(handler) + "' is not a function");
    return {target: parts[0], handler: handler, f: f == null ? undefined : f};
}
// What a trap may answer, by what the target is: an answer that breaks this is an error.
function broken(name, why) { throw new TypeErrorNow("'" + name + "' on proxy: " + why); }
function isAccessor(d) { return N.hasOwn(d, 'get') || N.hasOwn(d, 'set'); }
function isPlain(d) { return N.hasOwn(d, 'value') || N.hasOwn(d, 'writable'); }
function isCompatible(extensible, d, now) {
    if (now === undefined) return extensible;
    if (now.configurable) return true;
    if (d.configurable === true || (N.hasOwn(d, 'enumerable') && d.enumerable !== now.enumerable)) return false;
    if (!isAccessor(d) && !isPlain(d)) return true;
    if (isAccessor(d) !== isAccessor(now)) return false;
    if (isAccessor(d)) return (!N.hasOwn(d, 'get') || d.get === now.get) && (!N.hasOwn(d, 'set') || d.set === now.set);
    return now.writable || (d.writable !== true && (!N.hasOwn(d, 'value') || ObjectNow.is(d.value, now.value)));
}
// A descriptor object as the language reads it: only its fields, flags as booleans.
function readDescriptor(d) {
    if (!isObject(d)) throw new TypeErrorNow('Property description must be an object: ' + named(d));
    var out = {}, flags = ['enumerable', 'configurable', 'writable'], i;
    for (i = 0; i < 2; i++) if (flags[i] in d) define(out, flags[i], !!d[flags[i]], 1);
    if ('value' in d) define(out, 'value', d.value, 1);
    if ('writable' in d) define(out, 'writable', !!d.writable, 1);
    ['get', 'set'].forEach(function (name) {
        if (!(name in d)) return;
        var f = d[name];
        if (f !== undefined && typeof f !== 'function') throw new TypeErrorNow((name === 'get' ? 'Getter' : 'Setter') + ' must be a function: ' + named(f));
        define(out, name, f, 1);
    });
    if (isAccessor(out) && isPlain(out)) throw new TypeErrorNow('Invalid property descriptor. Cannot both specify accessors and a value or writable attribute');
    return out;
}
function descriptorOf(o, k) {
    var t = trapOf(o, 'getOwnPropertyDescriptor'), name = 'getOwnPropertyDescriptor';
    if (t === undefined) return native.getOwnPropertyDescriptor(o, k);
    if (t.f === undefined) return descriptorOf(t.target, k);
    k = R.key(k);
    var d = apply(t.f, t.handler, [t.target, k]), now;
    if (d !== undefined && !isObject(d)) broken(name, "trap returned neither object nor undefined for property '" + StringNow(k) + "'");
    now = descriptorOf(t.target, k);
    if (d === undefined) {
        if (now !== undefined && !now.configurable) broken(name, "trap returned undefined for property '" + StringNow(k) + "' which is non-configurable in the proxy target");
        if (now !== undefined && !isExtensible(t.target)) broken(name, "trap returned undefined for property '" + StringNow(k) + "' which exists in the non-extensible proxy target");
        return undefined;
    }
    var extensible = isExtensible(t.target);
    d = readDescriptor(d);
    d = isAccessor(d) ? {get: d.get, set: d.set, enumerable: !!d.enumerable, configurable: !!d.configurable}
        : {value: d.value, writable: !!d.writable, enumerable: !!d.enumerable, configurable: !!d.configurable};
    if (!isCompatible(extensible, d, now)) broken(name, "trap returned descriptor for property '" + StringNow(k) + "' that is incompatible with the existing property in the proxy target");
    if (!d.configurable && (now === undefined || now.configurable || (d.writable === false && now.writable))) broken(name, "trap reported non-configurability for property '" + StringNow(k) + "' which is either non-existent or configurable in the proxy target");
    return d;
}
function defineOn(o, k, d) {
    var t = trapOf(o, 'defineProperty'), name = 'defineProperty';
    if (t === undefined) return native.defineQuietly(o, k, d);
    if (t.f === undefined) return defineOn(t.target, k, d);
    k = R.key(k);
    d = readDescriptor(d);
    if (!apply(t.f, t.handler, [t.target, k, d])) return false;
    var now = descriptorOf(t.target, k), extensible = isExtensible(t.target), isFixed = d.configurable === false;
    if (now === undefined && !extensible) broken(name, "trap returned truish for adding property '" + StringNow(k) + "' to the non-extensible proxy target");
    if (isFixed && (now === undefined || now.configurable)) broken(name, "trap returned truish for defining non-configurable property '" + StringNow(k) + "' which is either non-existent or configurable in the proxy target");
    if (!isCompatible(extensible, d, now)) broken(name, "trap returned truish for adding property '" + StringNow(k) + "' that is incompatible with the existing property in the proxy target");
    if (now !== undefined && isPlain(now) && !now.configurable && now.writable && d.writable === false) broken(name, "trap returned truish for defining non-configurable property '" + StringNow(k) + "' which cannot be non-writable");
    return true;
}
function prototypeOf(o) {
    var t = trapOf(o, 'getPrototypeOf');
    if (t === undefined) return native.getPrototypeOf(o);
    if (t.f === undefined) return prototypeOf(t.target);
    var p = apply(t.f, t.handler, [t.target]);
    if (p !== null && !isObject(p)) broken('getPrototypeOf', 'trap returned neither object nor null');
    if (!isExtensible(t.target) && p !== prototypeOf(t.target)) broken('getPrototypeOf', 'proxy target is non-extensible but the trap did not return its actual prototype');
    return p;
}
function setPrototype(o, p) {
    if (p !== null && !isObject(p)) throw new TypeErrorNow('Object prototype may only be an Object or null: ' + named(p));
    var t = trapOf(o, 'setPrototypeOf');
    if (t === undefined) { try { native.setPrototypeOf(o, p); return true; } catch (e) { return false; } }
    if (t.f === undefined) return setPrototype(t.target, p);
    if (!apply(t.f, t.handler, [t.target, p])) return false;
    if (!isExtensible(t.target) && p !== prototypeOf(t.target)) broken('setPrototypeOf', 'trap returned truish for setting a new prototype on the non-extensible proxy target');
    return true;
}
function isExtensible(o) {
    var t = trapOf(o, 'isExtensible');
    if (t === undefined) return native.isExtensible(o);
    if (t.f === undefined) return isExtensible(t.target);
    var answer = !!apply(t.f, t.handler, [t.target]);
    if (answer !== isExtensible(t.target)) broken('isExtensible', "trap result does not reflect extensibility of proxy target (which is '" + !answer + "')");
    return answer;
}
function preventExtensions(o) {
    var t = trapOf(o, 'preventExtensions');
    if (t === undefined) { native.preventExtensions(o); return true; }
    if (t.f === undefined) return preventExtensions(t.target);
    var answer = !!apply(t.f, t.handler, [t.target]);
    if (answer && isExtensible(t.target)) broken('preventExtensions', 'the proxy target is extensible');
    return answer;
}
function keysOf(o) {
    var t = trapOf(o, 'ownKeys');
    if (t === undefined) return native.ownKeys(o);
    if (t.f === undefined) return keysOf(t.target);
    var list = apply(t.f, t.handler, [t.target]), out = [], seen = new Set(), i, all, extensible, d;
    if (!isObject(list)) throw new TypeErrorNow('CreateListFromArrayLike called on non-object');
    for (i = 0; i < shared.length(list); i++) {
        var key = list[i];
        if (typeof key !== 'string' && typeof key !== 'symbol') throw new TypeErrorNow(named(key) + ' is not a valid property name');
        if (seen.has(key)) broken('ownKeys', 'trap returned duplicate entries');
        seen.add(key);
        define(out, i, key, 1);
    }
    extensible = isExtensible(t.target);
    all = keysOf(t.target);
    for (i = 0; i < all.length; i++) {
        d = descriptorOf(t.target, all[i]);
        if ((!extensible || (d !== undefined && !d.configurable)) && !seen.has(all[i])) broken('ownKeys', "trap result did not include '" + StringNow(all[i]) + "'");
    }
    if (!extensible && all.length !== out.length) broken('ownKeys', 'trap returned extra keys but proxy target is non-extensible');
    return out;
}
N.ownKeys = keysOf;
N.descriptorOf = descriptorOf;
function get(o, k, receiver) {
    var t = trapOf(o, 'get');
    if (t !== undefined) return t.f === undefined ? get(t.target, k, receiver) : apply(t.f, t.handler, [t.target, R.key(k), receiver]);
    if (receiver === o) return o[k];
    var d = native.getOwnPropertyDescriptor(o, k);
    if (d === undefined) { var p = native.getPrototypeOf(o); return p === null ? undefined : get(p, k, receiver); }
    return N.hasOwn(d, 'value') ? d.value : d.get === undefined ? undefined : apply(d.get, receiver, []);
}
function set(o, k, v, receiver) {
    var t = trapOf(o, 'set');
    if (t !== undefined) return t.f === undefined ? set(t.target, k, v, receiver) : !!apply(t.f, t.handler, [t.target, R.key(k), v, receiver]);
    if (receiver === o) return native.set(o, k, v);
    var d = descriptorOf(o, k);
    if (d === undefined) {
        var p = prototypeOf(o);
        if (p !== null) return set(p, k, v, receiver);
        d = {value: undefined, writable: true, enumerable: true, configurable: true};
    }
    if (!N.hasOwn(d, 'value')) { if (d.set === undefined) return false; apply(d.set, receiver, [v]); return true; }
    if (!d.writable || !isObject(receiver)) return false;
    var own = descriptorOf(receiver, k);
    if (own === undefined) return defineOn(receiver, k, {value: v, writable: true, enumerable: true, configurable: true});
    return N.hasOwn(own, 'value') && own.writable ? defineOn(receiver, k, {value: v}) : false;
}
function constructWith(f, args, target, isKnown) {
    if (target === f && !isKnown) return native.construct(f, args);
    var t = trapOf(f, 'construct');
    if (t !== undefined) {
        if (t.f === undefined) return constructWith(t.target, args, target === f ? t.target : target);
        var made = apply(t.f, t.handler, [t.target, args, target]);
        if (!isObject(made)) throw new TypeErrorNow('proxy [[Construct]] must return an object');
        return made;
    }
    return R.constructWith(f, args, target);
}

function needs(name, o) { if (!isObject(o)) throw new TypeErrorNow('Reflect.' + name + ' called on non-object'); return o; }
// A class or a native constructor as a class that extends it would call it.
R.constructWith = function (f, args, target) { return R.superCall(native.setPrototypeOf(function () {}, f), target, args, undefined); };
// What a revoked proxy has for a handler: every trap complains.
var revoked = create(null);
['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'apply', 'construct', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions',
    'getOwnPropertyDescriptor', 'defineProperty'].forEach(function (name) {
    N.accessor(revoked, name, function () { throw new TypeErrorNow("Cannot perform '" + name + "' on a proxy that has been revoked"); }, true, 0);
});
function list(name, v) { if (!isObject(v)) throw new TypeErrorNow('CreateListFromArrayLike called on non-object'); return v; }
add(ReflectNow, {
    get: function (o, k) { needs('get', o); return arguments.length > 2 ? get(o, k, arguments[2]) : get(o, k, o); },
    set: function (o, k, v) { needs('set', o); return set(o, k, v, arguments.length > 3 ? arguments[3] : o); },
    apply: function (f, self, args) {
        if (typeof f !== 'function') throw new TypeErrorNow(named(f) + ' is not a function');
        return apply(f, self, list('apply', args));
    },
    has: function (o, k) { needs('has', o); return k in o; },
    deleteProperty: function (o, k) { return remove(needs('deleteProperty', o), R.key(k)); },
    ownKeys: function (o) { return keysOf(needs('ownKeys', o)); },
    getPrototypeOf: function (o) { return prototypeOf(needs('getPrototypeOf', o)); },
    setPrototypeOf: function (o, p) { return setPrototype(needs('setPrototypeOf', o), p); },
    isExtensible: function (o) { return isExtensible(needs('isExtensible', o)); },
    preventExtensions: function (o) { return preventExtensions(needs('preventExtensions', o)); },
    getOwnPropertyDescriptor: function (o, k) { return descriptorOf(needs('getOwnPropertyDescriptor', o), k); },
    defineProperty: function (o, k, d) { return defineOn(needs('defineProperty', o), k, d); },
    construct: function (f, args) {
        if (!N.isConstructor(f)) throw new TypeErrorNow(named(f) + ' is not a constructor');
        var target = arguments.length > 2 ? arguments[2] : f;
        if (!N.isConstructor(target)) throw new TypeErrorNow(named(target) + ' is not a constructor');
        return constructWith(f, list('construct', args), target);
    }
});
if (!(Symbol.toStringTag in ReflectNow)) define(ReflectNow, Symbol.toStringTag, 'Reflect', 4);
function isProxy(o) { return isObject(o) && N.proxyParts(o) !== undefined; }
function behind(name, f) {
    var before = ObjectNow[name], methods = {};
    methods[name] = function (o, a, b) { return isProxy(o) ? f(o, a, b) : apply(before, ObjectNow, arguments); };
    N.setLength(methods[name], before.length);
    add(ObjectNow, methods);
}
behind('getOwnPropertyDescriptor', descriptorOf);
behind('defineProperty', function (o, k, d) { if (!defineOn(o, k, d)) throw new TypeErrorNow("'defineProperty' on proxy: trap returned falsish for property '" + StringNow(k) + "'"); return o; });
behind('getPrototypeOf', prototypeOf);
behind('setPrototypeOf', function (o, p) { if (!setPrototype(o, p)) throw new TypeErrorNow("'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'"); return o; });
behind('isExtensible', isExtensible);
behind('preventExtensions', function (o) { if (!preventExtensions(o)) throw new TypeErrorNow("'preventExtensions' on proxy: trap returned falsish"); return o; });
behind('getOwnPropertyNames', function (o) { return keysOf(o).filter(function (k) { return typeof k !== 'symbol'; }); });
behind('getOwnPropertySymbols', function (o) { return keysOf(o).filter(function (k) { return typeof k === 'symbol'; }); });
behind('keys', function (o) { return keysOf(o).filter(function (k) { if (typeof k === 'symbol') return false; var d = descriptorOf(o, k); return d !== undefined && d.enumerable; }); });
add(ObjectNow, {hasOwn: function (o, k) { o = shared.object(o); return isProxy(o) ? descriptorOf(o, k) !== undefined : apply(hasOwnProperty, o, [k]); }});
add(ObjectNow.prototype, {
    hasOwnProperty: function (k) { return isProxy(this) ? descriptorOf(this, k) !== undefined : apply(hasOwnProperty, this, [k]); },
    propertyIsEnumerable: function (k) { k = R.key(k); var d = descriptorOf(shared.object(this), k); return d !== undefined && d.enumerable; }
});

function has(o, k) {
    var t = trapOf(o, 'has');
    if (t === undefined) return k in o;
    if (t.f === undefined) return has(t.target, k);
    k = R.key(k);
    if (apply(t.f, t.handler, [t.target, k])) return true;
    var now = descriptorOf(t.target, k);
    if (now !== undefined && !now.configurable) broken('has', "trap returned falsish for property '" + StringNow(k) + "' which exists in the proxy target as non-configurable");
    if (now !== undefined && !isExtensible(t.target)) broken('has', "trap returned falsish for property '" + StringNow(k) + "' but the proxy target is not extensible");
    return false;
}
function remove(o, k) {
    var t = trapOf(o, 'deleteProperty'), now;
    if (t === undefined) {
        now = native.getOwnPropertyDescriptor(o, k);
        if (now === undefined || !now.configurable) return now === undefined;
        return delete o[k];
    }
    if (t.f === undefined) return remove(t.target, k);
    k = R.key(k);
    if (!apply(t.f, t.handler, [t.target, k])) return false;
    now = descriptorOf(t.target, k);
    if (now !== undefined && !now.configurable) broken('deleteProperty', "trap returned truish for property '" + StringNow(k) + "' which is non-configurable in the proxy target");
    if (now !== undefined && !isExtensible(t.target)) broken('deleteProperty', "trap returned truish for property '" + StringNow(k) + "' but the proxy target is non-extensible");
    return true;
}
function callThrough(o, self, args) {
    var t = trapOf(o, 'apply');
    return t === undefined ? apply(o, self, args) : t.f === undefined ? callThrough(t.target, self, args) : apply(t.f, t.handler, [t.target, self, args]);
}
// The engine has no proxies of proxies, nor proxies as handlers: it gets one of a stand-in, whose handler does what the
// engine does else, and keeps under a hidden key what was meant.
var partsKey = N.hidden('parts');
N.nestedProxies(partsKey);
function nested(target, handler) {
    var forward = create(null), parts = N.bareList(), standIn, proxy;
    parts[0] = target;
    parts[1] = handler;
    standIn = typeof target === 'function' ? function () {} : Array.isArray(target) ? [] : {};
    if (typeof target === 'function') {
        if (!N.isConstructor(target)) N.asMethod(standIn);
        forward.apply = function (t, self, args) { return callThrough(proxy, self, args); };
        forward.construct = function (t, args, newTarget) { return constructWith(proxy, args, newTarget, true); };
    }
    if (N.proxyParts(target) === undefined || N.proxyParts(target)[1] !== revoked) native.setPrototypeOf(standIn, N.plainPrototype(target));
    forward.get = function (t, k, receiver) { return get(proxy, k, receiver); };
    forward.set = function (t, k, v, receiver) { return set(proxy, k, v, receiver); };
    forward.has = function (t, k) { return has(proxy, k); };
    forward.deleteProperty = function (t, k) { return remove(proxy, k); };
    forward.ownKeys = function () { return keysOf(proxy); };
    define(forward, partsKey, parts, 8);
    return proxy = new NativeProxy(standIn, forward);
}
function Proxy(target, handler) {
    if (new.target === undefined) throw new TypeErrorNow("Constructor Proxy requires 'new'");
    if (!isObject(target) || !isObject(handler)) throw new TypeErrorNow('Cannot create proxy with a non-object as target or handler');
    return isProxy(target) || isProxy(handler) ? nested(target, handler) : new NativeProxy(target, handler);
}
add(Proxy, {
    revocable: function (target, handler) {
        var proxy = new Proxy(target, handler);
        return {proxy: proxy, revoke: setName(function () { N.setProxyHandler(proxy, revoked); }, '')};
    }
});
define(Proxy, 'prototype', undefined, 8);
N.setGlobal('Proxy', Proxy);
})
