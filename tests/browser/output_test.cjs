// What cells show: text as in a terminal, pictures, tables, formulas, errors; and a great deal of it.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { cellWith, send, setting } = require("./setting.cjs");

const stage = setting();
const show = (method, value) => `class Shown:\n    def ${method}(self): return ${value}\ndisplay(Shown())`;

test("colours are colours, and a progress bar is one line", async (context) => {
  const { page, faults } = await stage.signIn(context, "terminal");
  await send(page, "for i in range(101): print('\\r%3d %%' % i, end='')\nprint()\nprint('\\x1b[31mred\\x1b[0m plain \\x1b[38;2;1;2;3mexact\\x1b[0m')");
  const cell = await cellWith(page, "done", "red plain");
  assert.equal(await cell.locator(".text-output").innerText().then((text) => text.trim()), "100 %\nred plain exact");
  assert.equal(await cell.locator(".f1").innerText(), "red");
  const exact = await cell.getByText("exact").last().evaluate((element) => getComputedStyle(element).color);
  assert.equal(exact, "rgb(1, 2, 3)");
  assert.deepEqual(faults, []);
});

test("a figure is drawn", async (context) => {
  const { page } = await stage.signIn(context, "figure");
  await send(page, "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 4, 9])\nplt.show()");
  const image = (await cellWith(page, "done")).locator("img");
  await image.waitFor();
  await page.waitForFunction(() => document.querySelector(".cell img")?.naturalWidth > 100);
});

test("a large image, which is an artifact, is drawn", async (context) => {
  const { page } = await stage.signIn(context, "large-image");
  await send(page, [
    "import io, random\nfrom PIL import Image", "noise = Image.frombytes('RGB', (300, 200), random.randbytes(180000))",
    "class Noise:\n    def _repr_png_(self):\n        out = io.BytesIO(); noise.save(out, 'png'); return out.getvalue()", "display(Noise())",
  ].join("\n"));
  await cellWith(page, "done");
  await page.waitForFunction(() => document.querySelector('.cell img[src^="/artifact/"]')?.naturalWidth === 300);
});

test("tables, Markdown, formulas and SVG look like what they are", async (context) => {
  const { page, faults } = await stage.signIn(context, "rich");
  await send(page, "import pandas\npandas.DataFrame({'a': [1, 2]})");
  const table = await cellWith(page, "done");
  assert.equal(await table.getByRole("cell").count() > 1, true);
  await send(page, show("_repr_markdown_", "'# Head\\n\\n- *one*\\n- two'"));
  await page.getByRole("heading", { name: "Head" }).waitFor();
  await send(page, show("_repr_latex_", "r'$\\frac{a}{b}$'"));
  await page.locator(".latex math mfrac").waitFor();
  await send(page, show("_repr_svg_", "'<svg width=\"20\" height=\"10\"><rect width=\"20\" height=\"10\"/></svg>'"));
  await page.waitForFunction(() => document.querySelector('img[src^="data:image/svg"]')?.naturalWidth === 20);
  assert.deepEqual(faults, []);
});

test("JSON is a tree that folds out", async (context) => {
  const { page } = await stage.signIn(context, "tree");
  await send(page, show("_repr_json_", "{'outer': {'inner': [1, 2, {'leaf': True}]}}"));
  const tree = (await cellWith(page, "done")).locator(".json-tree");
  assert.equal(await tree.getByText("leaf").count(), 0, "what is folded is not drawn");
  for (const name of ["outer: ", "inner: ", "2: "]) await tree.locator("summary > .hljs-attr", { hasText: name }).click();
  await tree.locator(".hljs-attr", { hasText: "leaf" }).waitFor();
});

test("an error shows in one line, and its traceback folds out", async (context) => {
  const { page } = await stage.signIn(context, "error");
  await send(page, "def inner(): raise ValueError('on purpose')\ninner()");
  const cell = await cellWith(page, "failed");
  await cell.getByText("ValueError: on purpose").first().waitFor();
  const traceback = cell.getByLabel("Traceback");
  assert.equal(await traceback.isVisible(), false);
  await cell.locator("summary").click();
  assert.match(await traceback.innerText(), /line 1, in inner/);
});

test("100,000 lines leave the page quick, and all of them can be read", async (context) => {
  const { page } = await stage.signIn(context, "flood");
  await page.evaluate(() => {
    window.longestGap = 0;
    let last = performance.now();
    const frame = (now) => {
      window.longestGap = Math.max(window.longestGap, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await send(page, "for i in range(100000): print('line', i)");
  const cell = await cellWith(page, "done", "100,000 lines");
  context.diagnostic(`longest time without a frame: ${Math.round(await page.evaluate(() => window.longestGap))} ms`);
  assert.ok(await page.locator(".line").count() < 300, "only what can be seen is in the document");
  await cell.getByText("line 99999", { exact: true }).waitFor();
  await cell.locator(".virtual").evaluate((box) => { box.scrollTop = 50_000 * 19; });
  await cell.getByText("line 50000", { exact: true }).waitFor();
  await cell.getByRole("button", { name: "View full output" }).click();
  const viewer = page.getByRole("dialog", { name: "Full output" });
  await viewer.getByText("line 0", { exact: true }).waitFor();
  await viewer.getByRole("button", { name: "Last" }).click();
  await viewer.locator(".virtual").evaluate((box) => { box.scrollTop = box.scrollHeight; });
  await viewer.getByText("line 99999", { exact: true }).waitFor();
});
