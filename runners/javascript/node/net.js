// node:net: no sockets of one's own; addresses can be told apart.
const four = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const isIPv4 = text => four.test(String(text));
function isIPv6(value) {
    const text = String(value).replace(/%.*$/, ''), parts = text.split('::');
    if (parts.length > 2 || !/^[\da-f:.]+$/i.test(text)) return false;
    const groups = parts.flatMap(part => part === '' ? [] : part.split(':')), last = groups[groups.length - 1];
    const count = groups.length + (last !== undefined && last.includes('.') ? 1 : 0);
    const fits = groups.every((g, i) => /^[\da-f]{1,4}$/i.test(g) || (i === groups.length - 1 && isIPv4(g)));
    return fits && (parts.length === 2 ? count < 8 : count === 8);
}
const isIP = text => isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0;
module.exports = require('./refusal')('net', ['connect', 'createConnection', 'createServer', 'Socket', 'Server', 'BlockList', 'SocketAddress'], { isIP, isIPv4, isIPv6 });
