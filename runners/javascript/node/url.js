// node:url: the URL of the web, and the parser of old.
const { URL, URLSearchParams } = require('../web/url');
const { toAscii, toUnicode } = require('../web/punycode');
const { coded, argumentType, checkString } = require('./errors');
const path = require('./path');
const querystring = require('./querystring');

function fileURLToPath(value) {
    const url = typeof value === 'string' ? new URL(value) : value;
    if (typeof url?.href !== 'string') throw argumentType('path', ['string', 'URL'], value);
    if (url.protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
    if (url.hostname !== '') throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
    if (/%2f/i.test(url.pathname)) throw coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
    return decodeURIComponent(url.pathname);
}
function pathToFileURL(file) {
    checkString(file, 'path');
    const full = path.resolve(file) + (file.endsWith('/') && path.resolve(file) !== '/' ? '/' : '');
    return new URL(`file://${full.replace(/%/g, '%25').replace(/\\/g, '%5C').replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/\t/g, '%09').replace(/\?/g, '%3F').replace(/#/g, '%23')}`);
}
const withSlashes = /^(https?|ftp|gopher|file|wss?):?$/;
function Url() {
    for (const key of ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href']) this[key] = null;
}
Url.prototype.format = function () { return format(this); };
Url.prototype.resolve = function (to) { return resolve(format(this), to); };
function parse(text, parseQuery = false, slashesDenoteHost = false) {
    if (text instanceof Url) return text;
    checkString(text, 'url');
    const url = new Url();
    let rest = text.trim().replace(/^([^?#]*)/, s => s.replace(/\\/g, '/'));
    const hash = rest.indexOf('#');
    if (hash >= 0) { url.hash = rest.slice(hash); rest = rest.slice(0, hash); }
    const ask = rest.indexOf('?');
    if (ask >= 0) { url.search = rest.slice(ask); url.query = rest.slice(ask + 1); rest = rest.slice(0, ask); }
    else if (parseQuery) { url.search = null; url.query = Object.create(null); }
    if (parseQuery && ask >= 0) url.query = querystring.parse(url.query);
    const scheme = /^[a-z0-9.+-]+:/i.exec(rest);
    if (scheme) { url.protocol = scheme[0].toLowerCase(); rest = rest.slice(scheme[0].length); }
    if (rest.startsWith('//') && (scheme || slashesDenoteHost) && url.protocol !== 'javascript:') {
        url.slashes = true;
        const end = rest.indexOf('/', 2), place = rest.slice(2, end < 0 ? undefined : end), at = place.lastIndexOf('@');
        rest = end < 0 ? '' : rest.slice(end);
        if (at >= 0) url.auth = decodeURIComponent(place.slice(0, at));
        const [, host, , port] = /^(.*?)(:(\d*))?$/.exec(place.slice(at + 1));
        url.hostname = toAscii(host.replace(/^\[|\]$/g, '')).toLowerCase();
        url.port = port || null;
        url.host = (/^\[/.test(host) ? `[${url.hostname}]` : url.hostname) + (url.port ? `:${url.port}` : '');
    }
    url.pathname = rest !== '' ? rest.replace(/[\t\n\r "'<>\\^`{|}]/g, c => c === "'" ? '%27' : encodeURIComponent(c)) : url.slashes && withSlashes.test(url.protocol ?? '') ? '/' : rest === '' ? null : rest;
    if (url.pathname !== null || url.search) url.path = (url.pathname ?? '') + (url.search ?? '');
    url.href = format(url);
    return url;
}
function format(value, { fragment = true, search = true, auth = true, unicode = false } = {}) {
    if (typeof value === 'string') value = parse(value);
    if (value instanceof URL) {
        const url = new URL(value);
        if (!fragment) url.hash = '';
        if (!search) url.search = '';
        if (!auth) { url.username = ''; url.password = ''; }
        return unicode ? url.href.replace(url.host, toUnicode(url.host)) : url.href;
    }
    if (value === null || typeof value !== 'object') throw argumentType('urlObject', ['Object', 'string'], value);
    let { protocol = '', pathname = '', hash = '', host = '', search: query = '' } = Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null && v !== undefined));
    const login = value.auth ? `${encodeURIComponent(value.auth).replace(/%3A/i, ':')}@` : '';
    if (protocol && !protocol.endsWith(':')) protocol += ':';
    if (host) host = login + host;
    else if (value.hostname) host = login + (value.hostname.includes(':') ? `[${value.hostname}]` : value.hostname) + (value.port ? `:${value.port}` : '');
    if (!query && value.query !== null && typeof value.query === 'object') { const text = querystring.stringify(value.query); query = text && `?${text}`; }
    if (value.slashes || (withSlashes.test(protocol) && host)) { host = `//${host}`; if (pathname && pathname[0] !== '/') pathname = `/${pathname}`; }
    else if (value.slashes === true || protocol === 'file:' && !host) host = protocol === 'file:' ? '//' : host;
    if (hash && hash[0] !== '#') hash = `#${hash}`;
    if (query && query[0] !== '?') query = `?${query}`;
    return protocol + host + pathname.replace(/[?#]/g, encodeURIComponent) + query.replace(/#/g, '%23') + hash;
}
function resolve(from, to) {
    const url = new URL(to, new URL(from, 'resolve://'));
    if (url.protocol === 'resolve:') return url.pathname + url.search + url.hash;
    return url.toString();
}
function urlToHttpOptions({ protocol, hostname, hash, search, pathname, href, port, username, password }) {
    const options = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), hash, search, pathname, path: `${pathname}${search}`, href };
    if (port !== '') options.port = Number(port);
    if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return options;
}
module.exports = { Url, parse, resolve, resolveObject: (from, to) => parse(resolve(from, to)), format, URL, URLSearchParams, domainToASCII: toAscii, domainToUnicode: toUnicode, pathToFileURL, fileURLToPath, urlToHttpOptions };
