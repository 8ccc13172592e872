// node:stream/web.
module.exports = require('../web/streams');
