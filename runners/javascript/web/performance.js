// performance: a clock that never goes back, marks and measures.
const N = require('evald:natives');
const { process } = N;
const origin = Date.now() - process.uptime() * 1000, start = process.hrtime();
const sinceStart = process.uptime() * 1000;
class PerformanceEntry {
    constructor(name, entryType, startTime, duration, detail) { Object.assign(this, { name, entryType, startTime, duration, detail }); }
    toJSON() { return { ...this }; }
}
class PerformanceMark extends PerformanceEntry {}
class PerformanceMeasure extends PerformanceEntry {}
let entries = [];
const lastMark = name => { const mark = entries.findLast(e => e.entryType === 'mark' && e.name === name); if (!mark) throw new (require('./events').DOMException)(`The "${name}" performance mark has not been set`, 'SyntaxError'); return mark.startTime; };
const timeOf = place => typeof place === 'number' ? place : lastMark(place);
const without = (type, name) => entries.filter(e => e.entryType !== type || (name !== undefined && e.name !== name));
class Performance {
    get timeOrigin() { return origin; }
    now() { const [s, ns] = process.hrtime(start); return sinceStart + s * 1e3 + ns / 1e6; }
    mark(name, { startTime = this.now(), detail = null } = {}) { const e = new PerformanceMark(name, 'mark', startTime, 0, detail); entries.push(e); return e; }
    measure(name, from, to) {
        const options = typeof from === 'object' && from !== null ? from : { start: from, end: to };
        const end = options.end !== undefined ? timeOf(options.end) : options.duration !== undefined ? timeOf(options.start) + options.duration : this.now();
        const begin = options.start !== undefined ? timeOf(options.start) : options.duration !== undefined ? end - options.duration : 0;
        const e = new PerformanceMeasure(name, 'measure', begin, end - begin, options.detail ?? null);
        entries.push(e);
        return e;
    }
    clearMarks(name) { entries = without('mark', name); }
    clearMeasures(name) { entries = without('measure', name); }
    getEntries() { return entries.slice().sort((a, b) => a.startTime - b.startTime); }
    getEntriesByName(name, type) { return this.getEntries().filter(e => e.name === name && (type === undefined || e.entryType === type)); }
    getEntriesByType(type) { return this.getEntries().filter(e => e.entryType === type); }
    timerify(f) { return f; }
    eventLoopUtilization() { return { idle: 0, active: 0, utilization: 0 }; }
    toJSON() { return { timeOrigin: origin }; }
}
Object.defineProperty(Performance.prototype, Symbol.toStringTag, { value: 'Performance', configurable: true });
module.exports = { Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, performance: new Performance() };
