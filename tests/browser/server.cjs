// Starts and stops the built server: any free port, a folder of its own.
const { spawn } = require("node:child_process");
const { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, openSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { until } = require("./until.cjs");

const root = resolve(__dirname, "../..");
const token = "browser-test-token-0123456789";

function binary() {
  return process.env.EVALD_BINARY ?? process.env.EVALD_TEST_BIN ?? join(root, "build/dev/evald");
}

// The environment without what would change the server's behaviour or a kernel's.
function cleanEnvironment() {
  const dropped = /^(EVALD_|EVAL_|PYTHON|VIRTUAL_ENV|CONDA_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)));
}

class Server {
  constructor({ port = 0, config = {}, withToken = true } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "evald-browser-"));
    chmodSync(this.folder, 0o711); // sessions' users pass through it
    this.withToken = withToken;
    const base = { server: { host: "127.0.0.1", port }, data: join(this.folder, "data"), ...config };
    if (existsSync("/usr/bin/python3")) base.python = { interpreter: "/usr/bin/python3" };
    this.configPath = join(this.folder, "evald.json");
    writeFileSync(this.configPath, JSON.stringify(base));
    this.logPath = join(this.folder, "log");
  }

  async start() {
    const log = openSync(this.logPath, "a");
    const environment = cleanEnvironment();
    if (this.withToken) environment.EVALD_TOKEN = token;
    const from = this.log().length;
    this.process = spawn(binary(), ["serve", "--config", this.configPath], { stdio: ["ignore", log, log], env: environment });
    const line = await until(() => /listening on (http:\/\/[0-9.]+:([0-9]+))/.exec(this.log().slice(from)), "the start line");
    this.url = line[1];
    this.port = Number(line[2]);
    await until(async () => (await fetch(`${this.url}/readyz`).catch(() => null))?.status === 200, "the server's readiness");
    return this;
  }

  log() {
    return existsSync(this.logPath) ? readFileSync(this.logPath, "utf8") : "";
  }

  // As an agent would call it, with the token.
  async call(method, path, body) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  }

  async run(session, code, more = {}) {
    const answer = await this.call("POST", "/eval", { session, cells: [{ language: "py", code }], ...more });
    if (answer.status >= 300) throw new Error(`POST /eval: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async end() {
    if (this.process?.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(timer);
  }

  async stop() {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

module.exports = { Server, token };
