import { useMemo, useState } from "preact/hooks";
import { countText } from "./figures.js";
import { highlighted } from "./highlight.js";

const mostLines = 40;

// Code with colours; long code shows its beginning.
export function Code({ language, code }) {
  const lines = useMemo(() => code.split("\n").length, [code]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || lines <= mostLines + 5 ? code : code.split("\n").slice(0, mostLines).join("\n");
  const html = useMemo(() => highlighted(language, shown), [language, shown]);
  return (
    <div class="code">
      <pre tabindex={0} aria-label="Code">
        {html === null ? <code>{shown}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
      {lines > mostLines + 5 && (
        <button class="small quiet" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? "Show less" : `Show all ${countText(lines, "line")}`}
        </button>
      )}
    </div>
  );
}
