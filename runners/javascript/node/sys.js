// node:sys, of old.
module.exports = require('./inspect_module');
