import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api/http.js";
import { TerminalText } from "../model/terminal_text.js";
import { bytesText } from "../view/figures.js";
import { VirtualLines } from "./virtual_lines.jsx";

const pageBytes = 1 << 20;

// One piece of an artifact. Its ends may cut a character in two; what is left of it is dropped.
async function readPiece(artifact, start, signal) {
  const headers = { Range: `bytes=${start}-${start + pageBytes - 1}` };
  const response = await send("GET", `/artifact/${artifact}`, { headers, signal });
  const total = Number(/\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "")?.[1]);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TerminalText();
  text.append(new TextDecoder().decode(bytes).replace(/^\uFFFD+|\uFFFD+$/g, ""), false);
  return { lines: text.lines, total: Number.isFinite(total) ? total : bytes.length };
}

function Steps({ start, total, onStep }) {
  const last = Math.floor(Math.max(0, total - 1) / pageBytes) * pageBytes;
  if (last === 0) return null;
  return (
    <span class="buttons" role="group" aria-label="Part shown">
      <button class="small" disabled={start === 0} onClick={() => onStep(0)}>First</button>
      <button class="small" disabled={start === 0} onClick={() => onStep(Math.max(0, start - pageBytes))}>Previous</button>
      <span class="muted">{bytesText(start)} to {bytesText(Math.min(total, start + pageBytes))}</span>
      <button class="small" disabled={start >= last} onClick={() => onStep(start + pageBytes)}>Next</button>
      <button class="small" disabled={start >= last} onClick={() => onStep(last)}>Last</button>
    </span>
  );
}

// A text of any size, a megabyte at a time.
export function TextViewer({ artifact, title, onClose }) {
  const dialog = useRef(null);
  const [start, setStart] = useState(0);
  const [piece, setPiece] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!dialog.current.open) dialog.current.showModal();
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    setProblem("");
    readPiece(artifact, start, abort.signal).then(setPiece).catch((error) => {
      if (error.name !== "AbortError") setProblem(error.message);
    });
    return () => abort.abort();
  }, [artifact, start]);
  return (
    <dialog ref={dialog} class="viewer card" aria-label={title} onClose={onClose}>
      <div class="viewer-head">
        <h2>{title}</h2>
        {piece && <span class="muted">{bytesText(piece.total)}</span>}
        <span class="spring" />
        {piece && <Steps start={start} total={piece.total} onStep={setStart} />}
        <a class="button small" href={`/artifact/${artifact}`} download>Download</a>
        <button class="small" onClick={() => dialog.current.close()}>Close</button>
      </div>
      {problem && <p class="problem" role="alert">{problem}</p>}
      {piece ? <VirtualLines key={start} lines={piece.lines} count={piece.lines.length} startsAtTop /> : !problem && <p>Loading…</p>}
    </dialog>
  );
}
