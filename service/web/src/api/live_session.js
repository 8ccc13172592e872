// Keeps a notebook up to date over a WebSocket: watches its session, and when the connection goes, connects again and
// asks for what came meanwhile. `state` is what the page shows of it: connecting, live, waiting or stopped.
import { Changes } from "../model/changes.js";
import { account, findOut } from "./account.js";

const firstDelay = 500;
const longestDelay = 10_000;
const pingEvery = 15_000;
const silentFor = 40_000;

export class LiveSession {
  changes = new Changes();
  state = "connecting";
  retryAt = 0;
  #notebook;
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #pinger = 0;
  #heardAt = 0;
  #isReplayed = false;    // the watch that is on began at 0
  #ignoresAbove = null;   // numbers of the watch before it, which may still be on their way

  constructor(notebook) {
    this.#notebook = notebook;
    this.wake = () => {
      if (this.state === "waiting" && document.visibilityState === "visible") this.#connect();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  stop() {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.#become("stopped");
    clearTimeout(this.#timer);
    this.#drop();
  }

  // All again from the start: the session is not the one that it was.
  replay() {
    this.#notebook.clear();
    this.#watch(0);
  }

  #become(state) {
    this.state = state;
    this.changes.touch();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#become("connecting");
    const address = new URL(`/eval/stream?session=${encodeURIComponent(this.#notebook.session)}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address, ["evald.v1"]);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (message) => this.#heard(message.data);
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #opened(socket) {
    this.#ignoresAbove = null;
    this.#heardAt = Date.now();
    this.#watch(this.#notebook.lastSeq);
    this.#pinger = setInterval(() => {
      if (Date.now() - this.#heardAt > silentFor) this.#lost();
      else socket.send('{"type":"ping"}');
    }, pingEvery);
  }

  #watch(since) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#isReplayed = since === 0;
    this.#socket.send(JSON.stringify({ type: "watch", session: this.#notebook.session, since }));
    this.#socket.send('{"type":"ping"}'); // its answer tells that the watch is on, even when nothing happens
  }

  #heard(text) {
    this.#heardAt = Date.now();
    const message = JSON.parse(text);
    if (this.state !== "live") {
      this.#attempts = 0;
      this.#become("live");
    }
    if (message.type === "pong" || message.type === "accepted") return;
    if (message.type === "error" && message.problem) {
      this.#notebook.notice = { run: null, text: message.problem.detail };
      this.#notebook.changes.touch();
      return;
    }
    if (this.#belongs(message)) this.#notebook.apply(message);
  }

  #belongs(event) {
    if (this.#ignoresAbove !== null && event.type !== "gap" && event.seq > this.#ignoresAbove) return false;
    this.#ignoresAbove = null;
    const { epoch, lastSeq } = this.#notebook;
    if (epoch && event.epoch && event.epoch !== epoch) return this.#beginAnew(event);
    return event.type === "gap" || !event.seq || event.seq > lastSeq;
  }

  // Another epoch means another session of the same name: then everything is asked for from its start.
  #beginAnew(event) {
    this.#notebook.clear();
    if (this.#isReplayed || event.type === "gap") return true; // behind such a gap comes all that is kept
    this.#watch(0);
    this.#ignoresAbove = event.seq;
    return false;
  }

  #lost() {
    this.#drop();
    if (this.state === "stopped") return;
    const delay = Math.min(longestDelay, firstDelay * 2 ** this.#attempts) * (0.7 + Math.random() * 0.6);
    ++this.#attempts;
    this.retryAt = Date.now() + delay;
    this.#timer = setTimeout(() => this.#connect(), delay);
    this.#become("waiting");
    // Why a handshake failed is not told to pages. When the login has ended, trying again is of no use.
    if (this.#attempts > 1 && account.state === "signedIn") void this.#checkLogin();
  }

  async #checkLogin() {
    const answer = await fetch("/login", { credentials: "same-origin", cache: "no-store" }).catch(() => null);
    if (answer?.status === 401) void findOut();
  }

  #drop() {
    clearInterval(this.#pinger);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
