// node:tls.
module.exports = require('./refusal')('tls', ['connect', 'createServer', 'createSecureContext', 'TLSSocket', 'Server'], { rootCertificates: [], DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3' });
