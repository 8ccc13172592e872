import { render } from "preact";
import { findOut } from "./api/account.js";
import { App } from "./view/app.jsx";
import { applyTheme, remembered } from "./view/preferences.js";

applyTheme(remembered("theme", "auto"));
void findOut();
render(<App />, document.getElementById("app"));
