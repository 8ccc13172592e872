// node:stream/consumers.
async function buffer(stream) {
    const parts = [];
    for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    return Buffer.concat(parts);
}
const text = async stream => new TextDecoder().decode(await buffer(stream));
module.exports = {
    buffer, text, json: async stream => JSON.parse(await text(stream)), blob: async stream => new Blob([await buffer(stream)]),
    arrayBuffer: async stream => new Uint8Array(await buffer(stream)).buffer
};
