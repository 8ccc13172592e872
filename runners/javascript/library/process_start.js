// What `process` has beyond C++'s part is made when a cell first looks at such a thing.
(function (N, R) {
'use strict';
var process = N.process, Timer = N.timers, ticks = [], isSet = false;
// Before promises' reactions, as Node has it.
N.nextTick = function (f) { ticks[ticks.length] = N.asyncContext.bound(f); if (!isSet) { isSet = true; R.enqueueFirst(run); } };
function run() {
    for (var i = 0; i < ticks.length; i++) { try { ticks[i](); } catch (e) { N.uncaught(e); } }
    ticks = [];
    isSet = false;
}
['nextTick', 'on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'removeAllListeners', 'listeners', 'listenerCount', 'eventNames', 'prependListener', 'emitWarning', 'kill', 'umask', 'getuid',
    'getgid', 'geteuid', 'getegid', 'cpuUsage', 'resourceUsage', 'argv0', 'execPath', 'release', 'stdin', 'features', 'config', 'getBuiltinModule', 'abort', 'exitCode'].forEach(function (name) {
    function forget() { delete process[name]; }
    N.accessor(process, name, function () { complete(); return process[name]; }, true, 1);
    N.accessor(process, name, function (value) { forget(); N.define(process, name, value, 1); }, false, 1);
});
var done = false;
function complete() {
    if (done) return;
    done = true;
    Reflect.ownKeys(process).forEach(function (key) {
        var d = Object.getOwnPropertyDescriptor(process, key);
        if (d.get !== undefined) delete process[key];
    });
    N.loader().builtIn('process');
}
N.completeProcess = complete;
var hrtime = process.hrtime;
N.define(hrtime, 'bigint', N.setName(function () { complete(); return hrtime.bigint(); }, 'bigint'), 1);

N.lazily('buffer', ['Buffer']);
N.lazily('web/url', ['URL', 'URLSearchParams']);
N.lazily('web/text', ['atob', 'btoa', 'TextEncoder', 'TextDecoder']);
N.lazily('web/events', ['Event', 'EventTarget', 'CustomEvent', 'AbortController', 'AbortSignal', 'DOMException', 'MessageEvent']);
N.lazily('web/blob', ['Blob', 'File', 'FormData']);
N.lazily('web/fetch', ['fetch', 'Headers', 'Request', 'Response']);
N.lazily('web/streams', ['ReadableStream', 'WritableStream', 'TransformStream', 'TextDecoderStream', 'TextEncoderStream', 'CompressionStream', 'DecompressionStream', 'CountQueuingStrategy', 'ByteLengthQueuingStrategy']);
N.lazily('web/crypto', ['crypto', 'Crypto', 'SubtleCrypto']);
N.lazily('web/performance', ['performance', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure']);
N.lazyGlobal('global', function () { return N.global('globalThis'); });
})
