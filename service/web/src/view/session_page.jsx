import { useEffect, useState } from "preact/hooks";
import { account } from "../api/account.js";
import { getJson, sessionPath } from "../api/http.js";
import { LiveSession } from "../api/live_session.js";
import { Polled } from "../api/polled.js";
import { Notebook } from "../model/notebook.js";
import { CellList } from "./cell_list.jsx";
import { ConnectionState } from "./connection_state.jsx";
import { Editor } from "./editor.jsx";
import { FilePanel } from "./file_panel.jsx";
import { KernelPanel } from "./kernel_panel.jsx";
import { TopBar } from "./top_bar.jsx";
import { useChanges, useLifetime } from "./use_changes.js";

// The session's figures, or null when there is none of this name (any more).
async function askFor(id) {
  try {
    return await getJson(sessionPath(id));
  } catch (problem) {
    if (problem.status === 404) return null;
    throw problem;
  }
}

class Watched {
  constructor(id) {
    this.notebook = new Notebook(id);
    this.live = new LiveSession(this.notebook);
  }
  stop() {
    this.live.stop();
  }
}

function Ended({ id, onBegin }) {
  return (
    <div class="centred">
      <h1>{id}</h1>
      <p>This session has ended.</p>
      <p class="buttons">
        <a class="button" href="#/">All sessions</a>
        <button class="primary" onClick={onBegin}>Begin it again</button>
      </p>
    </div>
  );
}

function Notebooks({ id, watched, figures }) {
  const { notebook, live } = watched;
  useChanges(notebook.changes);
  // The figures tell of another session by this name before its first event does.
  useEffect(() => {
    const epoch = figures.value?.epoch;
    if (epoch && notebook.epoch && epoch !== notebook.epoch) live.replay();
  }, [figures.value?.epoch]);
  useEffect(() => {
    if (notebook.kernelChanges > 0 || notebook.running) void figures.refresh();
  }, [notebook.kernelChanges, notebook.running]);
  return (
    <div class="session">
      <main class="notebook" aria-label={`Session ${id}`}>
        <h1 class="unseen">{id}</h1>
        <CellList notebook={notebook} />
        {account.can("eval") && <Editor session={id} notebook={notebook} />}
      </main>
      <aside class="side" aria-label="The session's kernels and files">
        <KernelPanel session={id} notebook={notebook} figures={figures} />
        <FilePanel session={id} notebook={notebook} />
      </aside>
    </div>
  );
}

export function SessionPage({ id }) {
  const [serial, setSerial] = useState(0);
  const watched = useLifetime(() => new Watched(id), [id, serial]);
  const figures = useLifetime(() => new Polled(() => askFor(id), 3000), [id, serial]);
  useChanges(figures?.changes);
  // The watch makes the session; gone afterwards, it has been ended, and to watch on would make it anew.
  const [wasThere, setWasThere] = useState(false);
  useEffect(() => {
    if (figures?.value) setWasThere(true);
  }, [figures?.value]);
  const hasEnded = wasThere && figures && figures.value === null && !figures.problem;
  useEffect(() => {
    if (hasEnded) watched?.stop();
  }, [hasEnded]);
  function begin() {
    setWasThere(false);
    setSerial(serial + 1);
  }
  return (
    <>
      <TopBar>
        <span class="where" aria-hidden="true">{id}</span>
        {watched && !hasEnded && <ConnectionState live={watched.live} />}
      </TopBar>
      {hasEnded && <Ended id={id} onBegin={begin} />}
      {watched && figures && !hasEnded && <Notebooks id={id} watched={watched} figures={figures} />}
    </>
  );
}
