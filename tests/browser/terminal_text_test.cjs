// How text becomes lines: without a browser, as it needs none.
const assert = require("node:assert/strict");
const { join } = require("node:path");
const { before, test } = require("node:test");

const model = join(__dirname, "../../service/web/src/model");
let TerminalText, lineText;
before(async () => {
  ({ TerminalText } = await import(join(model, "terminal_text.js")));
  ({ lineText } = await import(join(model, "styled_line.js")));
});

function linesOf(...pieces) {
  const text = new TerminalText();
  for (const piece of pieces) text.append(piece, false);
  return text.lines.map(lineText);
}

test("lines end with newlines, and the last may be open", () => {
  assert.deepEqual(linesOf("a\nb"), ["a", "b"]);
  assert.deepEqual(linesOf("a\n", "b\n"), ["a", "b", ""]);
  assert.deepEqual(linesOf("a", "b", "\n", "\nc"), ["ab", "", "c"]);
  assert.deepEqual(linesOf("a\r\nb\r\n"), ["a", "b", ""]);
});

test("a carriage return writes over, character by character", () => {
  assert.deepEqual(linesOf("10 %\r20 %\r100 %\n"), ["100 %", ""]);
  assert.deepEqual(linesOf("long text\rshort"), ["shorttext"]);
  assert.deepEqual(linesOf("long text\r\x1b[Kshort"), ["short"]);
  assert.deepEqual(linesOf("ab\b\bX"), ["Xb"]);
  assert.deepEqual(linesOf("a\tb"), ["a       b"]);
});

test("several bars move the cursor up and down", () => {
  assert.deepEqual(linesOf("one 0\ntwo 0\n", "\x1b[2Aone 9\ntwo 9\n"), ["one 9", "two 9", ""]);
  assert.deepEqual(linesOf("a\nb\nc\x1b[1A\r\x1b[JX"), ["a", "X"]);
  assert.deepEqual(linesOf("old\x1b[2J\x1b[Hnew"), ["new"]);
});

test("an escape sequence may come in pieces", () => {
  for (let cut = 1; cut < 12; ++cut) {
    const whole = "\x1b[1;31mred\x1b[0m!";
    const text = new TerminalText();
    text.append(whole.slice(0, cut), false);
    text.append(whole.slice(cut), false);
    assert.deepEqual(text.lines.map(lineText), ["red!"], `cut at ${cut}`);
    assert.equal(text.lines[0][0].style.classes, "t-bold f1");
  }
});

test("what is no text leaves no trace", () => {
  assert.deepEqual(linesOf("\x1b]0;title\x07a\x1b]8;;http://x/\x1b\\b\x1b[?25lc\x1b(Bd\x07\x00"), ["abcd"]);
});

test("colours of all kinds, alone and together", () => {
  const text = new TerminalText();
  text.append("\x1b[38;5;196ma\x1b[38;2;1;2;3mb\x1b[48;5;4mc\x1b[39;49md\x1b[97me\x1b[0mf", false);
  const runs = text.lines[0].map((run) => [run.text, run.style.color || run.style.classes, run.style.background]);
  assert.deepEqual(runs, [["a", "rgb(255 0 0)", ""], ["b", "rgb(1 2 3)", ""], ["c", "rgb(1 2 3)", ""], ["d", "", ""],
    ["e", "f15", ""], ["f", "", ""]]);
});

test("text of stderr is marked, within a line, too", () => {
  const text = new TerminalText();
  text.append("out ", false);
  text.append("err", true);
  assert.deepEqual(text.lines[0].map((run) => run.style.classes), ["", "err"]);
});

test("a million lines are taken quickly, and the first of them go", () => {
  const text = new TerminalText();
  for (let i = 0; i < 100; ++i) text.append("line\n".repeat(10_000), false);
  assert.ok(text.lines.length <= 210_000);
  assert.equal(text.lines.length + text.dropped, 1_000_001);
  text.append("\rlast", false);
  assert.equal(text.lines[text.lines.length - 1], "last");
});

test("a line without end stays bounded", () => {
  const text = new TerminalText();
  for (let i = 0; i < 100; ++i) text.append("x".repeat(100_000), false);
  assert.ok(text.characters < 2_000_000);
});
