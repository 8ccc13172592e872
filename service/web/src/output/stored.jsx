import { useState } from "preact/hooks";
import { send } from "../api/http.js";
import { bytesText } from "../view/figures.js";
import { HtmlOutput, MarkdownOutput } from "./html_output.jsx";
import { JsonTree } from "./json_tree.jsx";
import { typeName } from "./mime_types.js";
import { TextViewer } from "./text_viewer.jsx";

const mostShown = 4_000_000;

// A large value, which is kept as an artifact: shown when one asks for it.
export function Stored({ type, stored }) {
  const [text, setText] = useState(null);
  const [problem, setProblem] = useState("");
  const [isViewed, setViewed] = useState(false);
  const isRich = type === "text/html" || type === "text/markdown" || type.endsWith("json");
  async function show() {
    setProblem("");
    if (!isRich || stored.bytes > mostShown) {
      setViewed(true);
      return;
    }
    try {
      const response = await send("GET", `/artifact/${stored.artifact}`);
      setText(await response.text());
    } catch (error) {
      setProblem(error.status === 404 ? "It is stored when the run ends." : error.message);
    }
  }
  if (text !== null && type === "text/html") return <HtmlOutput html={text} />;
  if (text !== null && type === "text/markdown") return <MarkdownOutput text={text} />;
  if (text !== null) return <JsonTree value={JSON.parse(text)} />;
  return (
    <div class="note">
      {typeName(type)}, {bytesText(stored.bytes)}{" "}
      <button class="small" onClick={() => void show()}>Show</button>{" "}
      <a href={`/artifact/${stored.artifact}`} download>Download</a>
      {problem && <span class="problem" role="alert"> {problem}</span>}
      {isViewed && <TextViewer artifact={stored.artifact} title={typeName(type)} onClose={() => setViewed(false)} />}
    </div>
  );
}
