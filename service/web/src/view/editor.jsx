import { useEffect, useState } from "preact/hooks";
import { runCell } from "../api/runs.js";
import { announce } from "./announcer.js";
import { draft } from "./draft.js";
import { useHistory, handleKey } from "./editor_keys.js";
import { highlighted } from "./highlight.js";
import { remember, remembered } from "./preferences.js";
import { useChanges } from "./use_changes.js";

function LanguageChoice({ language, onChoose }) {
  return (
    <fieldset class="languages">
      <legend class="unseen">Language</legend>
      {[["python", "Python"], ["js", "JavaScript"]].map(([id, name]) => (
        <label key={id} class={language === id ? "chosen" : ""}>
          <input type="radio" name="language" value={id} checked={language === id} onChange={() => onChoose(id)} />{name}
        </label>
      ))}
    </fieldset>
  );
}

// A text area over the same text in colours. The area is what is read, edited and searched; the colours are for eyes only.
function CodeArea({ language, code, onInput, onKeyDown }) {
  const html = highlighted(language, code) ?? "";
  return (
    <div class="code-area">
      <pre aria-hidden="true"><code class={html ? "" : "plain"} dangerouslySetInnerHTML={{ __html: `${html}\n` }} /></pre>
      <textarea id="editor" class={html || !code ? "" : "plain"} aria-label="Code of a new cell" aria-describedby="editor-hint"
        value={code} spellcheck={false} autocapitalize="off" autocomplete="off" rows={1} onInput={onInput} onKeyDown={onKeyDown}
        placeholder={language === "python" ? "Python: Shift+Enter runs it" : "JavaScript: Shift+Enter runs it"} />
    </div>
  );
}

// Cells go one after the other, in the order in which they were sent off.
let sent = Promise.resolve();
function sendOff(session, { language, code, timeout }) {
  const sending = sent.then(() => runCell(session, { language: language === "python" ? "py" : "js", code, timeout }));
  sent = sending.catch(() => {});
  return sending;
}

export function Editor({ session }) {
  useChanges(draft.changes);
  const [problem, setProblem] = useState("");
  const history = useHistory();
  const { language, code, limit } = draft;
  useEffect(() => draft.set({ language: remembered("language", "python") }), []);

  const edit = (text) => draft.set({ code: text });
  function choose(id) {
    draft.set({ language: id });
    remember("language", id);
  }
  async function run() {
    const cell = draft.cut();
    if (!cell) return;
    history.add(cell.code);
    setProblem("");
    try {
      await sendOff(session, cell);
      announce("The cell was sent");
    } catch (error) {
      setProblem(error.message + (draft.giveBack(cell) ? "" : " Alt+↑ brings the cell back."));
    }
  }
  return (
    <form class="editor card" aria-label="New cell" onSubmit={(event) => { event.preventDefault(); void run(); }}>
      <CodeArea language={language} code={code} onInput={(event) => edit(event.currentTarget.value)}
        onKeyDown={(event) => handleKey(event, { edit, run, history })} />
      {problem && <p class="problem" role="alert">{problem}</p>}
      <div class="editor-foot">
        <LanguageChoice language={language} onChoose={choose} />
        <label class="timeout">Limit <input type="number" min={1} max={86400} placeholder="30" value={limit}
          onInput={(event) => draft.set({ limit: event.currentTarget.value })} /> s</label>
        <span id="editor-hint" class="hint wide-only">Shift+Enter runs, Alt+↑ brings back, Esc then Tab leaves</span>
        <span class="spring" />
        <button class="primary" disabled={code.trim() === ""}>Run</button>
      </div>
    </form>
  );
}
