// What stands in the editor, so that a cell's code can be put there from elsewhere. It is the truth of the moment: what is
// drawn of it is up to a frame old, so whoever acts on a key reads it here.
import { Changes } from "../model/changes.js";

export const draft = {
  changes: new Changes(),
  language: "python",
  code: "",
  limit: "", // seconds, as typed
  set(change) {
    Object.assign(this, change);
    this.changes.touch();
  },
  take(language, code) {
    this.set({ language, code });
    document.getElementById("editor")?.focus();
  },
  // What is to be run, or null; the editor is empty then, so that the next cell can be typed at once.
  cut() {
    if (this.code.trim() === "") return null;
    const { language, code, limit } = this;
    this.set({ code: "" });
    return { language, code, timeout: Number(limit) || 0 };
  },
  // Back to where it was, unless something has been typed there meanwhile. Says whether it is there.
  giveBack(cell) {
    if (this.code !== "") return false;
    this.set({ language: cell.language, code: cell.code });
    return true;
  },
};
