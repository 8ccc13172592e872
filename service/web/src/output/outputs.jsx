import { useState } from "preact/hooks";
import { countText } from "../view/figures.js";
import { Bundle } from "./bundle.jsx";
import { ErrorOutput } from "./error_output.jsx";
import { TextBlock } from "./text_block.jsx";
import { Truncation } from "./truncation.jsx";

const shownAtOnce = 100;

function StatusNote({ status }) {
  const { op, ...more } = status;
  const words = Object.entries(more).map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return <p class="status-note"><strong>{op}</strong> {words.join(", ")}</p>;
}

function Output({ output, cell }) {
  switch (output.kind) {
    case "text": return <TextBlock block={output} />;
    case "bundle": return <Bundle bundle={output.bundle} isResult={output.isResult} cell={cell} />;
    case "error": return <ErrorOutput error={output} />;
    case "status": return <StatusNote status={output.status} />;
    default: return <p class="note">{output.text}</p>;
  }
}

// A cell that shows a thousand things shows a hundred at first.
export function Outputs({ cell }) {
  const [limit, setLimit] = useState(shownAtOnce);
  const { outputs } = cell;
  if (outputs.length === 0 && !cell.truncation) return null;
  const rest = outputs.length - limit;
  return (
    <div class="outputs">
      {outputs.slice(0, limit).map((output) => <Output key={output.key} output={output} cell={cell} />)}
      {rest > 0 && <button class="small" onClick={() => setLimit(limit + shownAtOnce)}>Show more: {countText(rest, "output")}</button>}
      {cell.truncation && <Truncation truncation={cell.truncation} />}
    </div>
  );
}
