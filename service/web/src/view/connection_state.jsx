import { useEffect } from "preact/hooks";
import { announce } from "./announcer.js";
import { useChanges, useClock } from "./use_changes.js";

function text(live, now) {
  if (live.state === "live") return "live";
  if (live.state === "waiting") return `reconnecting in ${Math.max(1, Math.ceil((live.retryAt - now) / 1000))} s`;
  return live.state === "stopped" ? "stopped" : "connecting";
}

export function ConnectionState({ live }) {
  useChanges(live.changes);
  const now = useClock(live.state === "waiting", 500);
  useEffect(() => {
    if (live.state === "live") announce("Connected");
    if (live.state === "waiting") announce("Connection lost, reconnecting");
  }, [live.state]);
  return (
    <span class={`connection ${live.state}`} title="The connection to the service">
      <span class="dot" aria-hidden="true" />{text(live, now)}
    </span>
  );
}
