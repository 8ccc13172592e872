"""What cells do to the built-in objects does not reach the frames."""

from runner import RunnerTest

TAMPERING = (
    "Object.prototype.polluted = 'x'",
    "Object.defineProperty(Object.prototype, 'value', {get: function () { throw 1 }, set: function () { throw 2 }})",
    "Object.defineProperty(Object.prototype, '0', {set: function () { throw 3 }})",
    "Array.prototype.push = Array.prototype.join = Array.prototype.map = function () { return -1 }",
    "Array.prototype.toJSON = Object.prototype.toJSON = function () { return 'forged' }",
    "JSON = null",
    "Error.prototype.toString = function () { throw 4 }",
    "Object.defineProperty(Error.prototype, 'stack', {get: function () { throw 5 }})",
    "Function.prototype.call = Function.prototype.apply = null",
    "String.prototype.toString = Number.prototype.toString = Boolean.prototype.toString = function () { throw 6 }",
    "Symbol.prototype.toString = function () { throw 7 }",
    "Date.prototype.toISOString = Date.prototype.getTime = RegExp.prototype.exec = null",
    "console.log.call = null; Object = Array = Function = String = Error = TypeError = Symbol = Date = null",
    "delete Object.prototype.constructor",
    "Object.setPrototypeOf(Array.prototype, null)",
)


class TamperingTest(RunnerTest):
    def check_frames(self, tampering):
        cell = self.run_cell(tampering + "; 0")
        self.assertEqual(cell.done["status"], "ok", tampering)
        cell = self.run_cell("console.log('text', [1, {a: 'b'}], true); display([1, {a: 2}]); ({list: [1]})")
        self.assertEqual(cell.done["status"], "ok", (tampering, cell.error))
        self.assertTrue(cell.text().startswith("text "), tampering)
        self.assertEqual(cell.of("display")[0]["bundle"]["application/json"], [1, {"a": 2}], tampering)
        self.assertEqual(cell.result["application/json"], {"list": [1]}, tampering)
        cell = self.run_cell("undefined.x")
        self.assertEqual(cell.error["ename"], "TypeError", tampering)
        self.assertEqual(self.run_cell("throw {a: 1}").error["evalue"], "{ a: 1 }", tampering)

    def test_one_by_one(self):
        for tampering in TAMPERING:
            self.runner = self.start_runner()
            self.check_frames(tampering)

    def test_the_engines_own_object_is_out_of_reach(self):
        self.assertEqual(self.value("typeof Duktape"), "undefined")

    def test_globals_replaced(self):
        cell = self.run_cell("var console = 5, process = 6, display = 7; setTimeout = null; 8")
        self.assertEqual(cell.result, {"text/plain": "8"})
        self.assertEqual(self.value("console + process + display"), "18")
