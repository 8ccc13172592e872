// What is typed and sent off is what runs, however quick the hands, and nothing that was typed is lost.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { cellWith, send, setting } = require("./setting.cjs");

const stage = setting();
const editorOf = (page) => page.getByRole("textbox", { name: "Code of a new cell" });

// Types each text and presses Shift+Enter, all of it before the page has drawn anything.
const sendAtOnce = (page, ...codes) =>
  editorOf(page).evaluate((area, texts) => {
    for (const text of texts) {
      area.value = text;
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", shiftKey: true, bubbles: true, cancelable: true }));
    }
  }, codes);

test("a key pressed before the page has drawn what was typed runs just that", async (context) => {
  const { page } = await stage.signIn(context, "quick");
  await sendAtOnce(page, "print('typed quickly')");
  await cellWith(page, "done", "typed quickly");
});

test("cells sent in one breath run in their order", async (context) => {
  const { page } = await stage.signIn(context, "breath");
  await sendAtOnce(page, "a = 1", "a += 1", "a *= 10", "print('a is', a)");
  await cellWith(page, "done", "a is 20");
  assert.equal(await page.locator(".cell").count(), 4);
});

test("what is typed while a cell is on its way stays", async (context) => {
  const { page } = await stage.signIn(context, "meanwhile");
  let arrive;
  const arrived = new Promise((resolve) => { arrive = resolve; });
  await page.route("**/eval", async (route) => {
    await arrived;
    await route.continue();
  });
  await send(page, "print('on its way')");
  await editorOf(page).fill("print('the next one')");
  arrive();
  await cellWith(page, "done", "on its way");
  assert.equal(await editorOf(page).inputValue(), "print('the next one')");
});

test("a cell that could not be sent comes back", async (context) => {
  const { page } = await stage.signIn(context, "back");
  await page.route("**/eval", (route) => route.abort());
  await send(page, "print('precious')");
  await page.locator(".editor [role=alert]").waitFor();
  assert.equal(await editorOf(page).inputValue(), "print('precious')");
  await page.unroute("**/eval");
  await editorOf(page).press("Shift+Enter");
  await cellWith(page, "done", "precious");
});

test("one that fails while another is being typed is a key away", async (context) => {
  const { page } = await stage.signIn(context, "away");
  let fail;
  const failing = new Promise((resolve) => { fail = resolve; });
  await page.route("**/eval", async (route) => {
    await failing;
    await route.abort();
  });
  await send(page, "print('precious')");
  await editorOf(page).fill("print('another')");
  fail();
  await page.locator(".editor [role=alert]").filter({ hasText: "brings the cell back" }).waitFor();
  assert.equal(await editorOf(page).inputValue(), "print('another')");
  await editorOf(page).press("Alt+ArrowUp");
  await page.waitForFunction((area) => area.value === "print('precious')", await editorOf(page).elementHandle());
  await editorOf(page).press("Alt+ArrowDown");
  await page.waitForFunction((area) => area.value === "print('another')", await editorOf(page).elementHandle());
});
