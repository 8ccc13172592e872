// Runs one file of browser tests: run.cjs NAME_test.cjs. Exit status 77: there is no browser here.
//
// By hand: NODE_PATH=build/dev/browser/node_modules node tests/browser/run.cjs sign_in_test.cjs
const { join } = require("node:path");
const { browserPath } = require("./browser.cjs");

if (!browserPath()) {
  console.log("no Chromium; the Debian package is chromium");
  process.exit(77);
}
require(join(__dirname, process.argv[2]));
