"""Writes what Node prints for each program: make_expected.py PROGRAMS... (text files, programs parted by lines `---`).

The expected outputs are data of the tests, made with Node 20; run this only when programs are added or changed."""

import json
import subprocess
import sys

HARNESS = r"""
const programs = JSON.parse(require('fs').readFileSync(0, 'utf8')), util = require('util');
const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;
(async () => {
  const outputs = [];
  for (const program of programs) {
    let output = '';
    const console = {log: (...values) => { output += util.format(...values) + '\n' }};
    try { await new AsyncFunction('console', program).call(globalThis, console) }
    catch (e) { output += `THROW ${e?.name}: ${e?.message}\n` }
    outputs.push(output);
  }
  process.stdout.write(JSON.stringify(outputs));
})()
"""


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            programs = [program for program in file.read().rstrip("\n").split("\n---\n")]
        outputs = json.loads(subprocess.run(["node", "-e", HARNESS], input=json.dumps(programs).encode(),
                                            stdout=subprocess.PIPE, check=True).stdout)
        with open(path.rsplit(".", 1)[0] + ".expected.json", "w", encoding="utf-8") as file:
            file.write("[\n" + ",\n".join(json.dumps(output, ensure_ascii=False) for output in outputs) + "\n]\n")


main()
