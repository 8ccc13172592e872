// node:os.
const N = require('evald:natives');
const facts = N.systemFacts();
const signals = {
    SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGIOT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15,
    SIGCHLD: 17, SIGSTKFLT: 16, SIGCONT: 18, SIGSTOP: 19, SIGTSTP: 20, SIGTTIN: 21, SIGTTOU: 22, SIGURG: 23, SIGXCPU: 24, SIGXFSZ: 25, SIGVTALRM: 26, SIGPROF: 27, SIGWINCH: 28, SIGIO: 29,
    SIGPOLL: 29, SIGPWR: 30, SIGSYS: 31
};
const errno = {};
for (let number = 1; number < 134; number++) errno[N.errnoName(number)] = number;
module.exports = {
    EOL: '\n', devNull: '/dev/null', constants: { UV_UDP_REUSEADDR: 4, signals, errno, priority: { PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20 }, dlopen: {} },
    arch: () => process.arch, platform: () => 'linux', type: () => facts.sysname, release: () => facts.release, version: () => facts.version, machine: () => facts.machine,
    hostname: () => facts.hostname, endianness: () => 'LE', totalmem: () => N.systemFacts().totalmem, freemem: () => N.systemFacts().freemem, uptime: () => N.systemFacts().uptime,
    loadavg: () => N.systemFacts().loadavg, availableParallelism: () => facts.cpus,
    cpus: () => Array.from({ length: facts.cpus }, () => ({ model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } })),
    homedir: () => process.env.HOME || facts.homedir, tmpdir: () => (process.env.TMPDIR || '/tmp').replace(/(.)\/$/, '$1'), networkInterfaces: () => ({}),
    userInfo: () => ({ uid: facts.uid, gid: facts.gid, username: facts.username, homedir: facts.homedir, shell: facts.shell }), getPriority: () => 0, setPriority() {},
    errnoName: number => N.errnoName(number)
};
Object.defineProperty(module.exports, 'errnoName', { enumerable: false });
