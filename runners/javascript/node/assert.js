// node:assert.
const N = require('evald:natives');
const { isDeepStrictEqual, isDeepLooseEqual } = require('./deep_equal');
const { argumentType, coded, checkFunction } = require('./errors');
const { inspect } = N;
const options = { compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, showHidden: false, breakLength: Infinity, sorted: true, getters: true };
const shown = value => inspect(value, options);
const titles = {
    deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:', deepEqual: 'Expected values to be loosely deep-equal:',
    notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:', notStrictEqual: 'Expected "actual" to be strictly unequal to:',
    notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:', notEqual: 'Expected "actual" to be loosely unequal to:'
};

// Lines of both sides, the longest common run kept.
function difference(actual, expected) {
    const a = shown(actual).split('\n'), b = shown(expected).split('\n'), out = [];
    const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
    for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
        if (i < a.length && j < b.length && a[i] === b[j]) { out.push(`  ${a[i]}`); i++; j++; }
        else if (i < a.length && (j >= b.length || table[i + 1][j] >= table[i][j + 1])) out.push(`+ ${a[i++]}`);
        else out.push(`- ${b[j++]}`);
    }
    return out.join('\n');
}
// Two values of one line each that are no objects: side by side if short, else one under the other with the first place
// where they part.
function simpleDifference(actual, expected) {
    const a = shown(actual), b = shown(expected), quotes = 2 * (typeof actual === 'string') + 2 * (typeof expected === 'string');
    if (a.length + b.length - quotes <= 12 && !(Object.is(actual, 0) && Object.is(expected, -0)) && !(Object.is(actual, -0) && Object.is(expected, 0))) return { text: `${a} !== ${b}\n`, isShort: true };
    let text = `+ ${a}\n- ${b}`, at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    if (a.length + b.length <= 80 && at >= 3 && at < a.length) text += `\n${' '.repeat(at + 2)}^`;
    return { text, isShort: false };
}
function strictMessage(operator, actual, expected, message) {
    const title = message ?? titles[operator], plain = v => v === null || (typeof v !== 'object' && typeof v !== 'function'), a = shown(actual), b = shown(expected);
    if (a === b && !plain(actual)) return operator === 'strictEqual' ? `${message ?? 'Values have same structure but are not reference-equal:'}\n\n${a}\n` : `${title}\n\n${a}\n`;
    if (plain(actual) && plain(expected) && !a.includes('\n') && !b.includes('\n')) {
        const { text, isShort } = simpleDifference(actual, expected);
        return isShort ? `${title}\n\n${text}` : `${title}\n+ actual - expected\n\n${text}`;
    }
    return `${title}\n+ actual - expected\n\n${difference(actual, expected)}`;
}
function messageFor(operator, actual, expected) {
    if (operator === 'strictEqual' || operator === 'deepStrictEqual') return strictMessage(operator, actual, expected);
    if (operator === 'deepEqual') return `${titles.deepEqual}\n\n${shown(actual)}\n\nshould loosely deep-equal\n\n${shown(expected)}`;
    if (operator === '==' || operator === '!=') return `${shown(actual)} ${operator} ${shown(expected)}`;
    const title = operator === 'notStrictEqual' && expected !== null && (typeof expected === 'object' || typeof expected === 'function') ? 'Expected "actual" not to be reference-equal to "expected":' : titles[operator];
    const text = shown(actual);
    return title ? `${title}${text.includes('\n') ? '\n\n' : ' '}${text}${text.includes('\n') ? '\n' : ''}` : `${text} ${operator} ${shown(expected)}`;
}
class AssertionError extends Error {
    constructor({ message, actual, expected, operator, stackStartFn } = {}) {
        const isStrict = operator === 'strictEqual' || operator === 'deepStrictEqual';
        super(message === undefined ? messageFor(operator, actual, expected) : isStrict ? strictMessage(operator, actual, expected, String(message)) : String(message));
        this.generatedMessage = message === undefined;
        this.code = 'ERR_ASSERTION';
        this.actual = actual;
        this.expected = expected;
        this.operator = operator;
    }
}
Object.defineProperty(AssertionError.prototype, 'name', { value: 'AssertionError', writable: true, configurable: true });

function fail(actual, expected, message, operator, generated) {
    if (message instanceof Error) throw message;
    const error = new AssertionError({ message: message ?? generated, actual, expected, operator });
    error.generatedMessage = message === undefined;
    throw error;
}
function checkCount(args, count) { if (args.length < count) throw coded(TypeError, 'ERR_MISSING_ARGS', count === 2 ? 'The "actual" and "expected" arguments must be specified' : 'The "string" and "regexp" arguments must be specified'); }
function assert(...args) { truthy(args, '=='); }
function truthy(args, operator) {
    const [value, message] = args;
    if (value) return;
    if (args.length === 0) throw new AssertionError({ message: 'No value argument passed to `assert.ok()`', actual: undefined, expected: true, operator: '==' });
    if (message instanceof Error) throw message;
    const error = new AssertionError({ message: message ?? 'The expression evaluated to a falsy value', actual: value, expected: true, operator });
    error.generatedMessage = message === undefined;
    throw error;
}
class Comparison {}
function matches(error, expected, message, operator) {
    if (typeof expected === 'function') {
        if (expected.prototype !== undefined && error instanceof expected) return;
        if (Error.isPrototypeOf(expected) || expected === Error) {
            if (error instanceof Error && message === undefined) fail(error, expected, undefined, operator, `The error is expected to be an instance of "${expected.name}". Received "${error.name}"\n\nError message:\n\n${error.message}`);
            throw error;
        }
        if (expected.call({}, error) === true) return;
        fail(error, expected, message, operator, `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". Received ${inspect(expected.call({}, error))}\n\nCaught error:\n\n${error}`);
    }
    if (N.classOf(expected) === 'RegExp') {
        if (expected.test(String(error))) return;
        fail(error, expected, message, operator, `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(String(error))}\n`);
    }
    const keys = Object.keys(expected);
    if (expected instanceof Error) keys.push('name', 'message');
    for (const key of keys) {
        if (N.classOf(expected[key]) === 'RegExp' && typeof error[key] === 'string' && expected[key].test(error[key])) continue;
        if (key in Object(error) && isDeepStrictEqual(error[key], expected[key])) continue;
        const pick = source => Object.assign(new Comparison(), Object.fromEntries(keys.filter(k => k in Object(source)).map(k => [k, source[k]])));
        fail(error, expected, message, operator, `Expected values to be strictly deep-equal:\n+ actual - expected\n\n${difference(pick(error), pick(expected))}`);
    }
}
function missingThrow(operator, expected, message, what) {
    const name = expected?.name ? ` (${expected.name}).` : '';
    fail(undefined, expected, `Missing expected ${what}${name || (message ? '' : '.')}${message ? `${name ? ' ' : ': '}${message}`.replace(/^ /, ' ') : ''}`, operator);
}
const split = (expected, message) => typeof expected === 'string' ? [undefined, expected] : [expected, message];
const equals = (name, operator, same) => ({ [name](actual, expected, message) {
    checkCount(arguments, 2);
    if (!same(actual, expected)) fail(actual, expected, message, operator);
} })[name];
Object.assign(assert, {
    AssertionError,
    ok: { ok(...args) { truthy(args, '=='); } }.ok,
    fail(message) { if (message instanceof Error) throw message; const error = new AssertionError({ message: message ?? 'Failed', operator: 'fail' }); error.generatedMessage = message === undefined; throw error; },
    equal: equals('equal', '==', (a, b) => a == b || (a !== a && b !== b)),
    notEqual: equals('notEqual', '!=', (a, b) => a != b && !(a !== a && b !== b)),
    strictEqual: equals('strictEqual', 'strictEqual', Object.is),
    notStrictEqual: equals('notStrictEqual', 'notStrictEqual', (a, b) => !Object.is(a, b)),
    deepEqual: equals('deepEqual', 'deepEqual', isDeepLooseEqual),
    notDeepEqual: equals('notDeepEqual', 'notDeepEqual', (a, b) => !isDeepLooseEqual(a, b)),
    deepStrictEqual: equals('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual),
    notDeepStrictEqual: equals('notDeepStrictEqual', 'notDeepStrictEqual', (a, b) => !isDeepStrictEqual(a, b)),
    match(text, pattern, message) {
        if (typeof text !== 'string' || !pattern.test(text)) fail(text, pattern, message, 'match', typeof text === 'string' ? `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n` : `The "string" argument must be of type string. Received type ${typeof text} (${inspect(text)})`);
    },
    doesNotMatch(text, pattern, message) {
        if (pattern.test(text)) fail(text, pattern, message, 'doesNotMatch', `The input was expected to not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`);
    },
    throws(f, ...rest) {
        checkFunction(f, 'fn');
        const [expected, message] = split(...rest);
        let error, threw = false;
        try { f(); } catch (e) { error = e; threw = true; }
        if (!threw) missingThrow('throws', expected, message, 'exception');
        if (expected !== undefined) matches(error, expected, message, 'throws');
    },
    async rejects(promiseOrFunction, ...rest) {
        const [expected, message] = split(...rest);
        let error, threw = false;
        const promise = typeof promiseOrFunction === 'function' ? promiseOrFunction() : promiseOrFunction;
        if (typeof promise?.then !== 'function') throw argumentType('promiseFn', ['function', 'Promise'], promiseOrFunction);
        try { await promise; } catch (e) { error = e; threw = true; }
        if (!threw) missingThrow('rejects', expected, message, 'rejection');
        if (expected !== undefined) matches(error, expected, message, 'rejects');
    },
    doesNotThrow(f, ...rest) {
        const [expected, message] = split(...rest);
        try { f(); } catch (error) {
            if (typeof expected === 'function' && !(error instanceof expected)) throw error;
            fail(error, expected, `Got unwanted exception${message ? `: ${message}` : '.'}\nActual message: "${error?.message}"`, 'doesNotThrow');
        }
    },
    async doesNotReject(promiseOrFunction, ...rest) {
        const [, message] = split(...rest);
        try { await (typeof promiseOrFunction === 'function' ? promiseOrFunction() : promiseOrFunction); }
        catch (error) { fail(error, undefined, `Got unwanted rejection${message ? `: ${message}` : '.'}\nActual message: "${error?.message}"`, 'doesNotReject'); }
    },
    ifError(value) {
        if (value === null || value === undefined) return;
        throw new AssertionError({ message: `ifError got unwanted exception: ${value?.message ?? inspect(value)}`, actual: value, expected: null, operator: 'ifError' });
    }
});
assert.strict = Object.assign((...args) => truthy(args, '=='), assert, { equal: assert.strictEqual, deepEqual: assert.deepStrictEqual, notEqual: assert.notStrictEqual, notDeepEqual: assert.notDeepStrictEqual });
assert.strict.strict = assert.strict;
module.exports = assert;
