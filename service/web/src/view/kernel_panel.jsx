import { useState } from "preact/hooks";
import { account } from "../api/account.js";
import { cancelRun, endSession, interrupt, resetKernel, restartKernel } from "../api/runs.js";
import { announce } from "./announcer.js";
import { ConfirmButton } from "./confirm_button.jsx";
import { bytesText, countText, languageName } from "./figures.js";

function KernelRow({ kernel, act, session }) {
  const name = languageName(kernel.language);
  return (
    <li class="kernel-row">
      <span class={`state ${kernel.state}`}><span class="dot" aria-hidden="true" /><strong>{name}</strong></span>
      <span class="muted">{kernel.state}</span>
      <dl>
        <div><dt>Memory</dt><dd>{bytesText(kernel.rss)}</dd></div>
        <div><dt>Cells run</dt><dd>{kernel.executionCount}</dd></div>
        <div><dt>Process</dt><dd>{kernel.pid}</dd></div>
      </dl>
      {account.can("eval") && (
        <div class="buttons">
          <ConfirmButton class="small" label="Reset" about={`the ${name} kernel`}
            question="All its names are lost. Runs that wait come first." onConfirm={() => act(`${name} was reset`, () => resetKernel(session, kernel.language))} />
          <ConfirmButton class="small" label="Restart" about={`the ${name} kernel`}
            question="What runs is cancelled, and all its names are lost." onConfirm={() => act(`${name} was restarted`, () => restartKernel(session, kernel.language))} />
        </div>
      )}
    </li>
  );
}

function Queue({ notebook, act }) {
  if (notebook.queue.length === 0) return null;
  return (
    <p class="queue">
      {countText(notebook.queue.length, "run")} waiting{" "}
      {account.can("eval") && (
        <button class="small" onClick={() => act("The waiting runs were cancelled", () => Promise.all(notebook.queue.map(cancelRun)))}>
          Cancel {notebook.queue.length === 1 ? "it" : "them"}
        </button>
      )}
    </p>
  );
}

export function KernelPanel({ session, notebook, figures }) {
  const [problem, setProblem] = useState("");
  const kernels = figures.value?.kernels ?? [];
  async function act(done, deed) {
    setProblem("");
    try {
      await deed();
      announce(done);
    } catch (error) {
      setProblem(error.message);
    }
    void figures.refresh();
  }
  async function end() {
    await act("The session was ended", () => endSession(session));
    location.hash = "#/";
  }
  return (
    <section class="card" aria-labelledby="kernels-title">
      <h2 id="kernels-title">Kernels</h2>
      {account.can("eval") && (
        <button class="wide" disabled={!notebook.running} onClick={() => act("Interrupted", () => interrupt(session))}>Interrupt</button>
      )}
      {kernels.length === 0 && <p class="muted">None is there; the first cell starts one.</p>}
      <ul class="plain-list">{kernels.map((kernel) => <KernelRow key={kernel.language} kernel={kernel} act={act} session={session} />)}</ul>
      <Queue notebook={notebook} act={act} />
      {problem && <p class="problem" role="alert">{problem}</p>}
      {account.can("eval") && (
        <ConfirmButton class="small quiet" label="End session" about={session}
          question="Its runs are cancelled; kernels, files and artifacts are deleted." onConfirm={end} />
      )}
    </section>
  );
}
