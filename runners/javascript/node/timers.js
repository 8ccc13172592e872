// node:timers: the functions as they were before any cell could change the globals.
const { timers } = require('evald:natives');
module.exports = { ...timers };
Object.defineProperty(module.exports, 'promises', { enumerable: true, get: () => require('timers/promises') });
timers.setTimeout[Symbol.for('nodejs.util.promisify.custom')] = (ms, value, options) => require('timers/promises').setTimeout(ms, value, options);
timers.setImmediate[Symbol.for('nodejs.util.promisify.custom')] = (value, options) => require('timers/promises').setImmediate(value, options);
