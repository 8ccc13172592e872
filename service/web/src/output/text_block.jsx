import { lineText } from "../model/styled_line.js";
import { countText } from "../view/figures.js";
import { useChanges } from "../view/use_changes.js";
import { StyledLine } from "./styled_text.jsx";
import { VirtualLines } from "./virtual_lines.jsx";

// Up to here all lines stand in the page; beyond it only those that can be seen.
const mostInFlow = 200;
const mostCharactersInFlow = 100_000;

function copy(lines) {
  void navigator.clipboard?.writeText(lines.map(lineText).join("\n"));
}

// What a cell has printed. The newline at the end ends a line and begins none.
export function TextBlock({ block }) {
  useChanges(block.changes);
  const { text } = block;
  const endsWithNewline = text.lines.length > 1 && text.lines[text.lines.length - 1] === "";
  const count = text.lines.length - (endsWithNewline ? 1 : 0);
  if (count === 0) return null;
  if (count <= mostInFlow && text.characters <= mostCharactersInFlow && text.dropped === 0) {
    return (
      <pre class="text-output" tabindex={0} aria-label="Output">
        {text.lines.slice(0, count).map((line, index) => <div key={index} class="line"><StyledLine line={line} /></div>)}
      </pre>
    );
  }
  return (
    <div class="long-output">
      {text.dropped > 0 && <p class="note">{countText(text.dropped, "earlier line")} left this page to keep it quick.</p>}
      <VirtualLines lines={text.lines} count={count} version={block.changes.version} />
      <p class="long-foot">
        <span class="muted">{countText(count + text.dropped, "line")}</span>
        <button class="small quiet" onClick={() => copy(text.lines)}>Copy</button>
      </p>
    </div>
  );
}
