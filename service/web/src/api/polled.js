// Asks for something again and again while the page is shown. `value` is the last answer, `problem` what went wrong since.
import { Changes } from "../model/changes.js";

export class Polled {
  changes = new Changes();
  value = null;
  problem = null;
  #ask;
  #every;
  #timer = 0;
  #isStopped = false;
  #serial = 0;

  constructor(ask, every) {
    this.#ask = ask;
    this.#every = every;
    this.onShown = () => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    document.addEventListener("visibilitychange", this.onShown);
    void this.refresh();
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.onShown);
  }

  // An answer that is overtaken by a later question is dropped.
  async refresh() {
    clearTimeout(this.#timer);
    const serial = ++this.#serial;
    let value = null, problem = null;
    try {
      value = await this.#ask();
    } catch (error) {
      problem = error;
    }
    if (this.#isStopped || serial !== this.#serial) return;
    if (!problem) this.value = value;
    this.problem = problem;
    this.changes.touch();
    if (document.visibilityState === "visible") this.#timer = setTimeout(() => void this.refresh(), this.#every);
  }
}
