// A line of terminal text: a plain string, or, where it has styles, an array of runs {text, style}. Lines are values:
// what edits one answers another.
import { plain } from "./text_style.js";

export function lineText(line) {
  return typeof line === "string" ? line : line.map((run) => run.text).join("");
}

export function lineLength(line) {
  if (typeof line === "string") return line.length;
  return line.reduce((sum, run) => sum + run.text.length, 0);
}

export function lineRuns(line) {
  if (typeof line !== "string") return line;
  return line === "" ? [] : [{ text: line, style: plain }];
}

function joined(runs) {
  const result = [];
  for (const run of runs) {
    if (run.text === "") continue;
    const last = result[result.length - 1];
    if (last && last.style === run.style) result[result.length - 1] = { text: last.text + run.text, style: run.style };
    else result.push(run);
  }
  if (result.length === 0) return "";
  return result.length === 1 && result[0].style === plain ? result[0].text : result;
}

function sliced(runs, start, end) {
  const result = [];
  let at = 0;
  for (const run of runs) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, run.text.length);
    if (from < to) result.push({ text: run.text.slice(from, to), style: run.style });
    at += run.text.length;
  }
  return result;
}

// `line` with `text` written over it from `column` on.
export function overwritten(line, column, text, style) {
  const length = lineLength(line);
  if (typeof line === "string" && style === plain && column === length) return line + text;
  const runs = lineRuns(line);
  const gap = column > length ? [{ text: " ".repeat(column - length), style: plain }] : [];
  const head = column >= length ? runs : sliced(runs, 0, column);
  const tail = column + text.length >= length ? [] : sliced(runs, column + text.length, Infinity);
  return joined([...head, ...gap, { text, style }, ...tail]);
}

// `line` without what stands from `start` to `end`; before a rest that stays, blanks take its place.
export function erased(line, start, end) {
  const length = lineLength(line);
  if (start >= length) return line;
  const runs = lineRuns(line);
  if (end >= length) return joined(sliced(runs, 0, start));
  const blank = { text: " ".repeat(end - start), style: plain };
  return joined([...sliced(runs, 0, start), blank, ...sliced(runs, end, Infinity)]);
}
