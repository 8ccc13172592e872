// node:querystring.
function escape(value) {
    const text = typeof value === 'object' ? String(value) : typeof value === 'string' ? value : value + '';
    try { return encodeURIComponent(text); }
    catch { throw require('./errors').coded(URIError, 'ERR_INVALID_URI', 'URI malformed'); }
}
function unescape(text) {
    try { return decodeURIComponent(text); }
    catch { return unescapeBuffer(text).toString(); }
}
function unescapeBuffer(text) {
    const bytes = [];
    for (const part of Buffer.from(text).toString('latin1').match(/%[0-9a-f]{2}|[^]/gi) ?? []) {
        bytes.push(part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0));
    }
    return Buffer.from(bytes);
}
function plain(value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return '' + value;
    return typeof value === 'bigint' || typeof value === 'boolean' ? '' + value : '';
}
function stringify(object, separator, equals, options) {
    const sep = separator || '&', eq = equals || '=', encode = options?.encodeURIComponent ?? module.exports.escape;
    if (object === null || typeof object !== 'object') return '';
    const pairs = [];
    for (const key of Object.keys(object)) {
        const values = Array.isArray(object[key]) ? object[key] : [object[key]];
        for (const value of values) pairs.push(encode(plain(key)) + eq + encode(plain(value)));
    }
    return pairs.join(sep);
}
function parse(text, separator, equals, options) {
    const result = Object.create(null), sep = separator || '&', eq = equals || '=', most = options?.maxKeys ?? 1000;
    if (typeof text !== 'string' || text === '') return result;
    const decode = options?.decodeURIComponent ?? module.exports.unescape;
    const decoded = part => { const spaced = part.replace(/\+/g, ' '); try { return decode(spaced); } catch { return unescape(spaced); } };
    let pairs = text.split(sep);
    if (most > 0) pairs = pairs.slice(0, most);
    for (const pair of pairs) {
        if (pair === '') continue;
        const at = pair.indexOf(eq), key = decoded(at < 0 ? pair : pair.slice(0, at)), value = at < 0 ? '' : decoded(pair.slice(at + eq.length));
        if (!(key in result)) result[key] = value;
        else if (Array.isArray(result[key])) result[key].push(value);
        else result[key] = [result[key], value];
    }
    return result;
}
module.exports = { unescapeBuffer, unescape, escape, stringify, encode: stringify, parse, decode: parse };
