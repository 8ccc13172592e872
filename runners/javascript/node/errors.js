// Errors with codes, worded as Node words them.
const { describe } = require('evald:natives');

function coded(Kind, code, message) {
    const error = new Kind(message);
    error.code = code;
    return error;
}
function received(value) {
    if (value == null) return ` Received ${value}`;
    if (typeof value === 'function') return ` Received function ${value.name}`;
    if (typeof value === 'object') {
        const name = value.constructor?.name;
        return name ? ` Received an instance of ${name}` : ` Received ${describe(value)}`;
    }
    let text = describe(value);
    if (text.length > 28) text = text.slice(0, 25) + '...';
    return ` Received type ${typeof value} (${text})`;
}
function list(names) {
    if (names.length === 1) return names[0];
    if (names.length === 2) return `${names[0]} or ${names[1]}`;
    return `${names.slice(0, -1).join(', ')}, or ${names[names.length - 1]}`;
}
const primitives = ['string', 'number', 'boolean', 'bigint', 'symbol', 'function', 'object'];

// argumentType('path', ['string', 'Buffer', 'URL'], value)
function argumentType(name, expected, value) {
    const types = expected.filter(e => primitives.includes(e)), instances = expected.filter(e => !primitives.includes(e));
    let wanted = types.length ? (types.length > 1 ? `one of type ${list(types)}` : `of type ${types[0]}`) : '';
    if (instances.length) wanted += `${wanted ? ' or ' : ''}an instance of ${list(instances)}`;
    const what = name.includes('.') ? 'property' : 'argument';
    return coded(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" ${what} must be ${wanted}.${received(value)}`);
}
function argumentValue(name, value, reason = 'is invalid') {
    const what = name.includes('.') ? 'property' : 'argument';
    return coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${what} '${name}' ${reason}. Received ${describe(value)}`);
}
function grouped(value) {
    const text = String(value);
    return Number.isInteger(value) && Math.abs(value) > 2 ** 32 ? text.replace(/\B(?=(\d{3})+$)/g, '_') : text;
}
function outOfRange(name, range, value) {
    const shown = typeof value === 'number' ? grouped(value) : describe(value);
    return coded(RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`);
}
function checkString(value, name) { if (typeof value !== 'string') throw argumentType(name, ['string'], value); }
function checkFunction(value, name) { if (typeof value !== 'function') throw argumentType(name, ['function'], value); }
function checkNumber(value, name) { if (typeof value !== 'number') throw argumentType(name, ['number'], value); }
function checkInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
    checkNumber(value, name);
    if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
    if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}
function unsupported(what) { return coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', `${what} is not available in these cells`); }
module.exports = {
    coded, argumentType, argumentValue, outOfRange, checkString, checkFunction, checkNumber, checkInteger, unsupported
};
