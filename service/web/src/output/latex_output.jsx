import { useEffect, useRef, useState } from "preact/hooks";
import { PlainOutput } from "./plain_output.jsx";

// What stands around a formula in text/latex: $…$, $$…$$, \[…\], \(…\).
function formula(text) {
  const found = /^\s*(?:\$\$([\s\S]*)\$\$|\$([\s\S]*)\$|\\\[([\s\S]*)\\\]|\\\(([\s\S]*)\\\))\s*$/.exec(text);
  return found ? found.slice(1).find((part) => part !== undefined) : text;
}

// Drawn by the browser's own MathML. The translator is fetched when the first formula is there to be shown.
export function LatexOutput({ text }) {
  const place = useRef(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    import("./latex_translator.js")
      .then(({ draw }) => {
        if (!isOver) draw(formula(text), place.current);
      })
      .catch(() => setFailed(true));
    return () => {
      isOver = true;
    };
  }, [text]);
  if (hasFailed || text.length > 20_000) return <PlainOutput text={text} />;
  return <div ref={place} class="latex" tabindex={0} role="group" aria-label="Formula" />;
}
