"""Modules of cells: files, packages, both kinds of modules, freshness, errors."""

import json
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from runner import RunnerTest  # noqa: E402


class ModulesTest(RunnerTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.runner = self.start_runner(cwd=self.folder)

    def file(self, path, text):
        full = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        return full

    def change(self, path, text):
        """Later than before, also for clocks that are coarse."""
        full = self.file(path, text)
        later = time.time() + 5
        os.utime(full, (later, later))

    def printed(self, code):
        cell = self.run_cell(code)
        self.assertIsNone(cell.error, cell.error and cell.traceback)
        return cell.text()

    def failure(self, code):
        cell = self.run_cell(code)
        self.assertIsNotNone(cell.error, cell.frames)
        return cell.error["evalue"]

    def test_static_imports_of_a_cell(self):
        self.file("lib.mjs", "export const a = 1;\nexport default function f() { return a + 1; }\nexport { a as b };")
        self.assertEqual(self.printed("import f, { a, b as c } from './lib.mjs';\nimport * as all from './lib.mjs';\n"
                                      "console.log(f(), a, c, Object.keys(all).sort().join());"), "2 1 1 a,b,default\n")
        self.assertEqual(self.printed("console.log(f(), a)"), "2 1\n")

    def test_dynamic_import_and_namespace(self):
        self.file("m.mjs", "export let n = 0;\nexport const add = () => { n++; };")
        self.assertEqual(self.printed("const m = await import('./m.mjs');\nm.add(); m.add();\nconsole.log(m.n)"), "2\n")

    def test_live_bindings_between_modules(self):
        self.file("counter.mjs", "export let n = 0;\nexport function up() { n += 1; }")
        self.file("user.mjs", "import { n, up } from './counter.mjs';\nup();\nexport const seen = () => n;\nexport { up };")
        self.assertEqual(self.printed("import { seen, up } from './user.mjs';\nup();\nconsole.log(seen())"), "2\n")

    def test_reexports(self):
        self.file("a.mjs", "export const x = 1, y = 2;\nexport default 'd';")
        self.file("b.mjs", "export * from './a.mjs';\nexport * as ns from './a.mjs';\n"
                           "export { x as z, default as dd } from './a.mjs';\nexport { default } from './a.mjs';")
        self.assertEqual(self.printed("import def, * as b from './b.mjs';\nconsole.log(def, b.x, b.y, b.z, b.dd, b.ns.y)"),
                         "d 1 2 1 d 2\n")

    def test_exports_before_imports(self):
        self.file("x.mjs", "export { v };\nconsole.log(v);\nimport v from './y.mjs';")
        self.file("y.mjs", "export default 'early';")
        self.assertEqual(self.printed("import { v } from './x.mjs'; v"), "early\n")

    def test_cycles(self):
        self.file("even.mjs", "import { odd } from './odd.mjs';\nexport function even(n) { return n === 0 || odd(n - 1); }")
        self.file("odd.mjs", "import { even } from './even.mjs';\nexport function odd(n) { return n !== 0 && even(n - 1); }")
        self.assertEqual(self.printed("import { even } from './even.mjs';\nconsole.log(even(10), even(7))"), "true false\n")

    def test_cycles_of_common_js(self):
        self.file("a.js", "exports.early = 1;\nconst b = require('./b');\nexports.late = b.seen;")
        self.file("b.js", "exports.seen = Object.keys(require('./a')).join();")
        self.assertEqual(self.printed("console.log(require('./a'))"), "{ early: 1, late: 'early' }\n")

    def test_top_level_await_in_a_module(self):
        self.file("slow.mjs", "await new Promise(r => setTimeout(r, 5));\nexport const v = 'waited';")
        self.file("mid.mjs", "export { v } from './slow.mjs';")
        self.assertEqual(self.printed("import { v } from './mid.mjs';\nconsole.log(v)"), "waited\n")

    def test_common_js(self):
        path = self.file("m.js", "module.exports = { file: __filename, dir: __dirname, same: this === exports };")
        self.assertEqual(self.value("const m = require('./m');\n[m.file, m.dir, m.same, require('./m.js') === m]"),
                         "[ '%s', '%s', true, true ]" % (path, self.folder))

    def test_common_js_in_an_import(self):
        self.file("c.cjs", "exports.named = 1;\nexports.f = () => 2;")
        self.assertEqual(self.printed("import c, { named } from './c.cjs';\nconsole.log(c.f(), named)"), "2 1\n")

    def test_a_module_that_is_required(self):
        self.file("m.mjs", "export const a = 1;")
        self.assertEqual(self.value("require('./m.mjs').a"), "1")

    def test_kind_by_package(self):
        self.file("esm/package.json", {"type": "module"})
        self.file("esm/x.js", "export const kind = typeof module;")
        self.file("plain/x.js", "exports.kind = typeof module;")
        self.file("mixed/x.js", "import './y.js';\nexport const kind = 'found by its syntax';")
        self.file("mixed/y.js", "")
        self.assertEqual(self.printed("for (const d of ['esm', 'plain', 'mixed'])"
                                      " console.log((await import(`./${d}/x.js`)).kind)"),
                         "undefined\nobject\nfound by its syntax\n")

    def test_json(self):
        self.file("data.json", {"a": [1, 2]})
        self.assertEqual(self.value("import d from './data.json';\n[d.a, require('./data.json') === d]"), "[ [ 1, 2 ], true ]")
        self.file("bad.json", "{oops")
        self.assertIn("bad.json", self.failure("require('./bad.json')"))

    def test_meta(self):
        path = self.file("m.mjs", "export const meta = [import.meta.url, import.meta.filename, import.meta.resolve('./x')];")
        self.file("x.js", "")
        self.assertEqual(self.printed("const { meta } = await import('./m.mjs'); console.log(meta.join(' '))"),
                         "file://%s %s file://%s/x.js\n" % (path, path, self.folder))
        self.assertEqual(self.printed("console.log(import.meta.url.startsWith('file:///'), import.meta.dirname)"),
                         "true %s\n" % self.folder)

    def test_forms_of_paths(self):
        path = self.file("deep/m.js", "module.exports = 'here';")
        for specifier in ("./deep/m.js", "./deep/m", path, "file://" + path, "./deep/../deep/m"):
            self.assertEqual(self.value("(await import('%s')).default" % specifier), "here", specifier)
        runner = self.start_runner(cwd=self.folder, env={"HOME": os.path.join(self.folder, "deep")})
        self.assertEqual(runner.run("require('~/m')").result["text/plain"], "here")

    def package(self, name, config, **files):
        self.file("node_modules/%s/package.json" % name, dict(config, name=name))
        for file, text in files.items():
            self.file("node_modules/%s/%s" % (name, file.replace("__", "/").replace("_", ".")), text)

    def test_packages(self):
        self.package("plain", {"main": "lib"}, lib__index_js="module.exports = 'main folder';")
        self.package("@scope/it", {}, index_js="module.exports = 'scoped';", sub_js="module.exports = 'sub';")
        self.package("both", {"exports": {".": {"import": "./i.mjs", "require": "./r.cjs"}, "./deep/*": "./d/*.js",
                                          "./package.json": "./package.json"}},
                     i_mjs="export default 'imported';", r_cjs="module.exports = 'required';", d__x_js="module.exports = 'deep';")
        self.assertEqual(self.value("[require('plain'), require('@scope/it'), require('@scope/it/sub'), require('both'),"
                                    " (await import('both')).default, require('both/deep/x'), require('both/package.json').name]"),
                         "[\n  'main folder',\n  'scoped',\n  'sub',\n  'required',\n  'imported',\n  'deep',\n  'both'\n]")
        self.assertIn("Package subpath './hidden' is not defined by \"exports\"", self.failure("require('both/hidden')"))

    def test_imports_of_a_package(self):
        self.package("own", {"type": "module", "imports": {"#in": "./inner.js"}, "exports": "./main.js"},
                     main_js="export { default } from '#in';\nexport { self } from './self.js';",
                     inner_js="export default 'inner';", self_js="import v from 'own';\nexport const self = () => v;")
        self.assertEqual(self.value("import v, { self } from 'own';\n[v, self()]"), "[ 'inner', 'inner' ]")

    def test_local_files_are_read_again_when_they_changed(self):
        self.file("a.mjs", "import { v } from './b.mjs';\nexport const a = v;")
        self.file("b.mjs", "export const v = 1;")
        self.assertEqual(self.value("(await import('./a.mjs')).a"), "1")
        self.assertEqual(self.value("globalThis.kept = await import('./a.mjs'); kept === await import('./a.mjs')"), "true")
        self.change("b.mjs", "export const v = 2;")
        self.assertEqual(self.value("[(await import('./a.mjs')).a, kept.a]"), "[ 2, 1 ]")

    def test_required_files_are_read_again_when_they_changed(self):
        self.file("a.js", "module.exports = require('./b').v;")
        self.file("b.js", "exports.v = 1;")
        self.assertEqual(self.value("require('./a')"), "1")
        self.change("b.js", "exports.v = 2;")
        self.assertEqual(self.value("require('./a')"), "2")

    def test_a_repaired_file_works(self):
        self.file("a.mjs", "export const = 1;")
        self.assertIn("a.mjs:1", self.failure("await import('./a.mjs')"))
        self.change("a.mjs", "throw new Error('on load')")
        self.assertEqual(self.failure("await import('./a.mjs')"), "on load")
        self.change("a.mjs", "export const a = 1;")
        self.assertEqual(self.value("(await import('./a.mjs')).a"), "1")

    def test_packages_and_built_ins_keep_identity(self):
        self.package("one", {}, index_js="module.exports = {};")
        self.assertEqual(self.value("globalThis.before = require('one'); globalThis.fs1 = require('fs'); 0"), "0")
        self.change("node_modules/one/index.js", "module.exports = { changed: true };")
        self.assertEqual(self.value("[require('one') === before, require('node:fs') === fs1]"), "[ true, true ]")

    def test_missing_modules_say_where_they_were_looked_for(self):
        message = self.failure("require('nothing-here')")
        self.assertIn("Cannot find module 'nothing-here'", message)
        self.assertIn(self.folder + "/node_modules", message)
        self.file("a.mjs", "import './gone.mjs';")
        message = self.failure("await import('./a.mjs')")
        self.assertIn("Cannot find module './gone.mjs' imported from %s/a.mjs" % self.folder, message)
        self.assertIn("Cannot find package 'nope' imported from", self.failure("import 'nope'"))
        self.assertIn("No such built-in module", self.failure("require('node:nope')"))

    def test_missing_exports(self):
        self.file("a.mjs", "export const a = 1;")
        self.file("b.mjs", "import { b } from './a.mjs';")
        message = self.failure("await import('./b.mjs')")
        self.assertIn("does not provide an export named 'b'", message)
        self.assertIn("./a.mjs", message)

    def test_stacks_name_modules_and_lines(self):
        path = self.file("a.mjs", "export function f() {\n  throw new Error('in a module');\n}")
        cell = self.run_cell("import { f } from './a.mjs';\n\nf();")
        self.assertIn("at f (%s:2" % path, cell.traceback)
        self.assertIn("<cell 1>:3", cell.traceback)

    def test_require_of_a_file(self):
        self.file("deep/near.js", "exports.v = 'near';")
        self.assertEqual(self.value("const { createRequire } = require('module');\n"
                                    "createRequire('%s/deep/x.js')('./near').v" % self.folder), "near")
        self.assertEqual(self.value("require.resolve('./deep/near')"), self.folder + "/deep/near.js")

    def test_the_working_directory_is_the_base(self):
        self.file("sub/m.js", "module.exports = 'sub';")
        self.assertEqual(self.value("process.chdir('sub');\nrequire('./m')"), "sub")

    def test_require_cache(self):
        self.file("m.js", "module.exports = Math.random();")
        self.assertEqual(self.value("const a = require('./m'); delete require.cache[require.resolve('./m')];"
                                    " a === require('./m')"), "false")

    def test_cells_are_the_main_module(self):
        self.file("lib.js", "module.exports = [require.main === module, require.main.id];")
        self.assertEqual(self.value("module.exports = { a: 1 };\nexports.b = 2;\n"
                                    "[require.main === module, module.exports, exports.b, require('./lib')]"),
                         "[ true, { a: 1 }, 2, [ false, '.' ] ]")
        self.assertEqual(self.value("const exports = 1, module = 'own';\n[exports, module]"), "[ 1, 'own' ]")

    def test_unavailable_modules_say_so(self):
        self.assertIn("not available", self.failure("new (require('worker_threads').Worker)('x')"))
        self.assertIn("not available", self.failure("require('http').createServer()"))
        self.assertIn("not available", self.failure("require('cluster')"))
