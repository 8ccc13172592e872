// node:child_process.
const N = require('evald:natives');
const EventEmitter = require('./events');
const { argumentType, checkFunction, coded, unsupported } = require('./errors');
const { constants: { signals } } = require('./os');
const { timers } = N;
const nameOfSignal = number => Object.keys(signals).find(name => signals[name] === number) ?? null;
const numberOfSignal = signal => typeof signal === 'number' ? signal : signals[signal ?? 'SIGTERM'] ?? (() => { throw coded(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${signal}`); })();

function plan(file, args, options) {
    if (typeof file !== 'string') throw argumentType('file', ['string'], file);
    if (args !== undefined && args !== null && !Array.isArray(args)) { options = args; args = []; }
    options = { ...options };
    args = (args ?? []).map(String);
    if (options.shell) {
        args = ['-c', [file, ...args].join(' ')];
        file = typeof options.shell === 'string' ? options.shell : '/bin/sh';
    }
    const environment = Object.entries(options.env ?? process.env).filter(([, value]) => value !== undefined).map(([key, value]) => `${key}=${value}`);
    const folder = options.cwd === undefined || options.cwd === null ? '' : require('./fs_calls').pathOf(options.cwd, 'options.cwd');
    return { file, args: [options.argv0 ?? file, ...args], environment, folder, options };
}
function stdioOf(stdio, otherwise) {
    const list = Array.isArray(stdio) ? [stdio[0], stdio[1], stdio[2], ...stdio.slice(3)] : [stdio, stdio, stdio];
    return list.map((entry, i) => {
        if (entry === undefined || entry === null) return i < 3 ? otherwise : 'ignore';
        if (entry === 'overlapped') return 'pipe';
        if (entry === 'ipc') throw unsupported('stdio "ipc"');
        if (typeof entry === 'number') return entry < 3 ? String(entry) : String(entry);
        if (typeof entry === 'object' && typeof entry.fd === 'number') return String(entry.fd);
        return entry;
    });
}
function start({ file, args, environment, folder, options }, stdio) {
    if (folder !== '' && N.pathKind(folder) !== 2) throw missing(file, args);
    try { return N.spawn(file, args, environment, folder, stdio, !!options.detached); }
    catch (error) {
        if (error.code === undefined) throw error;
        error.message = `spawn ${file} ${error.code}`;
        throw Object.assign(error, { spawnargs: args.slice(1) });
    }
}
function missing(file, args) {
    return Object.assign(new Error(`spawn ${file} ENOENT`), { errno: -2, code: 'ENOENT', syscall: `spawn ${file}`, path: file, spawnargs: args.slice(1) });
}

function spawnSync(file, args, options) {
    const wanted = plan(file, args, options), { input, timeout = 0, maxBuffer = 1024 * 1024, encoding, killSignal } = wanted.options;
    const stdio = stdioOf(wanted.options.stdio, 'pipe');
    let started;
    try { started = start(wanted, stdio); }
    catch (error) {
        error.message = `spawnSync ${wanted.file} ${error.code}`;
        error.syscall = `spawnSync ${wanted.file}`;
        return { error, status: null, signal: null, output: null, pid: 0, stdout: null, stderr: null };
    }
    const [pid, pidfd, inFd, ...outFds] = started, end = timeout > 0 ? performance.now() + timeout : Infinity;
    const chunks = outFds.map(() => []), open = new Set(outFds.filter(fd => fd >= 0)), sizes = outFds.map(() => 0);
    const bytes = input === undefined || input === null ? null : typeof input === 'string' ? Buffer.from(input) : new Uint8Array(input.buffer ?? input, input.byteOffset ?? 0, input.byteLength);
    let written = 0, writing = inFd >= 0, error, ended;
    const closeIn = () => { if (writing) { N.closeFile(inFd); writing = false; } };
    if (writing && (bytes === null || bytes.length === 0)) closeIn();
    try {
        while (open.size || !ended) {
            const left = end - performance.now(), watched = [...open, ...(ended ? [] : [pidfd]), ...(writing ? [-inFd - 1] : [])];
            if (left <= 0 || !N.waitAny(watched, left === Infinity ? -1 : Math.ceil(left))) {
                if (performance.now() >= end && !error) { error = failed('ETIMEDOUT', 110); N.kill(pid, numberOfSignal(killSignal)); }
            }
            if (writing) {
                const count = N.writeSome(inFd, bytes, written);
                written += Math.max(count, 0);
                if (count < 0 || written >= bytes.length) closeIn();
            }
            outFds.forEach((fd, i) => {
                if (!open.has(fd)) return;
                for (let chunk; (chunk = N.readSome(fd)) !== undefined;) {
                    if (chunk === null) { open.delete(fd); N.closeFile(fd); break; }
                    sizes[i] += chunk.length;
                    if (sizes[i] > maxBuffer) {
                        if (!error) { error = failed('ENOBUFS', 105); N.kill(pid, numberOfSignal(killSignal)); }
                        chunk = chunk.subarray(0, Math.max(0, chunk.length - (sizes[i] - maxBuffer)));
                    }
                    if (chunk.length) chunks[i].push(chunk);
                }
            });
            ended ??= N.reap(pid);
            if (ended && error) break;
        }
    } finally {
        if (!ended) { try { N.kill(pid, 9); } catch { /* gone */ } }
        closeIn();
        for (const fd of open) N.closeFile(fd);
        N.closeFile(pidfd);
    }
    function failed(code, errno) { return Object.assign(new Error(`spawnSync ${wanted.file} ${code}`), { errno: -errno, code, syscall: `spawnSync ${wanted.file}`, path: wanted.file, spawnargs: wanted.args.slice(1) }); }
    const shown = outFds.map((fd, i) => fd < 0 ? null : encoding && encoding !== 'buffer' ? Buffer.concat(chunks[i]).toString(encoding) : Buffer.concat(chunks[i]));
    const result = { status: ended[1] ? null : ended[0], signal: ended[1] ? nameOfSignal(ended[1]) : null, output: [null, ...shown], pid, stdout: shown[0], stderr: shown[1] };
    return error ? { error, ...result } : result;
}
function checked(result, command) {
    if (!result.error && result.status === 0) return result.stdout;
    const text = result.stderr?.length ? `\n${result.stderr.toString()}` : '';
    const error = result.error ?? new Error(`Command failed: ${command}${text}`);
    throw Object.assign(error, result);
}
function toldOnStderr(result, options) {
    if (result.stderr?.length && options?.stdio === undefined) process.stderr.write(result.stderr.toString());
    return result;
}
const execSync = (command, options) => checked(toldOnStderr(spawnSync(command, [], { ...options, shell: options?.shell ?? true }), options), command);
function execFileSync(file, args, options) {
    if (!Array.isArray(args)) { options = args ?? options; args = []; }
    return checked(toldOnStderr(spawnSync(file, args, options), options), [file, ...args].join(' '));
}

class ChildProcess extends EventEmitter {
    constructor() {
        super();
        Object.assign(this, { pid: undefined, connected: false, killed: false, exitCode: null, signalCode: null, stdin: null, stdout: null, stderr: null, stdio: [], spawnfile: null, spawnargs: [] });
    }
    kill(signal) {
        const number = numberOfSignal(signal);
        if (this.pid === undefined || this.exitCode !== null || this.signalCode !== null) return false;
        try { N.kill(this.pid, number); } catch { return false; }
        if (number !== 0) this.killed = true;
        return true;
    }
    send() { throw unsupported('child.send()'); }
    ref() {}
    unref() {}
    disconnect() {}
}
function spawn(file, args, options) {
    const wanted = plan(file, args, options), child = new ChildProcess(), { signal, timeout, killSignal } = wanted.options;
    child.spawnfile = wanted.file;
    child.spawnargs = wanted.args;
    let started;
    try { started = start(wanted, stdioOf(wanted.options.stdio, 'pipe')); }
    catch (error) {
        const { readable, writable } = require('./child_streams').empty();
        Object.assign(child, { stdin: writable, stdout: readable, stderr: readable, stdio: [writable, readable, readable] });
        error.syscall = `spawn ${wanted.file}`;
        timers.setImmediate(() => { child.emit('error', error); child.emit('close', -2, null); });
        return child;
    }
    const [pid, pidfd, ...fds] = started, { reader, writer } = require('./child_streams');
    let open = 0;
    const closed = () => { if (--open === 0) child.emit('close', child.exitCode, child.signalCode); };
    child.pid = pid;
    child.stdio = fds.map((fd, i) => fd < 0 ? null : i === 0 ? writer(fd) : reader(fd));
    [child.stdin, child.stdout, child.stderr] = [child.stdio[0] ?? null, child.stdio[1] ?? null, child.stdio[2] ?? null];
    for (const stream of child.stdio.slice(1)) if (stream) { open++; stream.once('close', closed); }
    open++;
    const stop = () => child.kill(killSignal), timer = timeout > 0 ? timers.setTimeout(stop, timeout) : undefined;
    const onAbort = () => { stop(); child.emit('error', Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' })); };
    signal?.aborted ? timers.setImmediate(onAbort) : signal?.addEventListener('abort', onAbort, { once: true });
    N.whenReady(pidfd, false, () => {
        const ended = N.reap(pid) ?? [-1, 9];
        N.closeFile(pidfd);
        timers.clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (ended[1]) child.signalCode = nameOfSignal(ended[1]); else child.exitCode = ended[0];
        child.stdin?.destroy();
        child.emit('exit', child.exitCode, child.signalCode);
        // What nobody reads must come to its end too.
        process.nextTick(() => { for (const stream of child.stdio.slice(1)) if (stream?.readable && !stream.readableFlowing) stream.resume(); });
        closed();
    });
    timers.setImmediate(() => child.emit('spawn'));
    return child;
}
function execFile(file, args, options, callback) {
    if (typeof args === 'function') { callback = args; args = []; options = {}; }
    else if (typeof options === 'function') { callback = options; options = Array.isArray(args) ? {} : args; args = Array.isArray(args) ? args : []; }
    if (!Array.isArray(args)) { options = args ?? options; args = []; }
    const { encoding = 'utf8', maxBuffer = 1024 * 1024 } = options ?? {}, child = spawn(file, args, options), parts = { stdout: [], stderr: [] };
    const command = options?.shell ? file : [file, ...args].join(' ');
    let failure = null, over = false;
    const done = (code, signal) => {
        if (over) return;
        over = true;
        const [stdout, stderr] = ['stdout', 'stderr'].map(name => { const all = Buffer.concat(parts[name]); return encoding && encoding !== 'buffer' ? all.toString(encoding) : all; });
        if (!failure && code === 0 && signal === null) { callback?.(null, stdout, stderr); return; }
        const error = failure ?? new Error(`Command failed: ${command}\n${stderr}`);
        if (!failure) Object.assign(error, { code: code ?? null, killed: child.killed, signal, cmd: command });
        else if (error.cmd === undefined) error.cmd = command;
        callback?.(error, stdout, stderr);
    };
    for (const name of ['stdout', 'stderr']) {
        let size = 0;
        child[name]?.on('data', chunk => {
            parts[name].push(chunk);
            size += chunk.length;
            if (size > maxBuffer && !failure) { failure = coded(RangeError, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${name} maxBuffer length exceeded`); child.kill(options?.killSignal); }
        });
    }
    child.on('error', error => { failure = error; if (child.pid === undefined) done(null, null); });
    child.on('close', done);
    return child;
}
function exec(command, options, callback) {
    if (typeof options === 'function') { callback = options; options = {}; }
    return execFile(command, [], { ...options, shell: options?.shell ?? true }, callback);
}
const custom = Symbol.for('nodejs.util.promisify.custom');
for (const f of [exec, execFile]) {
    Object.defineProperty(f, custom, { value: (...args) => {
        let child;
        const promise = new Promise((resolve, reject) => { child = f(...args, (error, stdout, stderr) => error ? reject(Object.assign(error, { stdout, stderr })) : resolve({ stdout, stderr })); });
        promise.child = child;
        return promise;
    } });
}
function fork() { throw unsupported('child_process.fork()'); }
module.exports = { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
