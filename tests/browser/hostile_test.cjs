// Cells, models and files are not trusted: nothing that they show may run in the page, leave it, or ask for a thing.
const assert = require("node:assert/strict");
const http = require("node:http");
const { after, before, test } = require("node:test");
const { cellWith, send, setting } = require("./setting.cjs");

const stage = setting();
const asked = [];
const trap = http.createServer((request, response) => {
  asked.push(request.url);
  response.end();
});
let address;
before(async () => {
  await new Promise((done) => trap.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${trap.address().port}`;
});
after(() => trap.close());

const html = (bait) => `
  <script>window.pwned = 1</script><script src="${bait}/script"></script>
  <img src=x onerror="window.pwned = 2"><img src="${bait}/image"><img srcset="${bait}/set 1x">
  <svg onload="window.pwned = 3"><script>window.pwned = 4</script><image href="${bait}/svg"/><use href="${bait}/use"/></svg>
  <iframe src="${bait}/frame" srcdoc="<script>parent.pwned = 5</script>"></iframe>
  <object data="${bait}/object"></object><embed src="${bait}/embed"><video src="${bait}/video" autoplay></video>
  <link rel="stylesheet" href="${bait}/style"><style>@import "${bait}/import"; body { background: url(${bait}/sheet) }</style>
  <div style="background: url(${bait}/attribute); position: fixed; inset: 0">cover</div>
  <table background="${bait}/table"><tr><td>a table that stays</td></tr></table>
  <form action="${bait}/form"><input name=q><button>Sign in</button></form><base href="${bait}/base/">
  <meta http-equiv="refresh" content="0; url=${bait}/refresh"><a href="javascript:window.pwned = 6" id="trick">run</a>
  <a href="${bait}/ping" ping="${bait}/pinged">elsewhere</a><math><mtext><script>window.pwned = 7</script></mtext></math>
  <details open ontoggle="window.pwned = 8"><summary>x</summary></details><p onclick="window.pwned = 9" id="click">click me</p>
  <a href="#/s/other" class="primary danger" id="route">go</a><template><img src="${bait}/template"></template>
  <noscript><p title="</noscript><img src=x onerror=window.pwned=10>"></noscript>`;
const markdown = (bait) => `[link](javascript:window.pwned=20) ![image](${bait}/markdown) <img src=x onerror=window.pwned=21>

<script>window.pwned = 22</script>

\`\`\`html
<script>window.pwned = 23</script>
\`\`\`
text that stays`;
const svg = (bait) => `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" onload="window.pwned = 30">
  <script>window.pwned = 31; fetch("${bait}/fetch")</script><image href="${bait}/inner" width="9" height="9"/>
  <style>@import url(${bait}/inner-style);</style><foreignObject><img src="${bait}/foreign"/></foreignObject><circle r="9"/></svg>`;

const display = (type, value) => `display({${JSON.stringify(type)}: ${JSON.stringify(value)}}, raw=True)`;

async function assertNothingHappened(page, faults) {
  await page.waitForTimeout(500); // for what would come of itself
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  // The browser reports what its policy stops, already where markup is only parsed in order to be cleaned.
  assert.deepEqual(faults.filter((fault) => !/^console: .*violates the following Content Security Policy/.test(fault)), []);
  const left = await page.evaluate(() => [...document.querySelectorAll(".foreign")].flatMap((host) => [...host.shadowRoot.querySelectorAll("*")])
    .flatMap((element) => [element.localName, ...element.getAttributeNames()]).filter((name) => /^(on.*|script|iframe|form|base|meta|link|srcset|id)$/.test(name)));
  assert.deepEqual(left, []);
  assert.deepEqual(asked, []);
}

test("hostile HTML is tamed, and what is harmless in it stays", async (context) => {
  const { page, faults } = await stage.signIn(context, "html");
  await send(page, display("text/html", html(address)));
  const cell = (await cellWith(page, "done")).locator(".outputs");
  await cell.getByText("a table that stays").waitFor();
  await cell.getByText("click me").click();
  await cell.getByText("run", { exact: true }).click();
  await cell.getByText("go", { exact: true }).click();
  assert.equal(await page.evaluate(() => location.hash), "#/s/html");
  assert.equal(await cell.locator("form, iframe, input, script").count(), 0);
  assert.notEqual(await cell.getByText("cover").evaluate((element) => getComputedStyle(element).position), "fixed");
  const link = cell.getByText("elsewhere");
  assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
  assert.equal(await link.getAttribute("ping"), null);
  await assertNothingHappened(page, faults);
});

test("hostile Markdown is tamed", async (context) => {
  const { page, faults } = await stage.signIn(context, "markdown");
  await send(page, display("text/markdown", markdown(address)));
  const cell = (await cellWith(page, "done")).locator(".outputs");
  await cell.getByText("text that stays").waitFor();
  await cell.getByText("link", { exact: true }).click();
  await assertNothingHappened(page, faults);
});

test("a hostile SVG is only a picture", async (context) => {
  const { page, faults } = await stage.signIn(context, "svg");
  await send(page, display("image/svg+xml", svg(address)));
  await cellWith(page, "done");
  await page.locator(".cell img").waitFor();
  await assertNothingHappened(page, faults);
});

test("names, text and errors are text", async (context) => {
  const { page, faults } = await stage.signIn(context, "text");
  const bad = "<img src=x onerror=window.pwned=40>";
  const cells = [{ language: "py", title: bad, code: `# ${bad}\nprint(${JSON.stringify(bad)})\nraise Exception(${JSON.stringify(bad)})` }];
  await stage.server.call("POST", "/eval", { session: "text", cells });
  const cell = await cellWith(page, "failed");
  assert.equal(await cell.locator(".outputs img").count(), 0);
  await page.getByRole("heading", { name: bad }).waitFor();
  await send(page, `print('\\x1b]8;;${address}/osc\\x07link\\x1b]8;;\\x07', '\\x1b]0;title\\x07', 'after')`);
  await cellWith(page, "done", "after");
  await assertNothingHappened(page, faults);
});

test("a stored page does not run when it is opened", async (context) => {
  const { page, faults } = await stage.signIn(context, "stored");
  await send(page, display("text/html", `<p>large</p>${html(address)}${"<!-- -->".repeat(10_000)}`));
  const cell = (await cellWith(page, "done")).locator(".outputs");
  await cell.getByRole("button", { name: "Show" }).click();
  await cell.getByText("a table that stays").waitFor();
  await assertNothingHappened(page, faults);
});
