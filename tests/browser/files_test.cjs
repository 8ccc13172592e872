// The files of a workspace. Where the service does not have their routes, there is no panel for them either.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { test } = require("node:test");
const { cellWith, send, setting } = require("./setting.cjs");

const stage = setting();

test("a file goes to a cell and comes back", async (context) => {
  await stage.server.run("workspace", "1");
  const listing = await stage.server.call("GET", "/sessions/workspace/files");
  const { page, faults } = await stage.signIn(context, "workspace");
  if (listing.status !== 200) {
    assert.equal(await page.getByRole("heading", { name: "Files" }).count(), 0);
    context.skip("this service has no file routes");
    return;
  }
  await page.locator("#upload").setInputFiles({ name: "given näme.txt", mimeType: "text/plain", buffer: Buffer.from("one\ntwo\n") });
  await page.getByRole("link", { name: "given näme.txt" }).waitFor();
  await send(page, "text = open('given näme.txt').read()\nopen('made.txt', 'w').write(text.upper())\nprint(len(text))");
  await cellWith(page, "done", "8");
  const made = page.getByRole("link", { name: "made.txt" });
  await made.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), made.click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), "ONE\nTWO\n");
  await page.getByRole("button", { name: "Delete made.txt" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await made.waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});
