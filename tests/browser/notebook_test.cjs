// How events become cells: without a browser, on a document that does nothing.
const assert = require("node:assert/strict");
const { join } = require("node:path");
const { before, test } = require("node:test");

let Notebook, lineText;
before(async () => {
  globalThis.document = { addEventListener() {}, visibilityState: "hidden" };
  const model = join(__dirname, "../../service/web/src/model");
  ({ Notebook } = await import(join(model, "notebook.js")));
  ({ lineText } = await import(join(model, "styled_line.js")));
});

let seq = 0;
const event = (type, members) => ({ type, seq: ++seq, epoch: "e", time: 1000, session: "s", run: "r1", ...members });
const queued = (count = 1, run = "r1") =>
  event("run.queued", { run, cells: { count, titles: Array(count).fill("t"), languages: Array(count).fill("python") }, position: 0 });
const started = (cell = 0) => event("cell.started", { cell, language: "python", title: "t", code: "code" });
const output = (text, members) => event("output", { cell: 0, stream: "stdout", text, ...members });
const result = (cells, meta = {}) => event("run.finished", { result: { details: { cells, meta, isError: false }, isError: false } });
const done = (index = 0, more = {}) => ({ index, language: "python", title: "t", code: "code", status: "complete", output: "", durationMs: 5, ...more });
const textOf = (cell) => cell.outputs.filter((one) => one.kind === "text").map((one) => one.text.lines.map(lineText).join("\n")).join("|");

function notebookOf(...events) {
  const notebook = new Notebook("s");
  for (const each of events) notebook.apply(each);
  return notebook;
}

test("a run becomes its cells, from waiting to done", () => {
  const notebook = notebookOf(queued(2));
  assert.deepEqual(notebook.cells.map((cell) => cell.status), ["queued", "queued"]);
  assert.deepEqual(notebook.queue, ["r1"]);
  for (const each of [event("run.started", { cells: { count: 2, titles: ["", ""], languages: ["python", "js"] } }), started(), output("a"), output("b\n")])
    notebook.apply(each);
  assert.equal(notebook.running, "r1");
  assert.deepEqual(notebook.queue, []);
  assert.equal(notebook.cells[0].status, "running");
  assert.equal(textOf(notebook.cells[0]), "ab\n");
  notebook.apply(result([done(), done(1, { status: "pending" })]));
  assert.deepEqual(notebook.cells.map((cell) => cell.status), ["complete", "skipped"]);
  assert.equal(notebook.running, null);
});

test("text goes on in one block until something is shown", () => {
  const [cell] = notebookOf(queued(), started(), output("a"), output("b", { stream: "stderr" }),
    event("display", { cell: 0, bundle: { "text/plain": "x" } }), output("c")).cells;
  assert.deepEqual(cell.outputs.map((one) => one.kind), ["text", "bundle", "text"]);
  assert.equal(textOf(cell), "ab|c");
});

test("a later display takes the place of the one with its id", () => {
  const transient = { display_id: "d" };
  const [cell] = notebookOf(queued(), started(), event("display", { cell: 0, bundle: { "text/plain": "1" }, transient }),
    event("display", { cell: 0, bundle: { "text/plain": "2" }, transient, update: true })).cells;
  assert.deepEqual(cell.outputs.map((one) => one.bundle["text/plain"]), ["2"]);
});

test("what the result knows better goes before what was told on the way", () => {
  const [cell] = notebookOf(queued(), started(), event("error", { cell: 0, ename: "KeyboardInterrupt", evalue: "", traceback: ["x"] }),
    result([done(0, { status: "error", error: { ename: "TimeoutError", evalue: "timed out", traceback: ["x"] } })])).cells;
  assert.deepEqual(cell.outputs.map((one) => one.ename), ["TimeoutError"]);
});

test("a watcher that comes late sees what is left, and the result fills in the rest", () => {
  const notebook = notebookOf({ type: "gap", epoch: "e", session: "s", from: 1, to: 9 });
  assert.equal(notebook.missing, true);
  assert.equal(notebook.lastSeq, 9);
  notebook.apply(event("run.finished", { seq: 10, result: { details: { cells: [done(0, { output: "all of it" })], meta: {} } } }));
  assert.equal(notebook.cells[0].code, "code");
  assert.equal(textOf(notebook.cells[0]), "all of it");
});

test("a gap in the middle is told in its cell", () => {
  const notebook = notebookOf(queued(), started(), output("a\n"), { type: "gap", epoch: "e", session: "s", from: seq + 1, to: seq + 20 });
  assert.match(notebook.cells[0].outputs.at(-1).text, /^20 events/);
});

test("output that belongs to no run has a place of its own", () => {
  const notebook = notebookOf(queued(), started(), result([done()]), output("late", { run: undefined, cell: undefined }), output("r", { run: undefined, cell: undefined }));
  assert.deepEqual(notebook.cells.map((cell) => cell.status), ["complete", "loose"]);
  assert.equal(textOf(notebook.cells[1]), "later");
});

test("a page that stays open for long lets the oldest cells go", () => {
  const notebook = new Notebook("s");
  for (let i = 0; i < 600; ++i) notebook.apply(queued(1, `run${i}`));
  assert.equal(notebook.cells.length, 500);
  assert.equal(notebook.dropped, 100);
});
