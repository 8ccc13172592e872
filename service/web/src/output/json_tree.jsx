import { useState } from "preact/hooks";

const chunk = 100;
const longestText = 2000;

function Leaf({ value }) {
  if (typeof value === "string") {
    const text = value.length > longestText ? `${value.slice(0, longestText)}…` : value;
    return <span class="hljs-string">{JSON.stringify(text)}</span>;
  }
  if (typeof value === "number") return <span class="hljs-number">{String(value)}</span>;
  return <span class="hljs-literal">{String(value)}</span>;
}

function summary(value) {
  if (Array.isArray(value)) return `[${value.length}]`;
  const names = Object.keys(value);
  const first = names.slice(0, 5).join(", ");
  return names.length > 5 ? `{${first}, … ${names.length}}` : `{${first}}`;
}

function Children({ value }) {
  const [limit, setLimit] = useState(chunk);
  const entries = Object.entries(value);
  return (
    <ul>
      {entries.slice(0, limit).map(([name, child]) => <li key={name}><Node name={name} value={child} /></li>)}
      {entries.length > limit && <li><button class="small quiet" onClick={() => setLimit(limit + 10 * chunk)}>{entries.length - limit} more</button></li>}
    </ul>
  );
}

// What is folded is not drawn: a tree of a million leaves costs what is open of it.
function Node({ name, value, isRoot = false }) {
  const [isOpen, setOpen] = useState(isRoot);
  const label = name === undefined ? null : <span class="hljs-attr">{name}: </span>;
  if (value === null || typeof value !== "object") return <span>{label}<Leaf value={value} /></span>;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}<span class="muted">{summary(value)}</span></summary>
      {isOpen && <Children value={value} />}
    </details>
  );
}

export function JsonTree({ value }) {
  return <div class="json-tree"><Node value={value} isRoot /></div>;
}
