// URLs taken apart as the URL standard does it: one pass over the parts, in their order.
const { toAscii } = require('./punycode');
const { encode: bytesOf } = require('evald:natives');
const defaultPorts = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21', 'file:': '' };
const isSpecial = protocol => protocol in defaultPorts;
const sets = {
    fragment: ' "<>`', query: ' "#<>', specialQuery: ' "#<>\'', path: ' "#<>?`{}^', user: ' "#<>?`{}/:;=@[\\]^|', opaque: ''
};
function percentEncode(text, set) {
    let out = '';
    for (const c of text) {
        const code = c.codePointAt(0);
        if (code > 0x20 && code < 0x7F && !sets[set].includes(c) || (code === 0x20 && !sets[set].includes(' '))) out += c;
        else for (const byte of bytesOf(c.toWellFormed?.() ?? c, 'utf8')) out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return out;
}
function percentDecode(text) {
    if (!text.includes('%')) return text;
    const out = [];
    const bytes = bytesOf(text, 'utf8');
    for (let i = 0; i < bytes.length; i++) {
        const hex = bytes[i] === 37 ? String.fromCharCode(bytes[i + 1], bytes[i + 2]) : '';
        if (/^[\da-f]{2}$/i.test(hex)) { out.push(parseInt(hex, 16)); i += 2; } else out.push(bytes[i]);
    }
    return Buffer.from(out).toString();
}
function parseNumber(text) {
    if (text === '') return NaN;
    if (/^0x[\da-f]*$/i.test(text)) return text.length === 2 ? 0 : parseInt(text, 16);
    if (/^0[0-7]*$/.test(text)) return parseInt(text, 8) || 0;
    return /^\d+$/.test(text) ? parseInt(text, 10) : NaN;
}
function parseFour(host) {
    const parts = host.split('.');
    if (parts[parts.length - 1] === '' && parts.length > 1) parts.pop();
    const last = parts[parts.length - 1];
    if (!/^\d+$/.test(last) && !/^0x[\da-f]*$/i.test(last)) return host;
    const numbers = parts.map(parseNumber);
    if (numbers.length > 4 || numbers.some(Number.isNaN) || numbers.slice(0, -1).some(n => n > 255) || numbers[numbers.length - 1] >= 256 ** (5 - numbers.length)) return null;
    let value = numbers.pop();
    numbers.forEach((n, i) => { value += n * 256 ** (3 - i); });
    return [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');
}
function parseSix(text) {
    const halves = text.split('::');
    if (halves.length > 2) return null;
    const groups = half => {
        if (half === '' || half === undefined) return [];
        const list = half.split(':'), last = list[list.length - 1];
        if (last.includes('.')) {
            const four = last.split('.').map(Number);
            if (four.length !== 4 || four.some(n => !(n >= 0 && n <= 255))) return [NaN];
            list.splice(-1, 1, (four[0] * 256 + four[1]).toString(16), (four[2] * 256 + four[3]).toString(16));
        }
        return list.map(g => /^[\da-f]{1,4}$/i.test(g) ? parseInt(g, 16) : NaN);
    };
    const a = groups(halves[0]), b = groups(halves[1]);
    if (a.concat(b).some(Number.isNaN) || (halves.length === 1 ? a.length !== 8 : a.length + b.length > 7)) return null;
    const all = halves.length === 1 ? a : [...a, ...new Array(8 - a.length - b.length).fill(0), ...b];
    let best = { at: -1, size: 1 };
    for (let i = 0; i < 8; i++) { let size = 0; while (i + size < 8 && all[i + size] === 0) size++; if (size > best.size) best = { at: i, size }; }
    const hex = list => list.map(n => n.toString(16)).join(':');
    return best.at < 0 ? `[${hex(all)}]` : `[${hex(all.slice(0, best.at))}::${hex(all.slice(best.at + best.size))}]`;
}
// The host in its one spelling, or null.
function parseHost(text, special) {
    if (text[0] === '[') return text.endsWith(']') ? parseSix(text.slice(1, -1)) : null;
    if (!special) return /[\0\t\n\r #/:<>?@[\\\]^|]/.test(text) ? null : percentEncode(text, 'opaque');
    const host = toAscii(percentDecode(text));
    if (host === '' || /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/.test(host)) return null;
    return parseFour(host);
}
const isDrive = part => /^[a-z][:|]$/i.test(part);
function shortened(path, protocol) { if (!(protocol === 'file:' && path.length === 1 && /^[a-z]:$/i.test(path[0]))) path.pop(); }
function parsePath(text, url, start) {
    const special = isSpecial(url.protocol), path = start, parts = text.split(special ? /[/\\]/ : /\//);
    parts.forEach((part, i) => {
        const isLast = i === parts.length - 1, plain = part.replace(/%2e/gi, '.');
        if (plain === '..') { shortened(path, url.protocol); if (isLast) path.push(''); }
        else if (plain === '.') { if (isLast) path.push(''); }
        else path.push(url.protocol === 'file:' && path.length === 0 && isDrive(part) ? `${part[0]}:` : percentEncode(part, 'path'));
    });
    return path;
}
// Sets credentials, host and port from what stands between "//" and the path. False: it is no authority.
function parseAuthority(text, url) {
    const at = text.lastIndexOf('@'), special = isSpecial(url.protocol);
    if (at >= 0) {
        const [, user, , password] = /^([^:]*)(:(.*))?$/s.exec(text.slice(0, at));
        url.username = percentEncode(user, 'user');
        url.password = percentEncode(password ?? '', 'user');
    }
    const place = text.slice(at + 1), match = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place);
    if (match === null || (match[1] === '' && (special || match[2] !== undefined || at >= 0))) return false;
    return setHost(match[1], url) && setPort(match[2], url);
}
function setHost(text, url) {
    if (text === '') { url.host = ''; return !isSpecial(url.protocol) || url.protocol === 'file:'; }
    const host = parseHost(text, isSpecial(url.protocol));
    if (host === null) return false;
    url.host = host;
    return true;
}
function setPort(text, url) {
    if (text === undefined || text === '') { url.port = ''; return true; }
    const number = parseInt(text, 10);
    if (number > 65535) return false;
    url.port = String(number) === defaultPorts[url.protocol] ? '' : String(number);
    return true;
}
function emptyUrl(protocol) { return { protocol, username: '', password: '', host: null, port: '', path: [], opaque: null, query: null, fragment: null }; }
function parse(input, base) {
    let text = input.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
    const hash = text.indexOf('#'), fragment = hash < 0 ? null : percentEncode(text.slice(hash + 1), 'fragment');
    if (hash >= 0) text = text.slice(0, hash);
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text), protocol = scheme ? scheme[0].toLowerCase() : base?.protocol;
    if (protocol === undefined || (!scheme && base.opaque !== null && (text !== '' || fragment === null))) return null;
    const url = emptyUrl(protocol), special = isSpecial(protocol);
    url.fragment = fragment;
    let rest = scheme ? text.slice(scheme[0].length) : text;
    const ask = rest.indexOf('?');
    if (ask >= 0) { url.query = percentEncode(rest.slice(ask + 1), special ? 'specialQuery' : 'query'); rest = rest.slice(0, ask); }
    const slashes = special ? /^[/\\]+/.exec(rest)?.[0].length ?? 0 : 0, isSlash = c => c === '/' || (special && c === '\\');
    const relative = !scheme || (special && base?.protocol === protocol && slashes < 2 && protocol !== 'file:');
    if (protocol === 'file:') return parseFile(rest, url, base?.protocol === 'file:' ? base : null, ask >= 0);
    if (relative && !(isSlash(rest[0]) && isSlash(rest[1]))) {
        if (base.opaque !== null) return { ...base, query: base.query, fragment };
        Object.assign(url, { username: base.username, password: base.password, host: base.host, port: base.port });
        if (rest === '') { url.path = base.path.slice(); if (ask < 0) url.query = base.query; return url; }
        url.path = isSlash(rest[0]) ? parsePath(rest.slice(1), url, []) : parsePath(rest, url, base.path.slice(0, -1));
        return url;
    }
    if (special || rest.startsWith('//')) {
        rest = special ? rest.replace(/^[/\\]*/, '') : rest.slice(2);
        const end = rest.search(special ? /[/\\]/ : /\//), authority = end < 0 ? rest : rest.slice(0, end);
        if (!parseAuthority(authority, url)) return null;
        url.path = end < 0 ? special ? [''] : [] : parsePath(rest.slice(end + 1), url, []);
    } else if (rest[0] === '/') url.path = parsePath(rest.slice(1), url, []);
    else url.opaque = percentEncode(rest, 'opaque').replace(/ +$/, s => url.query === null && url.fragment === null ? '' : s);
    return url;
}
function parseFile(rest, url, base, hasQuery) {
    url.host = '';
    const text = rest.replace(/\\/g, '/');
    if (text.startsWith('//')) {
        const end = text.indexOf('/', 2), host = text.slice(2, end < 0 ? undefined : end);
        if (isDrive(host)) { url.path = parsePath(text.slice(2), url, []); return url; }
        if (host !== '') { if (!setHost(host, url)) return null; if (url.host === 'localhost') url.host = ''; }
        url.path = end < 0 ? [''] : parsePath(text.slice(end + 1), url, []);
    } else if (text[0] === '/') url.path = parsePath(text.slice(1), url, []);
    else if (base) {
        url.host = base.host;
        url.path = text === '' ? base.path.slice() : parsePath(text, url, base.path.slice(0, -1));
        if (text === '' && !hasQuery) url.query = base.query;
    } else url.path = parsePath(text, url, []);
    return url;
}
const pathOf = url => url.opaque !== null ? url.opaque : `${url.host === null && url.path.length > 1 && url.path[0] === '' ? '/.' : ''}${url.path.map(p => `/${p}`).join('')}`;
function serialize(url, withFragment = true) {
    let out = url.protocol;
    if (url.host !== null) {
        out += '//';
        if (url.username || url.password) out += `${url.username}${url.password ? `:${url.password}` : ''}@`;
        out += url.host + (url.port && `:${url.port}`);
    }
    out += pathOf(url);
    if (url.query !== null) out += `?${url.query}`;
    return withFragment && url.fragment !== null ? `${out}#${url.fragment}` : out;
}
module.exports = { parse, serialize, pathOf, percentEncode, percentDecode, isSpecial, setHost, setPort, parsePath, defaultPorts };
