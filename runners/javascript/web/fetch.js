// fetch: redirects, encodings, proxies and aborting; C++ talks to the server.
const N = require('evald:natives');
const { Headers } = require('./headers');
const { Request, Response, describe } = require('./request_response');
const { bytesToSend } = require('./body');
const { DOMException } = require('./events');
const mostRedirects = 20;

function proxyFor(url) {
    const env = process.env, host = url.hostname;
    const spared = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map(s => s.trim()).filter(Boolean);
    if (spared.some(s => s === '*' || host === s.replace(/^\./, '') || host.endsWith(`.${s.replace(/^\./, '')}`))) return null;
    const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', value = env[name] || env[name.toUpperCase()] || env.all_proxy || env.ALL_PROXY;
    return value ? new URL(/^[a-z]+:\/\//i.test(value) ? value : `http://${value}`) : null;
}
const portOf = url => url.port || (url.protocol === 'https:' ? '443' : '80');
function send(url, method, headers, body, signal) {
    const isSecure = url.protocol === 'https:', proxy = proxyFor(url), place = `${url.hostname}:${portOf(url)}`;
    const login = proxy?.username ? `Proxy-Authorization: Basic ${btoa(`${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`)}\r\n` : '';
    const target = url.pathname + url.search, lines = [`${method} ${proxy && !isSecure ? url.origin + target : target} HTTP/1.1`, `Host: ${url.host}`, 'Connection: close'];
    for (const [name, value] of headers) if (!/^(host|connection|content-length|transfer-encoding)$/.test(name)) lines.push(`${name}: ${value}`);
    const defaults = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node', 'accept-encoding': 'gzip, deflate' };
    for (const name of Object.keys(defaults)) if (!headers.has(name)) lines.push(`${name}: ${defaults[name]}`);
    if (body !== null || /^(POST|PUT|PATCH)$/.test(method)) lines.push(`Content-Length: ${body?.length ?? 0}`);
    const head = `${lines.join('\r\n')}\r\n${proxy && !isSecure ? login : ''}\r\n`, tunnel = proxy && isSecure ? `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${login}\r\n` : '';
    return new Promise((resolve, reject) => {
        const onAbort = () => { N.httpCancel(handle); reject(signal.reason); };
        const handle = N.httpStart(isSecure, url.hostname, portOf(url), proxy?.hostname ?? '', proxy ? portOf(proxy) : '', method, head, tunnel, body ?? new Uint8Array(0), (error, code, status, reason, list) => {
            signal.removeEventListener('abort', onAbort);
            if (error === null) { resolve({ status, reason, list, handle }); return; }
            reject(new TypeError(/^the sandbox has no network/.test(error) ? `fetch failed: ${error}` : 'fetch failed', { cause: causeOf(error, code) }));
        });
        signal.addEventListener('abort', onAbort, { once: true });
    });
}
function causeOf(error, code) {
    const cause = new Error(error);
    if (code) cause.code = code;
    return cause;
}
// What the server sends, as it comes: read only as fast as it is taken. Who drops the stream drops the connection.
function streamed(handle, signal) {
    const { ReadableStream } = require('./streams');
    const settled = {};
    const onAbort = () => { N.httpCancel(handle); settled.fail?.(signal.reason); };
    const over = () => signal.removeEventListener('abort', onAbort);
    const pull = controller => new Promise((resolve, reject) => {
        if (signal.aborted) { reject(signal.reason); return; }
        settled.fail = reject;
        N.httpRead(handle, (error, code, bytes) => {
            if (error !== null) { over(); reject(new TypeError('terminated', { cause: causeOf(error, code) })); return; }
            if (bytes === null) { over(); controller.close(); } else controller.enqueue(bytes);
            resolve();
        });
    });
    signal.addEventListener('abort', onAbort, { once: true });
    return new ReadableStream({ pull, cancel() { over(); N.httpCancel(handle); } }, { highWaterMark: 0 });
}
function dataResponse(url) {
    const [, type, isBase64, data] = /^data:([^,]*?)(;\s*base64)?,(.*)$/s.exec(url.href.replace(/#.*$/s, '')) ?? [];
    if (data === undefined) throw new TypeError('fetch failed', { cause: new Error('invalid data: URL') });
    const bytes = isBase64 ? Buffer.from(decodeURIComponent(data), 'base64') : Buffer.from(require('./url_parser').percentDecode(data));
    return describe(new Response(bytes, { statusText: 'OK', headers: { 'content-type': type || 'text/plain;charset=US-ASCII' } }), { url: url.href, type: 'basic' });
}
async function fetch(input, init = undefined) {
    const request = new Request(input, init), { signal, redirect } = request;
    let { method } = request, url = new URL(request.url), body = await bytesToSend(request), headers = new Headers(request.headers);
    for (let count = 0; ; count++) {
        if (signal.aborted) throw signal.reason;
        if (url.protocol === 'data:') return dataResponse(url);
        if (!/^https?:$/.test(url.protocol)) throw new TypeError('fetch failed', { cause: new Error('unknown scheme') });
        if (url.username || url.password) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${url.href}`);
        const { status, reason, list, handle } = await send(url, method, headers, body, signal), received = new Headers();
        for (let i = 0; i < list.length; i += 2) received.append(list[i], list[i + 1]);
        const location = received.get('location');
        if ([301, 302, 303, 307, 308].includes(status) && location !== null && redirect !== 'manual') {
            if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
            if (count >= mostRedirects) throw new TypeError('fetch failed', { cause: new Error('redirect count exceeded') });
            const next = new URL(location, url);
            if (status === 303 && !/^(GET|HEAD)$/.test(method) || (status <= 302 && method === 'POST')) {
                method = 'GET';
                body = null;
                for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']) headers.delete(name);
            }
            if (next.origin !== url.origin) for (const name of ['authorization', 'cookie', 'host', 'proxy-authorization']) headers.delete(name);
            N.httpCancel(handle);
            url = next;
            continue;
        }
        const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
        if (isEmpty) N.httpCancel(handle);
        url.hash = '';
        return describe(new Response(isEmpty ? null : streamed(handle, signal), { headers: received }), { status, statusText: reason, headers: received, url: url.href, redirected: count > 0, type: 'basic' });
    }
}
module.exports = { fetch, Headers, Request, Response, DOMException };
