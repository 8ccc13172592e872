// Names of hosts in other scripts than ASCII, and back.
const base = 36, tMin = 1, tMax = 26, skew = 38, damp = 700;

function adapt(delta, count, isFirst) {
    let rest = isFirst ? Math.floor(delta / damp) : delta >> 1, k = 0;
    for (rest += Math.floor(rest / count); rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin));
    return k + Math.floor((base - tMin + 1) * rest / (rest + skew));
}
const digit = value => String.fromCharCode(value < 26 ? value + 97 : value + 22);
const threshold = (k, bias) => k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
function encode(text) {
    const points = Array.from(text, c => c.codePointAt(0)), plain = points.filter(c => c < 128);
    let out = String.fromCharCode(...plain), n = 128, delta = 0, bias = 72, handled = plain.length;
    const basic = handled;
    if (basic) out += '-';
    while (handled < points.length) {
        const next = Math.min(...points.filter(c => c >= n));
        delta += (next - n) * (handled + 1);
        n = next;
        for (const c of points) {
            if (c < n) delta++;
            if (c !== n) continue;
            let q = delta;
            for (let k = base; ; k += base) {
                const t = threshold(k, bias);
                if (q < t) break;
                out += digit(t + (q - t) % (base - t));
                q = Math.floor((q - t) / (base - t));
            }
            out += digit(q);
            bias = adapt(delta, handled + 1, handled === basic);
            delta = 0;
            handled++;
        }
        delta++;
        n++;
    }
    return out;
}
function decode(text) {
    const at = text.lastIndexOf('-'), out = at > 0 ? Array.from(text.slice(0, at), c => c.charCodeAt(0)) : [];
    let n = 128, i = 0, bias = 72, place = at > 0 ? at + 1 : 0;
    while (place < text.length) {
        const before = i;
        for (let w = 1, k = base; ; k += base) {
            const c = text.charCodeAt(place++), value = c >= 48 && c <= 57 ? c - 22 : c >= 97 && c <= 122 ? c - 97 : c >= 65 && c <= 90 ? c - 65 : base;
            if (!(value < base)) throw new RangeError('Invalid input');
            i += value * w;
            const t = threshold(k, bias);
            if (value < t) break;
            w *= base - t;
        }
        bias = adapt(i - before, out.length + 1, before === 0);
        n += Math.floor(i / (out.length + 1));
        i %= out.length + 1;
        out.splice(i++, 0, n);
    }
    return String.fromCodePoint(...out);
}
const toAscii = host => host.normalize('NFKC').toLowerCase().normalize('NFC').split(/[.\u3002\uff0e\uff61]/).map(label => /[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label).join('.');
const toUnicode = host => host.split('.').map(label => label.startsWith('xn--') ? decode(label.slice(4)) : label).join('.');
module.exports = { encode, decode, toAscii, toUnicode };
