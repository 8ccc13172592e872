import core from "highlight.js/lib/core";
import javascript from "highlight.js/lib/languages/javascript";
import python from "highlight.js/lib/languages/python";

core.registerLanguage("python", python);
core.registerLanguage("js", javascript);

// Beyond this the browser would be busy for too long.
const mostHighlighted = 100_000;

// HTML, with everything of the code escaped; null when it stays plain.
export function highlighted(language, code) {
  if (code.length > mostHighlighted) return null;
  return core.highlight(code, { language, ignoreIllegals: true }).value;
}
