import { Marked } from "marked";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { PlainOutput } from "./plain_output.jsx";
import { sanitized } from "./sanitize.js";
import shadowStyle from "./output.shadow.css";

const marked = new Marked({ gfm: true, async: false });
const largest = 2_000_000;

let sheet = null;
function sharedSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(shadowStyle);
  }
  return sheet;
}

// Foreign markup stands in a shadow tree, where the page's classes mean nothing.
function Foreign({ content }) {
  const host = useRef(null);
  useLayoutEffect(() => {
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sharedSheet()];
    root.replaceChildren(content.cloneNode(true));
  }, [content]);
  return <div ref={host} class="foreign" tabindex={0} role="group" aria-label="Shown by the cell" />;
}

function Removed({ names, source }) {
  const [isShown, setShown] = useState(false);
  if (names.length === 0) return null;
  return (
    <div class="note">
      Left out, as nothing foreign runs in this page: {names.join(", ")}.{" "}
      <button class="small quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>{isShown ? "Hide source" : "Source"}</button>
      {isShown && <PlainOutput text={source} />}
    </div>
  );
}

export function HtmlOutput({ html }) {
  const { content, removed } = useMemo(() => sanitized(html.slice(0, largest)), [html]);
  return (
    <>
      <Foreign content={content} />
      <Removed names={removed} source={html} />
    </>
  );
}

export function MarkdownOutput({ text }) {
  const html = useMemo(() => marked.parse(text.slice(0, largest)), [text]);
  return <HtmlOutput html={html} />;
}
