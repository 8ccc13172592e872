import { useEffect, useState } from "preact/hooks";
import { account } from "../api/account.js";
import { getJson } from "../api/http.js";
import { Polled } from "../api/polled.js";
import { endSession } from "../api/runs.js";
import { agoText, countText } from "./figures.js";
import { KernelFigures } from "./kernel_figures.jsx";
import { ConfirmButton } from "./confirm_button.jsx";
import { TopBar } from "./top_bar.jsx";
import { useChanges, useClock, useLifetime } from "./use_changes.js";

const namePattern = "[A-Za-z0-9._\\-]{1,128}";

function activity(session) {
  if (session.running) return session.queued > 0 ? `running, ${session.queued} waiting` : "running";
  return session.queued > 0 ? `${session.queued} waiting` : "idle";
}

function SessionRow({ session, now, onEnded }) {
  const [problem, setProblem] = useState("");
  async function end() {
    try {
      await endSession(session.id);
    } catch (error) {
      setProblem(error.message);
    }
    onEnded();
  }
  return (
    <li class="card session-row">
      <a class="session-name" href={`#/s/${session.id}`}>{session.id}</a>
      <span class={`state ${session.running ? "busy" : "idle"}`}><span class="dot" aria-hidden="true" />{activity(session)}</span>
      <KernelFigures kernels={session.kernels} />
      <span class="muted ago" title={new Date(session.lastUsed).toLocaleString()}>{agoText(session.lastUsed, now)}</span>
      {account.can("eval") && (
        <ConfirmButton class="quiet" label="End" question="End it, with all its state?" about={`session ${session.id}`} onConfirm={end} />
      )}
      {problem && <p class="problem" role="alert">{problem}</p>}
    </li>
  );
}

function NewSession() {
  function open(event) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name").trim();
    if (name && name !== "." && name !== "..") location.hash = `#/s/${name}`;
  }
  return (
    <form class="new-session" onSubmit={open}>
      <label for="new-name">Open or begin a session</label>
      <input id="new-name" name="name" pattern={namePattern} required autocomplete="off" spellcheck={false}
        placeholder="name" title="1 to 128 of A-Z a-z 0-9 . _ -" />
      <button class="primary">Open</button>
    </form>
  );
}

export function SessionList() {
  const list = useLifetime(() => new Polled(() => getJson("/sessions"), 2000), []);
  const now = useClock(true);
  useChanges(list?.changes);
  useEffect(() => document.querySelector("h1")?.focus(), []);
  const sessions = [...(list?.value?.sessions ?? [])].sort((a, b) => b.lastUsed - a.lastUsed);
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="page-head">
          <h1 tabindex={-1}>Sessions</h1>
          {list?.value && <span class="muted">{countText(sessions.length, "session")}</span>}
          <span class="spring" />
          <NewSession />
        </div>
        {list?.problem && <p class="problem" role="alert">{list.problem.message}</p>}
        {list?.value && sessions.length === 0 && (
          <p class="empty">No session is there yet. A session begins when something runs in it, or when you open one here.</p>
        )}
        <ul class="plain-list">
          {sessions.map((session) => <SessionRow key={session.id} session={session} now={now} onEnded={() => void list.refresh()} />)}
        </ul>
      </main>
    </>
  );
}
