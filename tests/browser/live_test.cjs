// What runs is seen while it runs, by everybody who watches, and across a connection that breaks.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { BreakableRoad } = require("./breakable_road.cjs");
const { cellWith, connected, enter, send, setting } = require("./setting.cjs");
const { until } = require("./until.cjs");

const stage = setting();
const slow = "import time\nfor i in range(200):\n    print('tick', i, flush=True)\n    time.sleep(0.1)\nprint('the end')";

test("output shows while the cell runs", async (context) => {
  const { page, faults } = await stage.signIn(context, "live");
  await send(page, slow);
  const cell = await cellWith(page, "running", "tick 3");
  assert.match(await cell.textContent(), /Python/);
  await page.getByRole("button", { name: "Interrupt" }).first().click();
  await cellWith(page, "cancelled");
  assert.deepEqual(faults, []);
});

test("an interrupted cell keeps its names, and the next one goes on with them", async (context) => {
  const { page } = await stage.signIn(context, "interrupt");
  await send(page, "kept = 41\nimport time\nprint('on', flush=True)\ntime.sleep(600)");
  await cellWith(page, "running", "on");
  await page.locator(".cell").getByRole("button", { name: "Interrupt" }).click();
  await cellWith(page, "cancelled");
  await send(page, "print('then', kept + 1)");
  await cellWith(page, "done", "then 42");
});

test("both languages run from the editor", async (context) => {
  const { page } = await stage.signIn(context, "languages");
  await page.getByRole("radio", { name: "JavaScript" }).check();
  await send(page, "console.log('six by seven', 6 * 7)");
  await cellWith(page, "done", "six by seven 42");
  assert.equal(await page.locator(".cell.js").count(), 1);
});

test("two watchers see the same, and what an agent runs", async (context) => {
  const [first, second] = [await stage.signIn(context, "shared"), await stage.signIn(context, "shared")];
  await stage.server.run("shared", "print('from an agent')");
  await send(first.page, "print('from a person')");
  for (const { page } of [first, second]) {
    await cellWith(page, "done", "from an agent");
    await cellWith(page, "done", "from a person");
    assert.equal(await page.locator(".cell").count(), 2);
  }
});

test("many short cells are all seen to their end", async (context) => {
  const { page } = await stage.signIn(context, "many");
  for (let i = 0; i < 30; ++i) await stage.server.run("many", `print('number', ${i})`);
  await cellWith(page, "done", "number 29");
  await until(async () => (await page.locator(".cell .status.done").count()) === 30, "all of them");
});

test("closing the page cancels nothing", async (context) => {
  const { page } = await stage.signIn(context, "left");
  await send(page, "import time\nprint('begun', flush=True)\ntime.sleep(2)\nprint('finished')");
  await cellWith(page, "running", "begun");
  await page.close();
  const later = await stage.signIn(context, "left");
  await cellWith(later.page, "done", "finished");
});

test("a connection that breaks comes back, and nothing is missing or twice", async (context) => {
  const road = await new BreakableRoad(stage.server.port).open();
  context.after(() => road.close());
  const { page, faults } = await stage.signIn(context, "broken", { address: road.url });
  await send(page, "import time\nfor i in range(60):\n    print('step', i, flush=True)\n    time.sleep(0.1)");
  await cellWith(page, "running", "step 5");
  road.block();
  await page.locator(".connection.waiting").waitFor();
  road.unblock();
  await connected(page);
  const cell = await cellWith(page, "done", "step 59");
  const steps = (await cell.locator(".text-output").allTextContents()).join("").match(/step \d+/g);
  assert.deepEqual(steps, Array.from({ length: 60 }, (_, i) => `step ${i}`));
  assert.deepEqual(faults, []);
});

test("a session that begins anew under its name shows as the new one", async (context) => {
  const { page } = await stage.signIn(context, "again");
  await send(page, "print('before')");
  await cellWith(page, "done", "before");
  await stage.server.call("DELETE", "/sessions/again");
  await page.getByText("This session has ended").waitFor();
  await page.getByRole("button", { name: "Begin it again" }).click();
  await connected(page);
  await send(page, "print('after')");
  await cellWith(page, "done", "after");
  assert.equal(await page.getByText("before").count(), 0);
});

test("the list tells of sessions as they come and of what they do", async (context) => {
  const { page } = await stage.signIn(context);
  await stage.server.run("newcomer", "import time\ntime.sleep(600)", { detach: true });
  const row = page.locator(".session-row", { hasText: "newcomer" });
  await row.getByText("running").waitFor();
  await row.getByText("busy").waitFor();
  assert.match(await row.textContent(), /\d (kB|MB)/);
  await enter(page, "newcomer");
  await cellWith(page, "running");
  await stage.server.call("POST", "/sessions/newcomer/interrupt");
});

test("a kernel is reset and restarted from the page", async (context) => {
  const { page } = await stage.signIn(context, "kernels");
  await send(page, "mine = 1");
  await cellWith(page, "done");
  await page.getByRole("button", { name: "Reset the Python kernel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await until(async () => (await stage.server.call("GET", "/sessions/kernels")).body.kernels.length === 0, "the reset");
  await send(page, "print('mine' in globals())");
  await cellWith(page, "done", "False");
});
