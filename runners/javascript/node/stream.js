// node:stream, by the package that Node's own streams are published as.
const stream = require('package/readable-stream/lib/stream');
module.exports = stream;
