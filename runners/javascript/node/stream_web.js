// node:stream/web.
const { isDisturbed, ...classes } = require('../web/streams');
module.exports = classes;
