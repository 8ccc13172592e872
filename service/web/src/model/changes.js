// Something that changes and is listened to. However often it changes, listeners are called at most once a frame: a
// cell that prints ten thousand times a second costs one drawing, not ten thousand.
const waiting = new Set();
let isScheduled = false;

function flush() {
  isScheduled = false;
  const sources = [...waiting];
  waiting.clear();
  for (const source of sources) source.tell();
}

function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  // A page that is not shown gets no frames; it is kept up to date all the same, so that titles and notices are right.
  if (document.visibilityState === "visible") requestAnimationFrame(flush);
  else setTimeout(flush, 250);
}

document.addEventListener("visibilitychange", () => {
  if (waiting.size > 0) flush();
});

export class Changes {
  version = 0;
  #listeners = new Set();

  touch() {
    ++this.version;
    if (this.#listeners.size === 0) return;
    waiting.add(this);
    schedule();
  }

  tell() {
    for (const listener of [...this.#listeners]) listener();
  }

  // Returns what ends the listening.
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
