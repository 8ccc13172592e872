// A session as the page shows it: its cells in the order of their runs, built up from the session's events.
import { Cell } from "./cell.js";
import { Changes } from "./changes.js";

const mostCells = 500;

export class Notebook {
  changes = new Changes();
  cells = [];
  dropped = 0;      // cells that have gone from the page
  missing = false;  // events before the first cell are no longer kept
  running = null;
  ended = 0; // runs, so that the shortest one is noticed too
  queue = [];       // runs that wait
  notice = null;    // what the last result had to say: { run, text }
  epoch = null;
  lastSeq = 0;
  kernelChanges = 0; // counts, so that figures are asked for anew
  #runs = new Map();

  constructor(session) {
    this.session = session;
  }

  clear() {
    this.cells = [];
    this.queue = [];
    this.running = this.epoch = this.notice = null;
    this.lastSeq = this.dropped = 0;
    this.missing = false;
    this.#runs.clear();
    this.changes.touch();
  }

  apply(event) {
    this.epoch = event.epoch ?? this.epoch;
    const number = event.type === "gap" ? event.to : event.seq;
    if (number > this.lastSeq) this.lastSeq = number;
    switch (event.type) {
      case "run.queued": this.#queueRun(event); break;
      case "run.started": this.#startRun(event); break;
      case "cell.started": this.#cell(event).start(event); break;
      case "output": this.#cell(event).print(event.stream, event.text); break;
      case "display":
      case "result": this.#show(event); break;
      case "error": this.#cell(event).fail(event); break;
      case "status": this.#cell(event).tell(event.status); break;
      case "tool.call": this.#cell(event).note(`called the tool ${event.name}`); break;
      case "cell.finished": this.#cell(event).finish(event); break;
      case "run.finished": this.#finishRun(event); break;
      case "gap": this.#skip(event); break;
      case "kernel": this.#kernel(event); break;
    }
  }

  #queueRun(event) {
    const cells = event.cells.languages.map((language, index) =>
      new Cell(event.run, index, language, event.cells.titles[index] ?? "", "queued"));
    this.#runs.set(event.run, cells);
    this.cells = [...this.cells, ...cells];
    if (!this.queue.includes(event.run)) this.queue = [...this.queue, event.run];
    this.#forgetOld();
    this.changes.touch();
  }

  #startRun(event) {
    if (!this.#runs.has(event.run)) this.#queueRun(event);
    this.queue = this.queue.filter((run) => run !== event.run);
    this.running = event.run;
    this.notice = null;
    this.changes.touch();
  }

  // The cell of an event; made up when its start was missed. Output that no run caused has a place of its own.
  #cell(event) {
    const run = event.run ?? null;
    let cells = this.#runs.get(run);
    const last = this.cells[this.cells.length - 1];
    if (run === null && last?.run === null) return last;
    if (!cells || run === null) this.#runs.set(run, (cells = []));
    const index = event.cell ?? 0;
    let cell = cells[index];
    if (!cell) {
      cell = new Cell(run, index, event.language ?? "python", "", run === null ? "loose" : "running");
      cell.isPartial = run !== null;
      cells[index] = cell;
      this.cells = [...this.cells, cell];
      this.changes.touch();
    }
    return cell;
  }

  #show(event) {
    const id = event.transient?.display_id;
    if (event.update && id && this.cells.some((cell) => cell.replaceDisplay(id, event.bundle))) return;
    this.#cell(event).show(event);
  }

  #finishRun(event) {
    const { details } = event.result;
    const last = details.cells.filter((cell) => cell.status !== "pending").length - 1;
    for (const result of details.cells) {
      const truncation = result.index === last ? details.meta?.truncation : null;
      this.#cell({ run: event.run, cell: result.index, language: result.language }).settle(result, truncation ?? null);
    }
    if (details.notice) this.notice = { run: event.run, text: details.notice };
    if (this.running === event.run) this.running = null;
    ++this.ended;
    this.queue = this.queue.filter((run) => run !== event.run);
    this.changes.touch();
  }

  #skip(event) {
    if (this.cells.length === 0) {
      this.missing = event.to > 0;
    } else {
      const cell = this.cells.find((candidate) => candidate.status === "running") ?? this.cells[this.cells.length - 1];
      cell.isPartial = true;
      const count = event.to - event.from + 1;
      if (count > 0) cell.note(`${count} event${count === 1 ? "" : "s"} of the session did not reach this page`);
    }
    this.changes.touch();
  }

  #kernel(event) {
    ++this.kernelChanges;
    const reason = event.reason ? `: ${event.reason}` : "";
    const name = event.language === "python" ? "Python" : "JavaScript";
    if (event.state === "dead" || event.state === "evicted" || event.state === "restarted")
      this.notice = { run: null, text: `The ${name} kernel is ${event.state === "restarted" ? "a fresh one" : event.state}${reason}.` };
    this.changes.touch();
  }

  #forgetOld() {
    const excess = this.cells.length - mostCells;
    if (excess <= 0) return;
    for (const cell of this.cells.slice(0, excess)) this.#runs.delete(cell.run);
    this.cells = this.cells.slice(excess);
    this.dropped += excess;
  }
}
