// Who gets in, how, and how one gets out again.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Server } = require("./server.cjs");
const { setting, token } = require("./setting.cjs");

const stage = setting();

test("a stranger sees nothing but the way in", async (context) => {
  await stage.server.run("secret-name", "1");
  const { page, faults } = await stage.open(context, { path: "/#/s/secret-name" });
  await page.getByLabel("Access token").waitFor();
  assert.equal(await page.getByText("secret-name").count(), 0);
  assert.deepEqual(faults, []);
});

test("a wrong token is refused with a word, a good one lets in", async (context) => {
  const { page, profile, faults } = await stage.open(context);
  await page.getByLabel("Access token").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: "not known" }).waitFor();
  await page.getByLabel("Access token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  const cookies = await profile.cookies();
  const login = cookies.find((cookie) => cookie.name === "evald_session");
  assert.equal(login.httpOnly, true);
  assert.equal(login.sameSite, "Strict");
  assert.ok(!cookies.some((cookie) => cookie.value.includes(token)));
  assert.equal(await page.evaluate(() => document.cookie.includes("evald_session")), false);
  assert.deepEqual(faults, []);
});

test("where cells are not confined, the page says so to those who are signed in", async (context) => {
  for (const mode of ["none", "auto"]) {
    const server = await new Server({ config: { sandbox: { mode } } }).start();
    context.after(() => server.stop());
    const { page } = await stage.open(context, { address: server.url });
    await page.getByLabel("Access token").waitFor();
    const warning = page.getByRole("note").filter({ hasText: "Cells run with the rights of the server" });
    assert.equal(await warning.count(), 0);
    const told = page.waitForResponse(`${server.url}/healthz`);
    await page.getByLabel("Access token").fill(token);
    await page.keyboard.press("Enter");
    await (await told).finished();
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    if (mode === "none") await warning.waitFor();
    else assert.equal(await warning.count(), 0);
  }
});

test("the token of the printed address is used once and leaves the address", async (context) => {
  const { page } = await stage.open(context, { path: `/#token=${token}` });
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  assert.equal(await page.evaluate(() => location.hash), "");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!kept.includes(token));
});

test("the printed address works in a page that is open already", async (context) => {
  const { page } = await stage.open(context);
  await page.getByLabel("Access token").waitFor();
  await page.goto(`${stage.server.url}/#token=${token}`);
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
});

test("whoever signs out is out, with the old cookie, too", async (context) => {
  const { page, profile } = await stage.signIn(context);
  const cookies = await profile.cookies();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Access token").waitFor();
  await profile.addCookies(cookies);
  const status = await page.evaluate(async () => (await fetch("/sessions")).status);
  assert.equal(status, 401);
});

test("the cookie alone changes nothing: the page's own token must come along", async (context) => {
  const { page } = await stage.signIn(context);
  const statuses = await page.evaluate(async () => {
    const body = JSON.stringify({ session: "forged", cells: [{ language: "py", code: "1" }] });
    const post = async (headers) => (await fetch("/eval", { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } })).status;
    return [await post({}), await post({ "X-CSRF-Token": "guess" })];
  });
  assert.deepEqual(statuses, [403, 403]);
});

test("the document may run nothing but its own files and is framed by nobody", async () => {
  const response = await fetch(`${stage.server.url}/`);
  const policy = response.headers.get("content-security-policy");
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part);
  assert.ok(!/unsafe|https?:|\*/.test(policy));
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  const html = await response.text();
  assert.ok(!/<script(?![^>]*\ssrc=)|\son[a-z]+=|style=/.test(html));
});
