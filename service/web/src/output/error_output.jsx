import { useMemo } from "preact/hooks";
import { TerminalText } from "../model/terminal_text.js";
import { StyledLine } from "./styled_text.jsx";

function linesOf(traceback) {
  const text = new TerminalText();
  text.append(traceback.join("\n"), false);
  return text.lines;
}

// What went wrong in one line; the way there folds out.
export function ErrorOutput({ error }) {
  const lines = useMemo(() => linesOf(error.traceback ?? []), [error.traceback]);
  const headline = (
    <>
      <strong class="ename">{error.ename}</strong>
      {error.evalue && <span class="evalue">: {error.evalue.length > 2000 ? `${error.evalue.slice(0, 2000)}…` : error.evalue}</span>}
    </>
  );
  if (lines.length < 2) return <div class="error-output"><p class="headline">{headline}</p></div>;
  return (
    <details class="error-output">
      <summary class="headline">{headline}</summary>
      <pre tabindex={0} aria-label="Traceback">{lines.map((line, index) => <div key={index} class="line"><StyledLine line={line} /></div>)}</pre>
    </details>
  );
}
