// Classes: definition, construction, `super`, fields and private names.
(function (N, R) {
'use strict';
var ObjectProto = Object.prototype, create = Object.create, getProto = Object.getPrototypeOf, setProto = Object.setPrototypeOf;
var getDescriptor = Object.getOwnPropertyDescriptor, apply = Reflect.apply, construct = Reflect.construct;
var define = N.define, hidden = N.hidden, setName = N.setName, hasOwn = N.hasOwn, isObject = R.isObject;
var TypeErrorNow = TypeError, ReferenceErrorNow = ReferenceError, StringNow = String;
function bareList() { return setProto([], null); }

var fieldsKey = hidden('fields'), classKey = hidden('class'), pendingTarget;
N.classKey = classKey;
R.defineClass = function (constructor, name, parent) {
    var proto = constructor.prototype;
    if (arguments.length > 2) {
        if (parent === null) setProto(proto, null);
        else {
            if (typeof parent !== 'function') throw new TypeErrorNow('Class extends value ' + N.shared.named(parent) + ' is not a constructor or null');
            var parentProto = parent.prototype;
            if (!isObject(parentProto) && parentProto !== null) throw new TypeErrorNow('Class extends value does not have valid prototype property ' + N.describe(parentProto));
            setProto(proto, parentProto);
            setProto(constructor, parent);
        }
    }
    setName(constructor, name);
    define(constructor, 'prototype', proto, 8);
    define(proto, 'constructor', constructor, 0);
    define(constructor, classKey, true, 0);
    return constructor;
};
R.viaSuper = function (constructor) {
    var target = pendingTarget;
    pendingTarget = undefined;
    if (target === undefined) throw new TypeErrorNow("Class constructor " + constructor.name + " cannot be invoked without 'new'");
    return target;
};
R.superCall = function (constructor, target, args, present) {
    var parent = getProto(constructor), made;
    if (typeof parent !== 'function') throw new TypeErrorNow('Super constructor ' + N.describe(parent) + ' of anonymous class is not a constructor');
    if (parent[classKey] === true && hasOwn(parent, classKey)) {
        made = create(isObject(target.prototype) ? target.prototype : ObjectProto);
        pendingTarget = target;
        var result = apply(parent, made, args);
        pendingTarget = undefined;
        if (isObject(result)) made = result;
    } else if (N.isNative(parent)) {
        made = construct(parent, args);
        if (isObject(target.prototype)) setProto(made, target.prototype);
    } else {
        made = create(isObject(target.prototype) ? target.prototype : ObjectProto);
        var answer = apply(parent, made, args);
        if (isObject(answer)) { made = answer; if (isObject(target.prototype) && getProto(made) === parent.prototype) setProto(made, target.prototype); }
    }
    if (present !== undefined) throw new ReferenceErrorNow('Super constructor may only be called once');
    R.initialize(constructor, made);
    return made;
};
R.noThis = function () { throw new ReferenceErrorNow("Must call super constructor in derived class before accessing 'this' or returning from derived constructor"); };
R.derivedResult = function (value, self) {
    if (isObject(value)) return value;
    if (value !== undefined) throw new TypeErrorNow('Derived constructors may only return object or undefined');
    return self || R.noThis();
};
R.superGet = function (home, key, self) {
    for (var at = getProto(home); at !== null; at = getProto(at)) {
        var d = getDescriptor(at, key);
        if (d !== undefined) return hasOwn(d, 'value') ? d.value : d.get === undefined ? undefined : apply(d.get, self, []);
    }
};
R.superSet = function (home, key, value, self) {
    for (var at = getProto(home); at !== null; at = getProto(at)) {
        var d = getDescriptor(at, key);
        if (d !== undefined) {
            if (!hasOwn(d, 'value')) { if (d.set === undefined) throw new TypeErrorNow('Cannot set property ' + StringNow(key) + ' which has only a getter'); apply(d.set, self, [value]); return value; }
            break;
        }
    }
    self[key] = value;
    return value;
};
R.method = function (target, kind, key, f, privateName) {
    if (typeof key !== 'symbol') key = N.toPropertyKey(key);
    setName(f, privateName || key, kind === 'g' ? 'get ' : kind === 's' ? 'set ' : '');
    if (kind === 'm') { N.asMethod(f); define(target, key, f, 0); }
    else N.accessor(target, key, f, kind === 'g', 0);
};
R.fields = function (constructor, kind, key, f) {
    if (!hasOwn(constructor, fieldsKey)) define(constructor, fieldsKey, bareList(), 0);
    var list = constructor[fieldsKey], end = list.length;
    list[end] = kind;
    list[end + 1] = key;
    list[end + 2] = f;
};
R.privateMethod = function (constructor, kind, key, f, name) {
    setName(f, name, kind === 'g' ? 'get ' : kind === 's' ? 'set ' : '');
    R.fields(constructor, kind, key, f);
};
R.initialize = function (constructor, self) {
    if (!hasOwn(constructor, fieldsKey)) return;
    var list = constructor[fieldsKey], i;
    for (i = 0; i < list.length; i += 3) {  // methods first
        if (list[i] === 'm') define(self, list[i + 1], list[i + 2], 8);
        else if (list[i] === 'g' || list[i] === 's') N.accessor(self, list[i + 1], list[i + 2], list[i] === 'g', 0);
    }
    for (i = 0; i < list.length; i += 3) {
        if (list[i] !== 'f' && list[i] !== 'p') continue;
        var value = list[i + 2] === undefined ? undefined : apply(list[i + 2], self, []);
        if (list[i] === 'p' && hasOwn(self, list[i + 1])) throw new TypeErrorNow('Cannot initialize ' + N.hiddenName(list[i + 1]) + ' twice on the same object');
        define(self, list[i + 1], value, list[i] === 'f' ? 1 : 9);
    }
};
R.staticField = function (constructor, key, f) { define(constructor, key, f === undefined ? undefined : apply(f, constructor, []), 1); };
R.staticPrivate = function (constructor, key, f) { define(constructor, key, f === undefined ? undefined : apply(f, constructor, []), 1); };
R.run = function (constructor, f) { apply(f, constructor, []); };
R.privateKey = hidden;
R.privateIn = function (key, object) {
    if (!isObject(object)) throw new TypeErrorNow("Cannot use 'in' operator to search for a private field in " + N.describe(object));
    return hasOwn(object, key);
};
})
