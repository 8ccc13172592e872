// What axe-core finds, in light and dark, on a desk and on a phone.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { test } = require("node:test");
const { cellWith, setting } = require("./setting.cjs");

const stage = setting();
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

async function faultsOf(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
}

async function fill(session) {
  await stage.server.run(session, "import sys\nprint('\\x1b[32mgreen\\x1b[33m yellow\\x1b[34m blue\\x1b[35m purple\\x1b[36m cyan\\x1b[31m red\\x1b[0m')\nprint('err', file=sys.stderr)");
  await stage.server.run(session, "import pandas\npandas.DataFrame({'a': [1, 2], 'b': ['x', 'y']})");
  await stage.server.run(session, "display({'application/json': {'a': [1, 'two', None, True]}}, raw=True)");
  await stage.server.run(session, "display({'text/markdown': '# Title\\n\\n`code` and [a link](https://example.org/)'}, raw=True)");
  await stage.server.run(session, "for i in range(3000): print(i)");
  await stage.server.run(session, "def f(x): return 1 / x\nf(0)  # fails");
}

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    test(`axe finds nothing, ${colorScheme}, ${viewport.width} wide`, async (context) => {
      const session = `axe-${colorScheme}-${viewport.width}`;
      await fill(session);
      const stranger = await stage.open(context, { colorScheme, viewport });
      await stranger.page.getByLabel("Access token").waitFor();
      assert.deepEqual(await faultsOf(stranger.page), []);
      const { page } = await stage.signIn(context, null, { colorScheme, viewport });
      await page.locator(".session-row").first().waitFor();
      assert.deepEqual(await faultsOf(page), []);
      await page.getByRole("link", { name: session, exact: true }).click();
      await cellWith(page, "failed");
      await page.locator("details.error-output").last().evaluate((element) => { element.open = true; });
      assert.deepEqual(await faultsOf(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, "nothing sticks out sideways");
    });
  }
}
