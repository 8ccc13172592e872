import { useState } from "preact/hooks";
import { chosenTypes, typeName } from "./mime_types.js";
import { ImageOutput } from "./image_output.jsx";
import { JsonTree } from "./json_tree.jsx";
import { LatexOutput } from "./latex_output.jsx";
import { MarkdownOutput, HtmlOutput } from "./html_output.jsx";
import { PlainOutput } from "./plain_output.jsx";
import { Stored } from "./stored.jsx";

function Value({ type, value, cell }) {
  if (value && typeof value === "object" && typeof value.artifact === "string" && typeof value.bytes === "number") {
    if (type.startsWith("image/")) return <ImageOutput type={type} artifact={value.artifact} bytes={value.bytes} cell={cell} />;
    return <Stored type={type} stored={value} cell={cell} />;
  }
  if (type.startsWith("image/")) return <ImageOutput type={type} data={String(value)} cell={cell} />;
  if (type === "text/html") return <HtmlOutput html={String(value)} />;
  if (type === "text/markdown") return <MarkdownOutput text={String(value)} />;
  if (type === "text/latex") return <LatexOutput text={String(value)} />;
  if (type.endsWith("json")) return <JsonTree value={value} />;
  return <PlainOutput text={typeof value === "string" ? value : JSON.stringify(value, null, 2)} />;
}

// One shown thing, which may be there in several forms: the richest first, the others by choice.
export function Bundle({ bundle, isResult, cell }) {
  const types = chosenTypes(bundle);
  const [chosen, setChosen] = useState(null);
  if (types.length === 0) return null;
  const type = types.includes(chosen) ? chosen : types[0];
  return (
    <div class={`bundle ${isResult ? "result" : "display"}`}>
      {types.length > 1 && (
        <select class="form-choice" aria-label="Shown as" value={type} onChange={(event) => setChosen(event.currentTarget.value)}>
          {types.map((each) => <option key={each} value={each}>{typeName(each)}</option>)}
        </select>
      )}
      <Value key={type} type={type} value={bundle[type]} cell={cell} />
    </div>
  );
}
