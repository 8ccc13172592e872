// node:punycode, by the URL's own.
const { toAscii, toUnicode } = require('../web/punycode');
module.exports = { toASCII: toAscii, toUnicode, encode: text => require('../web/punycode').encode(text), decode: text => require('../web/punycode').decode(text), version: '2.1.0' };
