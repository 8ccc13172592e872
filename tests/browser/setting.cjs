// What most tests stand on: one server and one browser for a file, a fresh profile for each test.
const { after, before } = require("node:test");
const { launch, noteFaults } = require("./browser.cjs");
const { Server, token } = require("./server.cjs");

const patience = 120_000; // processors are few and shared where this runs

function setting(options) {
  const stage = { server: null, browser: null };
  before(async () => {
    [stage.server, stage.browser] = await Promise.all([new Server(options).start(), launch()]);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });

  // A page in a profile of its own. `faults` fills with what must not happen.
  stage.open = async (context, { address = stage.server.url, path = "/", ...more } = {}) => {
    const profile = await stage.browser.newContext({ viewport: { width: 1280, height: 900 }, ...more });
    context.after(() => profile.close());
    const page = await profile.newPage();
    page.setDefaultTimeout(patience);
    const faults = noteFaults(page, address);
    await page.goto(address + path);
    return { page, profile, faults };
  };

  stage.signIn = async (context, session, more = {}) => {
    const opened = await stage.open(context, { path: `/#token=${token}`, ...more });
    await opened.page.getByRole("heading", { name: "Sessions" }).waitFor();
    if (session) await enter(opened.page, session);
    return opened;
  };
  return stage;
}

async function enter(page, session) {
  await page.evaluate((name) => { location.hash = `#/s/${name}`; }, session);
  await connected(page);
}

const connected = (page) => page.locator(".connection.live").waitFor();

// Types a cell and runs it as one does.
async function send(page, code) {
  const editor = page.getByRole("textbox", { name: "Code of a new cell" });
  await editor.fill(code);
  await editor.press("Shift+Enter");
}

// The cell that counts from the end, once it has this status.
async function cellWith(page, status, text = "") {
  const cell = page.locator(".cell", { has: page.locator(`.status.${status}`), hasText: text }).last();
  try {
    await cell.waitFor();
  } catch (fault) {
    fault.message += `\nThe page shows: ${await page.locator("body").innerText()}`;
    throw fault;
  }
  return cell;
}

module.exports = { cellWith, connected, enter, patience, send, setting, token };
