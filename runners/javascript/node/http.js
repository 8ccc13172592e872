// node:http and node:https: what they know without sockets. Requests are made with fetch.
const METHODS = ['ACL', 'BIND', 'CHECKOUT', 'CONNECT', 'COPY', 'DELETE', 'GET', 'HEAD', 'LINK', 'LOCK', 'MERGE', 'MKCOL', 'MOVE', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PUT', 'REPORT', 'SEARCH', 'TRACE', 'UNLOCK'];
const { STATUS_CODES } = require('../web/status_codes');
class Agent { constructor(options) { this.options = { ...options }; } destroy() {} }
const { unsupported } = require('./errors');
module.exports = { METHODS, STATUS_CODES, Agent, globalAgent: new Agent(), maxHeaderSize: 16384 };
for (const name of ['request', 'get', 'createServer', 'ClientRequest', 'IncomingMessage', 'ServerResponse', 'Server', 'OutgoingMessage']) {
    module.exports[name] = function () { throw unsupported(`http.${name}() (use fetch)`); };
}
