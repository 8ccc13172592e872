// node:timers/promises.
const { timers } = require('evald:natives');

function abortError(signal) {
    const error = new Error('The operation was aborted', { cause: signal.reason });
    error.name = 'AbortError';
    error.code = 'ABORT_ERR';
    return error;
}
function waiting(start, stop, value, { signal } = {}) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError(signal));
        const onAbort = () => { stop(handle); reject(abortError(signal)); };
        const handle = start(() => { signal?.removeEventListener('abort', onAbort); resolve(value); });
        signal?.addEventListener('abort', onAbort, { once: true });
    });
}
function setTimeout(ms, value, options) { return waiting(f => timers.setTimeout(f, ms), timers.clearTimeout, value, options); }
function setImmediate(value, options) { return waiting(f => timers.setImmediate(f), timers.clearImmediate, value, options); }
async function* setInterval(ms, value, { signal } = {}) {
    for (;;) {
        await setTimeout(ms, undefined, { signal });
        yield value;
    }
}
module.exports = { setTimeout, setImmediate, setInterval, scheduler: { wait: (ms, options) => setTimeout(ms, undefined, options), yield: () => setImmediate() } };
