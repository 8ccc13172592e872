import { useMemo } from "preact/hooks";

// What was sent before, to be brought back with Alt+Up; Alt+Down leads back to what was being typed.
export function useHistory() {
  return useMemo(() => {
    const sent = [];
    let at = 0;
    let unsent = "";
    return {
      add(code) {
        if (sent[sent.length - 1] !== code) sent.push(code);
        at = sent.length;
        unsent = "";
      },
      step(by, typed) {
        if (at === sent.length) unsent = typed;
        at = Math.max(0, Math.min(sent.length, at + by));
        return sent[at] ?? unsent;
      },
    };
  }, []);
}

const indent = "    ";
let leavesWithTab = false;

function replaceSelection(area, text) {
  // The old command is the only way that keeps the browser's own undo.
  if (!document.execCommand("insertText", false, text)) area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
}

function lineStart(area) {
  return area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
}

// A new line begins as deep as the one before, and deeper after what opens a block.
function indentation(area) {
  const line = area.value.slice(lineStart(area), area.selectionStart);
  const depth = /^[ \t]*/.exec(line)[0];
  return /[:{([]\s*$/.test(line) ? depth + indent : depth;
}

function removeIndent(area) {
  const start = lineStart(area);
  const blanks = /^ {1,4}/.exec(area.value.slice(start));
  if (!blanks) return;
  const at = Math.max(start, area.selectionStart - blanks[0].length);
  area.setSelectionRange(start, start + blanks[0].length);
  replaceSelection(area, "");
  area.setSelectionRange(at, at);
}

// Tab indents; after Escape it moves on, so that nobody is caught in the editor.
export function handleKey(event, { edit, run, history }) {
  const area = event.currentTarget;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.isComposing) return;
  if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    void run();
  } else if (event.key === "Enter" && isPlain) {
    event.preventDefault();
    replaceSelection(area, `\n${indentation(area)}`);
  } else if (event.key === "Tab" && isPlain && !leavesWithTab) {
    event.preventDefault();
    if (event.shiftKey) removeIndent(area);
    else replaceSelection(area, indent);
  } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    edit(history.step(event.key === "ArrowUp" ? -1 : 1, area.value));
    return;
  }
  leavesWithTab = event.key === "Escape";
}
