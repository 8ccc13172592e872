// All of it goes by keyboard, and is told to whoever does not see it.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { cellWith, setting } = require("./setting.cjs");

const stage = setting();

test("a cell is written, run and read by keyboard alone", async (context) => {
  const { page } = await stage.signIn(context, "keys");
  const editor = page.getByRole("textbox", { name: "Code of a new cell" });
  for (let i = 0; i < 40 && !(await editor.evaluate((element) => element === document.activeElement)); ++i) await page.keyboard.press("Tab");
  await page.keyboard.type("for i in range(2):\nprint('round', i)");
  assert.equal(await editor.inputValue(), "for i in range(2):\n    print('round', i)");
  await page.keyboard.press("Shift+Enter");
  await cellWith(page, "done", "round 1");
  await page.getByRole("status").filter({ hasText: "Python cell done" }).waitFor({ state: "attached" });
  await page.keyboard.press("Alt+ArrowUp");
  await page.waitForFunction((element) => /round/.test(element.value), await editor.elementHandle());
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await editor.evaluate((element) => element === document.activeElement), false);
});

test("the theme can be chosen and stays", async (context) => {
  const { page } = await stage.signIn(context, null, { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  assert.notEqual(await ground(), light);
});
