// node:perf_hooks: the global performance, and what measures with it.
const { performance } = globalThis;
const { unsupported } = require('./errors');
class PerformanceObserver {
    static supportedEntryTypes = [];
    constructor(callback) { this.callback = callback; }
    observe() { throw unsupported('PerformanceObserver'); }
    disconnect() {}
}
const constants = { NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1 };
module.exports = { performance, PerformanceObserver, constants, monitorEventLoopDelay() { throw unsupported('monitorEventLoopDelay()'); } };
