// What stands in the editor, so that a cell's code can be put there from elsewhere.
import { Changes } from "../model/changes.js";

export const draft = {
  changes: new Changes(),
  language: "python",
  code: "",
  take(language, code) {
    this.language = language;
    this.code = code;
    this.changes.touch();
    document.getElementById("editor")?.focus();
  },
};
