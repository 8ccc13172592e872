// What the page does to a session.
import { send, sessionPath } from "./http.js";

// Detached, so that closing the page, or losing the connection, cancels nothing.
export async function runCell(session, { language, code, timeout, reset }) {
  const cell = { language, code };
  if (timeout) cell.timeout = timeout;
  if (reset) cell.reset = true;
  const response = await send("POST", "/eval", { json: { session, cells: [cell], detach: true } });
  return response.json();
}

export const cancelRun = (run) => send("POST", `/runs/${encodeURIComponent(run)}/cancel`);
export const interrupt = (session) => send("POST", `${sessionPath(session)}/interrupt`);
export const endSession = (session) => send("DELETE", sessionPath(session));

// Takes its turn behind the runs that wait.
export const resetKernel = (session, language) =>
  send("POST", `${sessionPath(session)}/reset`, { json: { language: language === "python" ? "py" : "js" } });

// At once: what runs is cancelled first.
export async function restartKernel(session, language) {
  try {
    await interrupt(session);
  } catch (problem) {
    if (problem.status !== 409 && problem.status !== 404) throw problem;
  }
  await resetKernel(session, language);
}
