// node:readline: nobody types here; lines of a stream can be read.
const EventEmitter = require('./events');
class Interface extends EventEmitter {
    constructor(input, output) {
        super();
        this.input = input?.input ?? input;
        this.output = input?.output ?? output;
        this.closed = false;
        this.lines = this[Symbol.asyncIterator]();
        if (this.input) N.timers.setImmediate(() => { if (this.listenerCount('line')) this.pump(); });
    }
    async pump() { for await (const line of this.lines) this.emit('line', line); this.close(); }
    close() { if (!this.closed) { this.closed = true; this.emit('close'); } }
    question() { throw require('./errors').unsupported('readline.question(): nobody can answer, it'); }
    pause() { return this; }
    resume() { return this; }
    setPrompt() {}
    prompt() {}
    async *[Symbol.asyncIterator]() {
        let rest = '';
        const decoder = new (require('./string_decoder').StringDecoder)('utf8');
        for await (const chunk of this.input) {
            const parts = (rest + decoder.write(chunk)).split(/\r\n|\n/);
            rest = parts.pop();
            yield* parts;
        }
        rest += decoder.end();
        if (rest !== '') yield rest;
    }
}
const N = require('evald:natives');
const createInterface = (input, output) => new Interface(input, output);
const nothing = () => true;
module.exports = { Interface, createInterface, clearLine: nothing, clearScreenDown: nothing, cursorTo: nothing, moveCursor: nothing, emitKeypressEvents() {}, get promises() { return { Interface, createInterface }; } };
