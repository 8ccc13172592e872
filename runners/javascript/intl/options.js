// Options of Intl's constructors, and the constructors themselves.
const N = require('evald:natives');

function option(options, name, allowed, otherwise, service) {
    let value = options[name];
    if (value === undefined) return otherwise;
    value = String(value);
    if (allowed !== undefined && !allowed.includes(value)) {
        throw new RangeError(`Value ${value} out of range for ${service} options property ${name}`);
    }
    return value;
}
function flag(options, name, otherwise) {
    const value = options[name];
    return value === undefined ? otherwise : !!value;
}
function inRange(value, least, most, otherwise, name) {
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (!(number >= least && number <= most)) throw new RangeError(`${name} value is out of range.`);
    return Math.floor(number);
}
function givenOptions(options) {
    if (options === undefined) return Object.create(null);
    if (options === null) throw new TypeError('Cannot convert undefined or null to object');
    return Object(options);
}
// What newer constructors want: an object or nothing.
function optionsObject(options) {
    if (options === undefined) return Object.create(null);
    if (typeof options !== 'object' && typeof options !== 'function' || options === null)
        throw new TypeError('invalid_argument');
    return options;
}

function method(name, length, body) {
    const made = { [name](...args) { return body(this, args); } }[name];
    N.setLength(made, length);
    return made;
}
function hidden(target, name, value) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

// A constructor of Intl. `initialize(locales, options)` gives what its methods get first; `bound` are methods that a
// getter binds to their object, as in texts.sort(collator.compare).
function service(name, length, initialize, methods, { bound = {}, isCallable = false } = {}) {
    const states = new WeakMap();
    function stateOf(object, member) {
        const state = typeof object === 'object' && object !== null ? states.get(object) : undefined;
        if (state === undefined) {
            const shown = typeof object === 'object' && object !== null ? `#<${object.constructor?.name ?? 'Object'}>` :
                                                                          String(object);
            throw new TypeError(`Method ${member} called on incompatible receiver ${shown}`);
        }
        return state;
    }
    const Service = { [name]: function (locales, options) {
        if (new.target === undefined) {
            if (!isCallable) throw new TypeError(`Constructor Intl.${name} requires 'new'`);
            return new Service(locales, options);
        }
        states.set(this, initialize(locales, options));
    } }[name];
    N.setName(Service, name);
    N.setLength(Service, length);
    const prototype = Service.prototype;
    Object.defineProperty(Service, 'prototype', { writable: false });
    Object.defineProperty(prototype, 'constructor', { enumerable: false });
    for (const [key, body] of Object.entries(methods)) {
        hidden(
            prototype, key,
            method(
                key, body.length - 1, (self, args) => body(stateOf(self, `Intl.${name}.prototype.${key}`), ...args)));
    }
    for (const [key, body] of Object.entries(bound)) {
        const get = function () {
            const state = stateOf(this, `get Intl.${name}.prototype.${key}`);
            if (state.bound === undefined) {
                const made = (...args) => body(state, ...args);
                N.setLength(made, body.length - 1);
                N.setName(made, '');
                state.bound = made;
            }
            return state.bound;
        };
        Object.defineProperty(
            prototype, key, {get: N.setName(get, `get ${key}`), configurable: true, enumerable: false});
    }
    Object.defineProperty(prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
    hidden(Service, 'supportedLocalesOf', method('supportedLocalesOf', 1, (self, [locales, options]) =>
        require('./locales').supportedLocales(locales, options)));
    return Service;
}

module.exports = { flag, givenOptions, hidden, inRange, method, option, optionsObject, service };
