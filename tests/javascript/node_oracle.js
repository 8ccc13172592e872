// Runs the cells that stand as a JSON list on stdin as Node's REPL would, and prints what each of them gave.
const fs = require('fs'), util = require('util'), vm = require('vm');
const {processTopLevelAwait} = require('internal/repl/await');

const cells = JSON.parse(fs.readFileSync(0, 'utf8')), outcomes = [], write = process.stdout.write.bind(process.stdout);
let current, unhandled;
for (const stream of ['stdout', 'stderr']) {
  process[stream].write = text => {
    current[stream] = (current[stream] ?? '') + text;
    return true;
  };
}
process.on('unhandledRejection', error => { unhandled ??= {error}; });
process.on('uncaughtException', error => {
  process.stderr.write(`Uncaught ${error?.stack ?? util.inspect(error)}\n`);
});
Object.assign(globalThis, {require, module});

function described(error) {
  if (!(error instanceof Error)) return `Uncaught: ${util.inspect(error)}`;
  const name = error.name === 'Error' ? error.constructor?.name || 'Error' : error.name;
  return `${name}: ${error.message}`;
}

// An object literal at the start is a value, as in the REPL.
function asExpression(code) {
  if (!/^\s*{/.test(code) || /;\s*$/.test(code)) return code;
  try {
    new vm.Script(`(${code.trim()})`);
    return `(${code.trim()})`;
  } catch {
    return code;
  }
}

async function evaluate(code) {
  code = asExpression(code);
  const awaiting = /\bawait\b/.test(code) ? processTopLevelAwait(code) : null;
  if (awaiting === null) return vm.runInThisContext(code, {filename: 'cell'});
  return (await vm.runInThisContext(awaiting, {filename: 'cell'}))?.value;
}

async function run(code) {
  try {
    const value = await evaluate(code);
    await new Promise(setImmediate);
    if (unhandled) current.error = `Unhandled ${described(unhandled.error)}`;
    else if (value !== undefined) current.value = typeof value === 'string' ? value : util.inspect(value);
  } catch (error) {
    current.error = described(error);
  }
}

(async () => {
  for (const code of cells) {
    current = {};
    unhandled = undefined;
    await run(code);
    outcomes.push(current);
  }
  write(JSON.stringify(outcomes), () => process.exit(0));
})();
