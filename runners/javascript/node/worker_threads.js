// node:worker_threads: there is one thread.
module.exports = require('./refusal')('worker_threads', ['Worker', 'MessageChannel', 'BroadcastChannel', 'moveMessagePortToContext', 'receiveMessageOnPort', 'markAsUntransferable'],
    { isMainThread: true, parentPort: null, workerData: null, threadId: 0, resourceLimits: {}, SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'), getEnvironmentData() {}, setEnvironmentData() {} });
