import { useState } from "preact/hooks";
import { account, signOut } from "../api/account.js";
import { applyTheme, remember, remembered } from "./preferences.js";

const themes = ["auto", "light", "dark"];

function ThemeButton() {
  const [theme, setTheme] = useState(remembered("theme", "auto"));
  function next() {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length];
    applyTheme(following);
    remember("theme", following);
    setTheme(following);
  }
  return (
    <button class="quiet" onClick={next} aria-label={`Theme: ${theme}`} title="Colours: as the system, light, dark">
      <span aria-hidden="true">◐</span>{theme}
    </button>
  );
}

// `children` stand between the brand and the account: where one is, and the state of the connection.
export function TopBar({ children }) {
  return (
    <header class="top-bar">
      <a class="brand" href="#/" aria-label="evald: all sessions"><span class="mark" aria-hidden="true" /><span class="wide-only">evald</span></a>
      {children}
      <span class="spring" />
      <ThemeButton />
      {account.principal && (
        <button class="quiet" onClick={() => void signOut()} title={`Signed in as ${account.principal}`}>Sign out</button>
      )}
    </header>
  );
}
