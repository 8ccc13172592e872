import { useState } from "preact/hooks";
import { bytesText, countText } from "../view/figures.js";
import { TextViewer } from "./text_viewer.jsx";

// The run's answer was shortened; all of it is an artifact.
export function Truncation({ truncation }) {
  const [isOpen, setOpen] = useState(false);
  const { artifact } = truncation;
  return (
    <div class="truncation note">
      <span>The answer of this run was shortened: {countText(truncation.totalLines, "line")}, {bytesText(truncation.totalBytes)} in all.</span>
      {artifact && (
        <>
          {" "}<button class="small" onClick={() => setOpen(true)}>View full output</button>
          {" "}<a href={`/artifact/${artifact}`} download={`output-${artifact.slice(0, 8)}.txt`}>Download</a>
        </>
      )}
      {isOpen && <TextViewer artifact={artifact} title="Full output" onClose={() => setOpen(false)} />}
    </div>
  );
}
