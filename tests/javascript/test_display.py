"""Values, displays and what strict JSON makes of them."""

from runner import RunnerTest


class DisplayTest(RunnerTest):
    def bundle(self, expression):
        cell = self.run_cell("display(" + expression + ")")
        self.assertEqual(cell.done["status"], "ok", cell.error)
        return cell.of("display")[0]["bundle"]

    def json(self, expression):
        return self.bundle(expression)["application/json"]

    def test_scalars_are_text(self):
        for expression, text in (("'raw'", "raw"), ("1.5", "1.5"), ("-0", "-0"), ("true", "true"), ("null", "null"),
                                 ("undefined", "undefined"), ("Symbol('s')", "Symbol(s)"), ("NaN", "NaN"),
                                 ("new Date(0)", "1970-01-01T00:00:00.000Z"), ("/x/g", "/x/g"),
                                 ("function f() {}", "[Function: f]")):
            self.assertEqual(self.bundle(expression), {"text/plain": text}, expression)

    def test_objects_are_json_with_text(self):
        self.assertEqual(self.bundle("({a: [1, 'x']})"),
                         {"application/json": {"a": [1, "x"]}, "text/plain": "{ a: [ 1, 'x' ] }"})

    def test_images(self):
        self.assertEqual(self.bundle("({type: 'image', data: 'AAAA', mimeType: 'image/jpeg'})"),
                         {"image/jpeg": "AAAA"})
        self.assertEqual(self.bundle("({type: 'image', data: new Uint8Array([0, 1, 2, 3])})"),
                         {"image/png": "AAECAw=="})
        self.assertEqual(self.bundle("({type: 'image', data: 'data:image/gif;base64,R0lG'})"), {"image/gif": "R0lG"})

    def test_other_types(self):
        self.assertEqual(self.bundle("({type: 'markdown', data: '# T'})"), {"text/markdown": "# T"})
        self.assertEqual(self.bundle("({type: 'html', data: '<b>'})"), {"text/html": "<b>"})
        self.assertEqual(self.bundle("({type: 'json', data: {a: 1}})")["application/json"], {"a": 1})
        self.assertEqual(self.json("({type: 'person', data: 1})"), {"type": "person", "data": 1})
        self.assertEqual(self.json("({type: 'image'})"), {"type": "image"})

    def test_several_at_once(self):
        self.assertEqual(len(self.run_cell("display(1, 2, 3)").of("display")), 3)

    def test_what_json_lacks(self):
        self.assertEqual(self.json("({n: NaN, i: -Infinity, u: undefined, f: function g() {}, s: Symbol('q'),"
                                   " d: new Date(NaN), b: new Number(3), a: [undefined, , NaN]})"),
                         {"n": None, "i": None, "f": "[Function: g]", "s": "Symbol(q)", "d": None, "b": 3,
                          "a": [None, None, None]})

    def test_cycles_and_depth(self):
        self.assertEqual(self.json("(function () { var o = {a: 1}; o.self = o; o.list = [o]; return o })()"),
                         {"a": 1, "self": "[Circular]", "list": ["[Circular]"]})
        deep = self.json("(function () { var d = 1; for (var i = 0; i < 1000; i++) d = [d]; return d })()")
        levels = 0
        while isinstance(deep, list):
            deep, levels = deep[0], levels + 1
        self.assertEqual((levels, deep), (60, "[Array]"))

    def test_hooks_and_getters(self):
        self.assertEqual(self.json("({toJSON: function () { return {mine: 1} }})"), {"mine": 1})
        self.assertEqual(self.json("({toJSON: function () { throw 1 }, a: 2})"),
                         {"toJSON": "[Function: toJSON]", "a": 2})
        self.assertEqual(self.json("({get ok() { return 1 }, get bad() { throw 1 }})"), {"ok": 1, "bad": "[Getter]"})

    def test_names_that_become_equal(self):
        self.assertEqual(self.json(r"({'\ud800': 1, '\ud801': 2, '\ufffd': 3})"), {"\ufffd": 1})

    def test_names_that_readers_know(self):
        self.assertEqual(self.json("JSON.parse('{\"__proto__\": 1, \"constructor\": 2}')"),
                         {"__proto__": 1, "constructor": 2})

    def test_the_value_of_a_cell(self):
        self.assertEqual(self.run_cell("[1, 2]").result, {"application/json": [1, 2], "text/plain": "[ 1, 2 ]"})
        self.assertEqual(self.run_cell("if (true) { 'branch' }").result, {"text/plain": "branch"})
        self.assertEqual(self.run_cell("null").result, {"text/plain": "null"})
        self.assertIsNone(self.run_cell("undefined").result)
