import { lineRuns } from "../model/styled_line.js";
import { memo } from "../view/memo.js";

// A line of megabytes would stop the browser; its start is enough, the rest is in the artifact.
const longest = 10_000;

function Run({ run }) {
  const { classes, color, background } = run.style;
  if (!classes && !color && !background) return run.text;
  // Set as properties: the page's policy forbids style attributes in HTML, not this.
  const style = color || background ? { color, backgroundColor: background } : undefined;
  return <span class={classes || undefined} style={style}>{run.text}</span>;
}

function cut(runs) {
  const kept = [];
  let left = longest;
  for (const run of runs) {
    if (left <= 0) break;
    kept.push(run.text.length > left ? { ...run, text: run.text.slice(0, left) } : run);
    left -= run.text.length;
  }
  return kept;
}

// One line. Lines are values, so that one that is the same object looks the same.
export const StyledLine = memo(({ line }) => {
  if (typeof line === "string" && line.length <= longest) return line;
  const runs = lineRuns(line);
  const length = runs.reduce((sum, run) => sum + run.text.length, 0);
  return (
    <>
      {cut(runs).map((run, index) => <Run key={index} run={run} />)}
      {length > longest && <span class="elided">… {(length - longest).toLocaleString("en")} more characters</span>}
    </>
  );
});
