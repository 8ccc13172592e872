import { useEffect, useState } from "preact/hooks";
import { account, findOut } from "../api/account.js";
import { announcer } from "./announcer.js";
import { SessionList } from "./session_list.jsx";
import { SessionPage } from "./session_page.jsx";
import { SignIn } from "./sign_in.jsx";
import { useChanges } from "./use_changes.js";

// "#/s/NAME" is a session, everything else the list of them.
function sessionOfAddress() {
  const found = /^#\/s\/([A-Za-z0-9._-]{1,128})$/.exec(location.hash);
  return found ? found[1] : null;
}

function useRoute() {
  const [session, setSession] = useState(sessionOfAddress());
  useEffect(() => {
    const follow = () => setSession(sessionOfAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return session;
}

function Announcer() {
  useChanges(announcer.changes);
  return <div class="unseen" role="status" aria-live="polite">{announcer.text}</div>;
}

function Unreachable() {
  return (
    <main class="centred">
      <h1>The service does not answer</h1>
      <p>It may be restarting.</p>
      <button class="primary" onClick={() => void findOut()}>Try again</button>
    </main>
  );
}

function Content() {
  const session = useRoute();
  useEffect(() => {
    document.title = session ? `${session} – evald` : "evald";
  }, [session]);
  if (account.state === "asking") return <main class="centred" aria-busy="true"><p>Connecting…</p></main>;
  if (account.state === "unreachable") return <Unreachable />;
  if (account.state === "signedOut") return <SignIn />;
  return session ? <SessionPage key={session} id={session} /> : <SessionList />;
}

export function App() {
  useChanges(account.changes);
  return (
    <>
      {account.state === "signedIn" && account.warning && <p class="warning" role="note">{account.warning}</p>}
      <Content />
      <Announcer />
    </>
  );
}
