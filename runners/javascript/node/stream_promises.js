// node:stream/promises.
module.exports = require('stream').promises;
