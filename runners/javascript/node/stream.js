// node:stream, by the package that Node's own streams are published as, and its ways to and from streams of the web.
const stream = require('package/readable-stream/lib/stream');
const { Readable, Writable, Duplex } = stream;
const web = () => require('../web/streams');

function reading(source) {
    const reader = source.getReader();
    return {
        read() { reader.read().then(({ value, done }) => this.push(done ? null : value), error => this.destroy(error)); },
        cancel(error) { return reader.cancel(error ?? undefined); }
    };
}
function writing(target) {
    const writer = target.getWriter();
    return {
        write(chunk, encoding, callback) { writer.write(chunk).then(() => callback(), callback); },
        final(callback) { writer.close().then(() => callback(), callback); },
        abort(error) { return writer.abort(error); }
    };
}
const after = (work, error, callback) => work.then(() => callback(error), () => callback(error));

Readable.fromWeb = function fromWeb(source, options) {
    const { read, cancel } = reading(source);
    return new Readable({ ...options, read, destroy(error, callback) { after(cancel(error), error, callback); } });
};
Readable.toWeb = function toWeb(source) {
    const { ReadableStream } = web();
    return new ReadableStream({
        start(controller) {
            source.pause();
            source.on('data', chunk => {
                controller.enqueue(ArrayBuffer.isView(chunk) ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) : chunk);
                if (controller.desiredSize <= 0) source.pause();
            });
            source.once('end', () => controller.close()).once('error', error => controller.error(error));
            source.pause();
        },
        pull() { source.resume(); },
        cancel(reason) { source.destroy(reason); }
    });
};
Writable.fromWeb = function fromWeb(target, options) {
    const { write, final, abort } = writing(target);
    return new Writable({ ...options, write, final, destroy(error, callback) { if (error) after(abort(error), error, callback); else callback(); } });
};
Writable.toWeb = function toWeb(target) {
    const { WritableStream } = web(), settled = work => new Promise((resolve, reject) => work(error => error ? reject(error) : resolve()));
    return new WritableStream({
        start(controller) { target.on('error', error => controller.error(error)); },
        write: chunk => settled(callback => target.write(chunk, callback)),
        close: () => settled(callback => target.end(callback)),
        abort(reason) { target.destroy(reason); }
    });
};
Duplex.fromWeb = function fromWeb({ readable, writable }, options) {
    const { read, cancel } = reading(readable), { write, final, abort } = writing(writable);
    return new Duplex({
        ...options, read, write, final,
        destroy(error, callback) { after(error ? Promise.all([cancel(error), abort(error)]) : Promise.resolve(), error, callback); }
    });
};
Duplex.toWeb = duplex => ({ readable: Readable.toWeb(duplex), writable: Writable.toWeb(duplex) });
module.exports = stream;
