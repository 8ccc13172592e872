import { memo } from "./memo.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { account } from "../api/account.js";
import { cancelRun, interrupt } from "../api/runs.js";
import { Outputs } from "../output/outputs.jsx";
import { announce } from "./announcer.js";
import { Code } from "./code.jsx";
import { draft } from "./draft.js";
import { durationText, languageName } from "./figures.js";
import { useChanges, useClock } from "./use_changes.js";

const statusTexts = {
  queued: "waiting", running: "running", complete: "done", error: "failed", skipped: "not run", loose: "between runs",
};

function statusOf(cell) {
  if (cell.error?.ename === "Cancelled") return "cancelled";
  if (cell.error?.ename === "TimeoutError" && cell.status === "error") return "timed out";
  return statusTexts[cell.status] ?? cell.status;
}

function Duration({ cell }) {
  const now = useClock(cell.status === "running", 200);
  if (cell.status === "running" && cell.startedAt) return <span class="duration">{durationText(Math.max(0, now - cell.startedAt))}</span>;
  return cell.durationMs === null ? null : <span class="duration">{durationText(cell.durationMs)}</span>;
}

function CellActions({ cell, session }) {
  const [problem, setProblem] = useState("");
  const attempt = (deed) => deed.catch((error) => setProblem(error.message));
  const isOurs = account.can("eval");
  return (
    <span class="cell-actions">
      {problem && <span class="problem" role="alert">{problem}</span>}
      {isOurs && cell.status === "queued" && <button class="small" onClick={() => attempt(cancelRun(cell.run))}>Cancel</button>}
      {isOurs && cell.status === "running" && <button class="small" onClick={() => attempt(interrupt(session))}>Interrupt</button>}
      {isOurs && cell.code && (
        <button class="small quiet" onClick={() => draft.take(cell.language, cell.code)} title="Put the code into the editor">Edit</button>
      )}
      {cell.code && <button class="small quiet" onClick={() => void navigator.clipboard?.writeText(cell.code)}>Copy</button>}
    </span>
  );
}

// Only what ends while one watches: not what was over when it came.
function useAnnouncedEnd(cell) {
  const wasOver = useRef(cell.isOver);
  useEffect(() => {
    if (!wasOver.current && cell.isOver) announce(`${languageName(cell.language)} cell ${statusOf(cell)}`);
    wasOver.current = cell.isOver;
  }, [cell.status]);
}

export const CellView = memo(({ cell, session }) => {
  useChanges(cell.changes);
  useAnnouncedEnd(cell);
  const count = cell.executionCount ?? (cell.status === "running" ? "*" : " ");
  const status = statusOf(cell);
  const label = cell.status === "loose" ? "Output between runs" : `${languageName(cell.language)} cell, ${status}`;
  return (
    <article class={`cell ${cell.status} ${cell.language}`} aria-label={label} data-run={cell.run}>
      <header class="cell-head">
        <span class="count" aria-hidden="true">[{count}]</span>
        {cell.status !== "loose" && <span class="language">{languageName(cell.language)}</span>}
        {cell.title && <h2 class="cell-title">{cell.title}</h2>}
        <span class={`status ${status.replace(" ", "-")}`}>{status}</span>
        <Duration cell={cell} />
        <CellActions cell={cell} session={session} />
      </header>
      {cell.code !== null && cell.code !== "" && <Code language={cell.language} code={cell.code} />}
      <Outputs cell={cell} />
    </article>
  );
});
