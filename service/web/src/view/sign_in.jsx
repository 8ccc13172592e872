import { useEffect, useRef, useState } from "preact/hooks";
import { signIn } from "../api/account.js";

export function SignIn() {
  const input = useRef(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => input.current?.focus(), []);

  async function submit(event) {
    event.preventDefault();
    const token = input.current.value.trim();
    if (!token) {
      setProblem("Enter the access token first.");
      return;
    }
    setBusy(true);
    try {
      await signIn(token);
    } catch (error) {
      setProblem(error.status === 401 ? "This token is not known here." : error.message);
      setBusy(false);
      input.current?.select();
    }
  }

  return (
    <main class="centred">
      <form class="card sign-in" onSubmit={submit}>
        <h1><span class="mark" aria-hidden="true" />Sign in to evald</h1>
        <label for="token">Access token</label>
        <input id="token" ref={input} type="password" autocomplete="current-password" spellcheck={false}
          aria-invalid={problem !== ""} aria-describedby={problem ? "sign-in-problem" : "sign-in-hint"} />
        {problem && <p id="sign-in-problem" class="problem" role="alert">{problem}</p>}
        <p id="sign-in-hint" class="hint">The server prints one when it starts, unless its configuration names others.</p>
        <button class="primary" disabled={isBusy}>{isBusy ? "Signing in…" : "Sign in"}</button>
      </form>
    </main>
  );
}
