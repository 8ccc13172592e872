// Numbers in buffers: every readX and writeX.
const { outOfRange, coded, checkNumber } = require('./errors');

function checkPlace(buffer, offset, size) {
    checkNumber(offset, 'offset');
    if (!Number.isInteger(offset)) throw outOfRange('offset', 'an integer', offset);
    if (offset >= 0 && offset + size <= buffer.length) return;
    if (buffer.length < size) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
    throw outOfRange('offset', `>= 0 and <= ${buffer.length - size}`, offset);
}
function checkValue(value, signed, size) {
    if (typeof value === 'bigint') return;
    const low = signed ? -(2 ** (8 * size - 1)) : 0, high = 2 ** (8 * size - (signed ? 1 : 0)) - 1;
    if (value >= low && value <= high) return;
    if (Number.isNaN(value) || typeof value !== 'number' && Number.isNaN(Number(value))) return;
    const bits = 8 * size;
    const range = size <= 2 ? `>= ${low} and <= ${high}` : signed ? `>= -(2 ** ${bits - 1}) and < 2 ** ${bits - 1}` : `>= 0 and < 2 ** ${bits}`;
    throw outOfRange('value', size === 4 && !signed || size === 4 ? `>= ${low} and <= ${high}` : range, Number(value));
}
const viewOf = buffer => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

module.exports = function (proto) {
    const method = (name, value) => Object.defineProperty(proto, name, { value, writable: true, configurable: true });
    const pair = (base, suffix, read, write) => {
        for (const name of new Set([base, base.replace('UInt', 'Uint')])) {
            method(`read${name}${suffix}`, read);
            method(`write${name}${suffix}`, write);
        }
    };
    const whole = (signed, bits, little) => {
        const size = bits / 8, kind = `${signed ? 'Int' : 'Uint'}${bits}`, suffix = bits === 8 ? '' : little ? 'LE' : 'BE';
        pair(`${signed ? 'Int' : 'UInt'}${bits}`, suffix,
            function (offset = 0) { checkPlace(this, offset, size); return viewOf(this)[`get${kind}`](offset, little); },
            function (value, offset = 0) {
                const number = +value;
                checkValue(number, signed, size);
                checkPlace(this, offset, size);
                viewOf(this)[`set${kind}`](offset, number, little);
                return offset + size;
            });
    };
    const floating = (name, bits, little) => {
        const size = bits / 8;
        pair(name, little ? 'LE' : 'BE',
            function (offset = 0) { checkPlace(this, offset, size); return viewOf(this)[`getFloat${bits}`](offset, little); },
            function (value, offset = 0) { checkPlace(this, offset, size); viewOf(this)[`setFloat${bits}`](offset, +value, little); return offset + size; });
    };
    const variable = (signed, little) => {
        const place = (count, i) => little ? i : count - 1 - i;
        const checkCount = count => {
            checkNumber(count, 'byteLength');
            if (!Number.isInteger(count)) throw outOfRange('byteLength', 'an integer', count);
            if (count < 1 || count > 6) throw outOfRange('byteLength', '>= 1 and <= 6', count);
        };
        pair(signed ? 'Int' : 'UInt', little ? 'LE' : 'BE',
            function (offset, count) {
                checkNumber(offset, 'offset');
                checkCount(count);
                checkPlace(this, offset, count);
                let value = 0;
                for (let i = count - 1; i >= 0; i--) value = value * 256 + this[offset + place(count, i)];
                return signed && value >= 2 ** (8 * count - 1) ? value - 2 ** (8 * count) : value;
            },
            function (value, offset, count) {
                let rest = +value;
                checkNumber(offset, 'offset');
                checkCount(count);
                checkValue(rest, signed, count);
                checkPlace(this, offset, count);
                if (rest < 0) rest += 2 ** (8 * count);
                for (let i = 0; i < count; i++) { this[offset + place(count, i)] = rest % 256; rest = Math.floor(rest / 256); }
                return offset + count;
            });
    };
    const big = (signed, little) => {
        const suffix = `${signed ? 'BigInt' : 'BigUInt'}64`, two64 = BigInt('18446744073709551616'), base = BigInt(4294967296);
        pair(suffix, little ? 'LE' : 'BE',
            function (offset = 0) {
                checkPlace(this, offset, 8);
                const view = viewOf(this), low = BigInt(view.getUint32(offset + (little ? 0 : 4), little)), high = BigInt(view.getUint32(offset + (little ? 4 : 0), little));
                const value = high * base + low;
                return signed ? BigInt.asIntN(64, value) : value;
            },
            function (value, offset = 0) {
                const least = signed ? -(two64 / BigInt(2)) : BigInt(0), most = signed ? two64 / BigInt(2) : two64;
                if (value < least || value >= most) throw outOfRange('value', signed ? '>= -(2n ** 63n) and < 2n ** 63n' : '>= 0n and < 2n ** 64n', value);
                checkPlace(this, offset, 8);
                const view = viewOf(this), bits = BigInt.asUintN(64, value);
                view.setUint32(offset + (little ? 0 : 4), Number(bits % base), little);
                view.setUint32(offset + (little ? 4 : 0), Number(bits / base), little);
                return offset + 8;
            });
    };
    for (const little of [true, false]) {
        for (const signed of [true, false]) {
            for (const bits of [8, 16, 32]) whole(signed, bits, little);
            variable(signed, little);
            big(signed, little);
        }
        floating('Float', 32, little);
        floating('Double', 64, little);
    }
};
