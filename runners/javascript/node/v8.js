// node:v8.
module.exports = require('./refusal')('v8', ['writeHeapSnapshot', 'getHeapSnapshot', 'setFlagsFromString', 'serialize', 'deserialize'], {
    getHeapStatistics: () => { const { heapUsed, heapTotal } = process.memoryUsage(); return { total_heap_size: heapTotal, used_heap_size: heapUsed, heap_size_limit: heapTotal }; }
});
