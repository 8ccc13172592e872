// node:dns.
module.exports = require('./refusal')('dns', ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse', 'Resolver']);
module.exports.promises = require('./refusal')('dns.promises', ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse', 'Resolver']);
