// One cell of a run and what came of it, built up from events.
import { Changes } from "./changes.js";
import { TerminalText } from "./terminal_text.js";

let serial = 0;

export class Cell {
  changes = new Changes();
  key = ++serial;
  code = null; // not known until it starts
  outputs = [];
  durationMs = null;
  executionCount = null;
  startedAt = null;
  error = null;
  truncation = null;
  isPartial = false; // events of it are missing

  constructor(run, index, language, title, status) {
    Object.assign(this, { run, index, language, title, status });
  }

  get isOver() {
    return this.status !== "queued" && this.status !== "running";
  }

  start(event) {
    this.code = event.code;
    this.language = event.language;
    this.title = event.title;
    this.status = "running";
    this.startedAt = event.time;
    this.changes.touch();
  }

  // Text of both streams goes into one block, as it would in a terminal; a display ends it.
  print(stream, text) {
    const last = this.outputs[this.outputs.length - 1];
    const block = last?.kind === "text" ? last : { kind: "text", key: ++serial, text: new TerminalText(), changes: new Changes() };
    block.text.append(text, stream === "stderr");
    if (block === last) {
      block.changes.touch();
      return;
    }
    this.add(block);
  }

  show(event) {
    this.add({
      kind: "bundle",
      key: ++serial,
      bundle: event.bundle,
      isResult: event.type === "result",
      displayId: event.transient?.display_id ?? null,
    });
  }

  // A later display of the same id takes the place of the former. Whether it was here.
  replaceDisplay(id, bundle) {
    let found = false;
    this.outputs = this.outputs.map((output) => {
      if (output.displayId !== id) return output;
      found = true;
      return { ...output, bundle };
    });
    if (found) this.changes.touch();
    return found;
  }

  fail(event) {
    this.add({ kind: "error", key: ++serial, ename: event.ename, evalue: event.evalue, traceback: event.traceback });
  }

  note(text) {
    this.add({ kind: "note", key: ++serial, text });
  }

  tell(status) {
    this.add({ kind: "status", key: ++serial, status });
  }

  add(output) {
    this.outputs = [...this.outputs, output];
    this.changes.touch();
  }

  finish(event) {
    this.status = event.status;
    this.durationMs = event.durationMs ?? null;
    this.executionCount = event.executionCount ?? null;
    this.changes.touch();
  }

  // What the run's result says of it, which is more than its events where some are missing.
  settle(result, truncation) {
    this.code = result.code;
    this.language = result.language;
    this.title = result.title;
    this.status = result.status === "pending" ? "skipped" : result.status;
    if (this.status !== "skipped") this.durationMs = result.durationMs ?? this.durationMs;
    this.executionCount = result.executionCount ?? this.executionCount;
    this.truncation = truncation;
    this.#settleError(result.error);
    if (this.isPartial && this.outputs.every((output) => output.kind === "note") && result.output) this.print("stdout", result.output);
    this.changes.touch();
  }

  // The kernel knows a KeyboardInterrupt; only the result knows that it was a timeout.
  #settleError(error) {
    if (!error) return;
    const shown = this.outputs.find((output) => output.kind === "error");
    const settled = { kind: "error", key: shown?.key ?? ++serial, ...error };
    if (shown) this.outputs = this.outputs.map((output) => (output === shown ? settled : output));
    else this.outputs = [...this.outputs, settled];
    this.error = error;
  }
}
