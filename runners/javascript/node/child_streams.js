// The ends of a child's pipes as streams, read and written when the loop says that they are ready.
const N = require('evald:natives');
const { Readable, Writable } = require('stream');

function reader(fd) {
    let waiting = false, closed = false;
    const stream = new Readable({
        read() {
            if (waiting || closed) return;
            waiting = true;
            N.whenReady(fd, false, () => {
                waiting = false;
                if (closed) return;
                const chunk = N.readSome(fd);
                if (chunk === undefined) stream._read();
                else stream.push(chunk === null ? null : N.withPrototype(chunk, Buffer.prototype));
            });
        },
        destroy(error, callback) {
            if (!closed) { closed = true; N.closeFile(fd); }
            callback(error);
        }
    });
    return stream;
}
function writer(fd) {
    let closed = false;
    const stream = new Writable({
        write(chunk, encoding, callback) {
            let done = 0;
            const more = () => {
                if (closed) { callback(); return; }
                const count = N.writeSome(fd, chunk, done);
                done += Math.max(count, 0);
                if (count < 0) callback(Object.assign(new Error('write EPIPE'), { errno: -32, code: 'EPIPE', syscall: 'write' }));
                else if (done >= chunk.length) callback();
                else N.whenReady(fd, true, more);
            };
            more();
        },
        final(callback) { close(); callback(); },
        destroy(error, callback) { close(); callback(error); }
    });
    function close() { if (!closed) { closed = true; N.closeFile(fd); } }
    return stream;
}
function empty() {
    const readable = new Readable({ read() {} }), writable = new Writable({ write(chunk, encoding, callback) { callback(); } });
    readable.push(null);
    return { readable, writable };
}
module.exports = { reader, writer, empty };
