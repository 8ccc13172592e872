import { useEffect, useRef, useState } from "preact/hooks";
import { account } from "../api/account.js";
import { filePath, listFolder, removeFile, upload } from "../api/files.js";
import { announce } from "./announcer.js";
import { ConfirmButton } from "./confirm_button.jsx";
import { bytesText } from "./figures.js";
import { useChanges } from "./use_changes.js";

const joined = (folder, name) => (folder === "" ? name : `${folder}/${name}`);

function Entry({ session, folder, entry, onOpen, onRemove }) {
  const path = joined(folder, entry.name);
  return (
    <li class="file">
      {entry.type === "folder"
        ? <button class="link" onClick={() => onOpen(path)}>{entry.name}/</button>
        : <a href={filePath(session, path)} download={entry.name}>{entry.name}</a>}
      <span class="muted">{entry.bytes !== undefined && entry.type === "file" ? bytesText(entry.bytes) : ""}</span>
      {account.can("eval") && (
        <ConfirmButton class="small quiet" label="Delete" about={path} question="It is gone then." onConfirm={() => onRemove(path)} />
      )}
    </li>
  );
}

function Way({ folder, onOpen }) {
  if (folder === "") return null;
  const parent = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
  return <p class="way"><button class="link" onClick={() => onOpen(parent)}>up</button> <span>{folder}/</span></p>;
}

// Stands there only if the service has the routes for it.
export function FilePanel({ session, notebook }) {
  const [folder, setFolder] = useState("");
  const [entries, setEntries] = useState(null);
  const [problem, setProblem] = useState("");
  const chooser = useRef(null);
  const asked = useRef(0);
  useChanges(notebook.changes);

  // Of several answers under way the last one asked for counts: another may be of a folder that was left.
  async function refresh() {
    const turn = ++asked.current;
    try {
      const list = await listFolder(session, folder);
      if (turn === asked.current) setEntries(list);
    } catch (error) {
      if (turn === asked.current) setProblem(error.message);
    }
  }
  // Cells write files: the list is asked for anew when a run has ended.
  useEffect(() => {
    void refresh();
  }, [folder, notebook.ended]);

  async function act(done, deed) {
    setProblem("");
    try {
      await deed();
      announce(done);
    } catch (error) {
      setProblem(error.message);
    }
    await refresh();
  }
  const send = (files) => act("Uploaded", async () => {
    for (const file of files) await upload(session, joined(folder, file.name), file);
  });
  function drop(event) {
    event.preventDefault();
    if (account.can("eval")) void send([...event.dataTransfer.files]);
  }

  if (entries === null) return problem ? <p class="problem" role="alert">{problem}</p> : null;
  return (
    <section class="card files" aria-labelledby="files-title" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h2 id="files-title">Files</h2>
      <Way folder={folder} onOpen={setFolder} />
      {entries.length === 0 && <p class="muted">Nothing is here.</p>}
      <ul class="plain-list">
        {entries.map((entry) => (
          <Entry key={entry.name} session={session} folder={folder} entry={entry} onOpen={setFolder}
            onRemove={(path) => act("Deleted", () => removeFile(session, path))} />
        ))}
      </ul>
      {problem && <p class="problem" role="alert">{problem}</p>}
      {account.can("eval") && (
        <>
          <input ref={chooser} id="upload" class="unseen" type="file" multiple tabindex={-1} aria-label="Files to upload"
            onChange={(event) => { void send([...event.currentTarget.files]); event.currentTarget.value = ""; }} />
          <button class="wide" onClick={() => chooser.current.click()}>Upload…</button>
        </>
      )}
    </section>
  );
}
