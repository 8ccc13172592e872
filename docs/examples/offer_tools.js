// Runs a cell that calls two tools of this program: node offer_tools.js http://127.0.0.1:8080 TOKEN
const crypto = require('node:crypto');
const http = require('node:http');

const [url, token] = process.argv.slice(2);
const prices = {apple: 0.5, pear: 0.75};
const tools = {
    price: ({fruit}) => prices[fruit],
    order: ({items}) => ({ordered: items, total: items.reduce((sum, item) => sum + prices[item], 0)}),
};
const code = `
prices = parallel([lambda f=f: tool.price(fruit=f) for f in ("apple", "pear")])
print(prices, tool.order(items=["pear", "pear"])["total"])
`;

const headers = {Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
    'Sec-WebSocket-Key': crypto.randomBytes(16).toString('base64'), 'Sec-WebSocket-Protocol': 'evald.v1',
    Authorization: `Bearer ${token}`};
http.get(`${url}/eval/stream`, {headers}).on('upgrade', (_, socket, head) => {
    const send = (message) => socket.write(frame(JSON.stringify(message)));
    send({type: 'eval', cells: [{language: 'py', code}], tools: Object.keys(tools).map((name) => ({name}))});
    readFrames(socket, head, (text) => {
        const message = JSON.parse(text);
        if (message.type === 'tool.call') {
            const {run, callId} = message;
            try {
                send({type: 'tool.result', run, callId, ok: true, value: tools[message.name](message.args) ?? null});
            } catch (error) { // raised in the cell, with this message
                send({type: 'tool.result', run, callId, ok: false, error: String(error)});
            }
        } else if (message.type === 'run.finished') {
            console.log(message.result.content[0].text);
            socket.destroy();
        } else if (message.type === 'error') throw new Error(message.problem.detail);
    });
});

// What a WebSocket library does (the package ws; in browsers and from Node 22 on it is built in).
function frame(text) {
    const data = Buffer.from(text), mask = crypto.randomBytes(4), header = Buffer.alloc(14);
    header[0] = 0x81;
    header[1] = 0x80 | 127;
    header.writeBigUInt64BE(BigInt(data.length), 2);
    if (data.length < 126) header[1] = 0x80 | data.length;
    else if (data.length < 65536) { header[1] = 0x80 | 126; header.writeUInt16BE(data.length, 2); }
    const size = data.length < 126 ? 2 : data.length < 65536 ? 4 : 10;
    return Buffer.concat([header.subarray(0, size), mask, data.map((byte, i) => byte ^ mask[i % 4])]);
}
function readFrames(socket, pending, onText) {
    const read = (chunk) => {
        for (pending = Buffer.concat([pending, chunk]); pending.length >= 2;) {
            const [short, at] = [pending[1] & 127, {126: 4, 127: 10}[pending[1] & 127] ?? 2];
            if (pending.length < at) return;
            const length = short < 126 ? short : short === 126 ? pending.readUInt16BE(2) : Number(pending.readBigUInt64BE(2));
            if (pending.length < at + length) return;
            if ((pending[0] & 15) === 1) onText(pending.subarray(at, at + length).toString());
            pending = pending.subarray(at + length);
        }
    };
    socket.on('data', read);
    read(Buffer.alloc(0));
}
