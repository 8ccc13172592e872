// Debian's Chromium, and pages in it that note whatever should not happen.
const { existsSync } = require("node:fs");

function browserPath() {
  return [process.env.EVALD_TEST_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
}

async function launch() {
  const { chromium } = require("playwright-core");
  // Chromium's own sandbox wants a user that is not root.
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: browserPath(), args: [...args, "--disable-dev-shm-usage"], timeout: 120_000 });
}

// Whatever a page reports of its policy, its scripts or foreign addresses: a test asks that it stays empty.
function noteFaults(page, origin) {
  const faults = [];
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // An answer of 4xx is for the test to judge; the browser puts it into the console, too.
    if (message.type() === "error" && !/Failed to load resource|WebSocket connection/.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(origin)) faults.push(`request: ${request.url()}`);
  });
  return faults;
}

module.exports = { browserPath, launch, noteFaults };
