// node:util.
const N = require('evald:natives');
const { inspect, format } = N;
const { checkFunction, argumentType, coded, checkString } = require('./errors');
const types = require('./types');
require('./timers');  // which tells promisify of the timers
const { isDeepStrictEqual } = require('./deep_equal');
const custom = Symbol.for('nodejs.util.promisify.custom');

function promisify(original) {
    checkFunction(original, 'original');
    if (original[custom] !== undefined) {
        checkFunction(original[custom], 'util.promisify.custom');
        return original[custom];
    }
    function wrapped(...args) {
        return new Promise((resolve, reject) => {
            original.call(this, ...args, (error, ...values) => error ? reject(error) : resolve(original[multiple] ? Object.fromEntries(original[multiple].map((key, i) => [key, values[i]])) : values[0]));
        });
    }
    Object.setPrototypeOf(wrapped, Object.getPrototypeOf(original));
    Object.defineProperty(wrapped, custom, { value: wrapped, configurable: true });
    Object.defineProperty(wrapped, 'name', { value: original.name, configurable: true });
    return wrapped;
}
promisify.custom = custom;
const multiple = Symbol('customPromisifyArgs');
function callbackify(original) {
    checkFunction(original, 'original');
    return function (...args) {
        const callback = args.pop();
        checkFunction(callback, 'last argument');
        original.apply(this, args).then(value => process.nextTick(callback, null, value), reason => {
            const error = reason || Object.assign(coded(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value'), { reason });
            process.nextTick(callback, error);
        });
    };
}
function inherits(constructor, parent) {
    checkFunction(constructor, 'ctor');
    checkFunction(parent, 'superCtor');
    Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
    Object.setPrototypeOf(constructor.prototype, parent.prototype);
}
function deprecate(f, message, code) {
    let told = false;
    return function (...args) {
        if (!told) { told = true; process.emitWarning?.(message, 'DeprecationWarning', code); }
        return new.target ? Reflect.construct(f, args) : f.apply(this, args);
    };
}
function debuglog(section) {
    const enabled = new RegExp(`(^|,)${section}(,|$)`, 'i').test(process.env.NODE_DEBUG ?? '');
    const log = (...args) => { if (enabled) process.stderr.write(`${section.toUpperCase()} ${process.pid}: ${format(...args)}\n`); };
    log.enabled = enabled;
    return log;
}
const stripVTControlCharacters = text => {
    checkString(text, 'str');
    return text.replace(/[\u001B\u009B][[\]()#;?]*(?:(?:(?:[a-zA-Z\d]*(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?\u0007)|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-ntqry=><~]))/g, '');
};
function formatWithOptions(options, ...args) {
    return format(...args.map(arg => typeof arg === 'object' && arg !== null ? inspect(arg, options) : arg));
}
function styleText(styles, text) {
    checkString(text, 'text');
    return [styles].flat().reduceRight((inner, style) => {
        const codes = inspect.colors[style];
        if (codes === undefined) throw require('./errors').argumentValue('format', style, `must be one of: ${Object.keys(inspect.colors).map(c => `'${c}'`).join(', ')}`);
        return `\u001b[${codes[0]}m${inner}\u001b[${codes[1]}m`;
    }, text);
}
inspect.colors ??= {
    reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24],
    black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39], gray: [90, 39], grey: [90, 39],
    redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
    bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49]
};
inspect.defaultOptions ??= {
    showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000, breakLength: 80,
    compact: 3, sorted: false, getters: false, numericSeparator: false
};

function toUSVString(text) { return String(text).toWellFormed(); }
function getSystemErrorName(number) { return require('./os').errnoName(-number); }
function aborted(signal, resource) {
    return new Promise(resolve => signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }));
}
const isPrimitive = value => value === null || (typeof value !== 'object' && typeof value !== 'function');
module.exports = {
    inspect, format, formatWithOptions, promisify, callbackify, inherits, deprecate, debuglog, debug: debuglog, types, isDeepStrictEqual, styleText, stripVTControlCharacters,
    toUSVString, getSystemErrorName, aborted, _extend: (a, b) => Object.assign(a, b), isArray: Array.isArray,
    isBoolean: v => typeof v === 'boolean', isNull: v => v === null, isNullOrUndefined: v => v == null, isNumber: v => typeof v === 'number', isString: v => typeof v === 'string',
    isSymbol: v => typeof v === 'symbol', isUndefined: v => v === undefined, isRegExp: types.isRegExp, isObject: v => v !== null && typeof v === 'object', isDate: types.isDate,
    isError: v => v instanceof Error, isFunction: v => typeof v === 'function', isPrimitive, isBuffer: v => Buffer.isBuffer(v), log: (...args) => console.log(...args),
    get TextEncoder() { return globalThis.TextEncoder; },
    get TextDecoder() { return globalThis.TextDecoder; },
    get parseArgs() { return require('./parse_args'); },
    get MIMEType() { return undefined; }
};
