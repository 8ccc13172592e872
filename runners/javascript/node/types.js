// node:util/types: what a value is inside, whatever its prototype says.
const N = require('evald:natives');
const { classOf } = N;
const is = name => value => value !== null && typeof value === 'object' && classOf(value) === name;
const boxed = kind => value => value !== null && typeof value === 'object' && classOf(value) === kind;
const typed = name => value => ArrayBuffer.isView(value) && N.typedName(value) === name;
const tagged = tag => value => value !== null && typeof value === 'object' && Object.prototype.toString.call(value) === `[object ${tag}]`;
const types = {
    isDate: is('Date'), isRegExp: is('RegExp'), isMap: is('Map'), isSet: is('Set'), isWeakMap: is('WeakMap'), isWeakSet: is('WeakSet'),
    isArrayBuffer: is('ArrayBuffer'), isAnyArrayBuffer: is('ArrayBuffer'), isSharedArrayBuffer: () => false, isDataView: is('DataView'),
    isNativeError: is('Error'), isPromise: value => N.promiseState(value) !== undefined, isProxy: value => value !== null && (typeof value === 'object' || typeof value === 'function') && classOf(value) === 'Proxy',
    isNumberObject: boxed('Number'), isStringObject: boxed('String'), isBooleanObject: boxed('Boolean'), isSymbolObject: boxed('Symbol'),
    isBigIntObject: () => false, isArgumentsObject: value => N.isArguments(value), isTypedArray: value => ArrayBuffer.isView(value) && classOf(value) === 'TypedArray',
    isArrayBufferView: value => ArrayBuffer.isView(value), isGeneratorObject: tagged('Generator'), isMapIterator: tagged('Map Iterator'), isSetIterator: tagged('Set Iterator'),
    isModuleNamespaceObject: value => value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === null && value[Symbol.toStringTag] === 'Module',
    isAsyncFunction: value => typeof value === 'function' && /^Async/.test(value.constructor?.name ?? ''),
    isGeneratorFunction: value => typeof value === 'function' && /GeneratorFunction$/.test(value.constructor?.name ?? ''), isExternal: () => false, isKeyObject: () => false, isCryptoKey: () => false
};
types.isBoxedPrimitive = value => types.isNumberObject(value) || types.isStringObject(value) || types.isBooleanObject(value) || types.isSymbolObject(value);
for (const name of ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array']) types[`is${name}`] = typed(name);
module.exports = types;
