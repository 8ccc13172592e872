// node:https.
module.exports = require('./http');
