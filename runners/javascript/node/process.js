// node:process: the global process, with what JavaScript adds to what C++ defined.
const N = require('evald:natives');
const EventEmitter = require('./events');
const { process } = N;
const { checkFunction, coded } = require('./errors');
const { signals } = require('./os').constants;
const { enqueue } = require('evald:helpers');

const emitter = new EventEmitter();
emitter.setMaxListeners(0);
for (const name of ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener', 'removeListener', 'off', 'removeAllListeners', 'setMaxListeners']) {
    N.define(process, name, { [name](...args) { emitter[name](...args); return process; } }[name], 0);
}
for (const name of ['emit', 'listeners', 'rawListeners', 'listenerCount', 'eventNames', 'getMaxListeners']) N.define(process, name, { [name]: (...args) => emitter[name](...args) }[name], 0);
N.uncaughtListener = error => emitter.listenerCount('uncaughtException') > 0 && emitter.emit('uncaughtException', error, 'uncaughtException');
N.rejectionListener = (reason, promise) => emitter.listenerCount('unhandledRejection') > 0 && emitter.emit('unhandledRejection', reason, promise);
const exit = process.exit;
process.exit = code => {
    const wanted = code ?? process.exitCode ?? 0;
    process.exitCode = wanted;
    process.exit = exit;  // an exit out of a listener is final
    emitter.emit('exit', wanted);
    exit(wanted);
};

const version = '20.19.0', hrtimeNumbers = process.hrtime;
const own = {
    version: `v${version}`, argv0: 'node', execPath: '/usr/bin/node', exitCode: undefined, release: { name: 'node', lts: 'Iron' }, config: { variables: {} }, features: {}, report: undefined,
    nextTick: { nextTick(callback, ...args) { checkFunction(callback, 'callback'); N.nextTick(() => callback(...args)); } }.nextTick,
    kill(pid, signal = 'SIGTERM') { N.kill(pid, typeof signal === 'number' ? signal : signals[signal]); return true; },
    umask: mask => N.setMask(typeof mask === 'string' ? parseInt(mask, 8) : mask),
    getuid: () => N.systemFacts().uid, geteuid: () => N.systemFacts().uid, getgid: () => N.systemFacts().gid, getegid: () => N.systemFacts().gid, getgroups: () => [N.systemFacts().gid],
    cpuUsage(before) {
        const { user, system } = N.cpuTimes();
        return { user: user - (before?.user ?? 0), system: system - (before?.system ?? 0) };
    },
    resourceUsage() { const { user, system, maxRSS } = N.cpuTimes(); return { userCPUTime: user, systemCPUTime: system, maxRSS }; },
    emitWarning(warning, type, code) {
        const options = typeof type === 'object' && type !== null ? type : { type, code };
        const error = warning instanceof Error ? warning : Object.assign(new Error(warning), { name: options.type || 'Warning' });
        if (options.code) error.code = options.code;
        process.nextTick(() => { emitter.emit('warning', error); process.stderr.write(`(node:${process.pid}) ${error.code ? `[${error.code}] ` : ''}${error.name}: ${error.message}\n`); });
    },
    abort() { process.kill(process.pid, 'SIGABRT'); },
    hasUncaughtExceptionCaptureCallback: () => false, setUncaughtExceptionCaptureCallback() {}, getBuiltinModule: name => N.modules.builtInTarget(name)?.exports,
    constrainedMemory: () => 0, availableMemory: () => N.systemFacts().freemem
};
for (const name of Object.keys(own)) if (process[name] === undefined || name === 'version') N.define(process, name, own[name], 1);
process.versions.node = version;
process.versions.v8 ??= '11.3.244.8-node.26';
process.versions.modules ??= '115';
process.hrtime.bigint = () => { const [s, ns] = hrtimeNumbers(); return BigInt(s) * BigInt(1000000000) + BigInt(ns); };
process.memoryUsage.rss = () => process.memoryUsage().rss;
for (const name of ['stdout', 'stderr']) {
    const stream = process[name], write = stream.write, events = new EventEmitter();
    for (const method of ['on', 'once', 'off', 'removeListener', 'addListener', 'removeAllListeners', 'prependListener', 'listeners']) stream[method] ??= (...args) => { const r = events[method](...args); return r === events ? stream : r; };
    stream.emit ??= (...args) => events.emit(...args);
    stream.listenerCount ??= type => events.listenerCount(type);
    Object.assign(stream, { writable: true, columns: undefined, rows: undefined, cork() {}, uncork() {}, getColorDepth: () => 1, hasColors: () => false, _write(chunk, encoding, callback) { write(chunk); callback(); } });
    delete stream.columns;
    delete stream.rows;
    stream.write = (chunk, encoding, callback) => {
        const done = typeof encoding === 'function' ? encoding : callback;
        if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) throw require('./errors').argumentType('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
        write(typeof chunk === 'string' && typeof encoding === 'string' && encoding !== 'utf8' && N.isEncoding(encoding) ? N.encode(chunk, encoding) : chunk);
        if (done) process.nextTick(done);
        return true;
    };
    stream.end = (chunk, encoding, callback) => { if (chunk !== undefined && typeof chunk !== 'function') stream.write(chunk, encoding); [chunk, encoding, callback].find(a => typeof a === 'function')?.(); return stream; };
}
let stdin;
Object.defineProperty(process, 'stdin', { enumerable: true, configurable: true, get() { return stdin ??= Object.assign(require('stream').Readable.from([]), { fd: 0, isTTY: false, setEncoding() { return this; } }); } });
module.exports = process;
