"""What is shown: bundles, figures, and what becomes of values that can't be shown."""

import unittest

from kernel_test_case import KernelTestCase

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Bundles(KernelTestCase):
    def bundle(self, code):
        return self.run_cell(code).bundles[-1]

    def test_display_shows_containers_as_json_and_results_as_text(self):
        self.assertEqual(
            self.bundle("display({'a': (1, 2)})"), {"application/json": {"a": [1, 2]}, "text/plain": "{'a': (1, 2)}"}
        )
        self.assertEqual(self.run_cell("{'a': (1, 2)}").result, {"text/plain": "{'a': (1, 2)}"})
        self.assertEqual(self.bundle("display('text')"), {"text/plain": "'text'"})
        self.assertEqual(len(self.run_cell("display(1, 'b', [3])").bundles), 3)
        self.assertEqual(self.run_cell("display()").bundles, [])

    def test_every_form_an_object_offers(self):
        self.run_cell("import base64\nclass Rich:\n    def __repr__(self): return 'plain'")
        for method, value, mime, expected in (
            ("_repr_html_", "'<b>'", "text/html", "<b>"),
            ("_repr_markdown_", "'*m*'", "text/markdown", "*m*"),
            ("_repr_svg_", "'<svg/>'", "image/svg+xml", "<svg/>"),
            ("_repr_latex_", "'$x$'", "text/latex", "$x$"),
            ("_repr_png_", "base64.b64decode('%s')" % PNG, "image/png", PNG),
            ("_repr_png_", "'%s\\n'" % PNG, "image/png", PNG),
            ("_repr_jpeg_", "b'\\xff\\xd8'", "image/jpeg", "/9g="),
            ("_repr_json_", "[1, None]", "application/json", [1, None]),
            ("_repr_mimebundle_", "{'text/html': '<i>', 'x/y': [1]}", "x/y", [1]),
        ):
            arguments = "self, include=None, exclude=None" if "mimebundle" in method else "self"
            cell = self.run_cell("class R(Rich):\n    def %s(%s): return %s\nR()" % (method, arguments, value))
            self.assertEqual(cell.result[mime], expected, method)
            self.assertEqual(cell.result["text/plain"], "plain")

    def test_metadata(self):
        cell = self.run_cell(
            "class R:\n    def _repr_png_(self): return b'x', {'width': 3}\n"
            "    def _repr_mimebundle_(self, **o): return {'text/html': 'h'}, {'k': 1}\nR()"
        )
        frame = cell.of_type("result")[0]
        self.assertEqual(frame["metadata"], {"k": 1, "image/png": {"width": 3}})
        display = self.run_cell("display(R(), metadata={'m': 2}, include=['text/html'])").of_type("display")[0]
        self.assertEqual((set(display["bundle"]), display["metadata"]["m"]), ({"text/html"}, 2))

    def test_values_that_show_themselves(self):
        cell = self.run_cell("class S:\n    def _ipython_display_(self): print('myself')\ndisplay(S())\nS()")
        self.assertEqual(cell.text, "myself\nmyself")

    def test_ids_updates_and_clearing(self):
        cell = self.run_cell("h = display(1, display_id='x')\nh.update(2)\nh.display(3)")
        frames = cell.of_type("display")
        self.assertEqual([frame["transient"] for frame in frames], [{"display_id": "x"}] * 3)
        self.assertEqual([frame.get("update") for frame in frames], [None, True, None])

    def test_raw_bundles(self):
        self.assertEqual(
            self.bundle("display({'text/plain': 't', 'a/b': float('inf')}, raw=True)"), {"text/plain": "t", "a/b": None}
        )

    def test_objects_that_answer_to_everything(self):
        self.assertRegex(
            self.run_cell("from unittest.mock import MagicMock\nMagicMock()").result["text/plain"], "<MagicMock"
        )
        self.assertEqual(
            self.run_cell("class A:\n    def __getattr__(self, n): return lambda *a, **k: 1/0\nA()").stderr, ""
        )
        self.assertIn("class", self.run_cell("class H:\n    def _repr_html_(self): return 'x'\nH").text)

    def test_broken_reprs_are_visible_and_kill_nothing(self):
        cell = self.run_cell("class R:\n    def __repr__(self): raise RuntimeError('repr-boom')\nR()")
        self.assertIn("repr-boom", cell.stderr)
        self.assertEqual(cell.done["status"], "ok")
        for body in ("return 3", "raise SystemExit(3)", "return 'x' + chr(0xd800)", "self.f = open('/no')"):
            self.run_cell("class R:\n    def __repr__(self): %s\nR()" % body)
        cell = self.run_cell("class R:\n    def __repr__(self): return 'fine'\n    def _repr_html_(self): 1/0\nR()")
        self.assertEqual(cell.result, {"text/plain": "fine"})
        self.assertIn("ZeroDivisionError", cell.stderr)
        self.assertAlive()

    def test_json_is_strict(self):
        self.run_cell("from collections import OrderedDict, namedtuple\nimport enum, decimal\nnan = float('nan')")
        for code, expected in (
            ("{'n': nan, 'i': -1e999}", {"n": None, "i": None}),
            ("{1: 'a', '1': 'b'}", {"1": "b"}),
            ("{None: 1, True: 2, (1, 2): 3}", {"None": 1, "True": 2, "(1, 2)": 3}),
            ("[1 << 80, -(1 << 63), (1 << 64) - 1]", [str(1 << 80), -(1 << 63), (1 << 64) - 1]),
            ("['a' + chr(0xd800)]", ["a\ufffd"]),
            ("[{1, }, b'x', decimal.Decimal('1.5')]", ["{1}", "b'x'", "Decimal('1.5')"]),
            ("{chr(0xd800): 1, chr(0xd801): 2}", {"\ufffd": 2}),
            ("[enum.IntEnum('E', 'A').A, OrderedDict(a=1)]", [1, {"a": 1}]),
        ):
            self.assertEqual(self.bundle("display(%s)" % code)["application/json"], expected, code)

    def test_deep_and_cyclic_structures(self):
        value = self.bundle("x = [1]\nx.append(x)\ndisplay(x)")["application/json"]
        self.assertEqual(value, [1, "[1, [...]]"])
        self.bundle("x = []\nfor _ in range(500): x = [x]\ndisplay(x)")
        cell = self.run_cell("x = []\nfor _ in range(100000): x = [x]\ndisplay(x)\nx")
        self.assertIn("RecursionError", cell.text)
        self.assertAlive()

    def test_numbers_of_too_many_digits(self):
        cell = self.run_cell("display({'n': 10 ** 5000})\n10 ** 5000")
        self.assertEqual(cell.done["status"], "ok")
        self.assertAlive()

    def test_too_large_values_are_replaced(self):
        bundle = self.bundle("display(['x' * (40 << 20)])")
        self.assertNotIn("application/json", bundle)
        self.assertIn("left out", bundle["text/plain"])

    def test_display_in_threads_and_children(self):
        cell = self.run_cell("import threading\nt = threading.Thread(target=display, args=([1],)); t.start(); t.join()")
        self.assertEqual(cell.bundles[0]["application/json"], [1])
        cell = self.run_cell(
            "import os\npid = os.fork()\nif not pid:\n    display([2]); os._exit(0)\nos.waitpid(pid, 0)\nNone"
        )
        self.assertEqual(cell.raw, "[2]\n")


class Libraries(KernelTestCase):
    def needs(self, module):
        if self.run_cell("import " + module).error is not None:
            self.skipTest("no " + module)

    def test_figures_come_once_after_the_cell_and_are_closed(self):
        self.needs("matplotlib")
        cell = self.run_cell(
            "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.figure(); plt.plot([2])\nprint('text')"
        )
        self.assertEqual([list(bundle) for bundle in cell.bundles], [["image/png"]] * 2)
        self.assertTrue(cell.bundles[0]["image/png"].startswith("iVBOR"))
        self.assertText("plt.get_fignums()", "[]")

    def test_figures_of_a_failing_cell_come_before_its_error(self):
        self.needs("matplotlib")
        cell = self.run_cell("import matplotlib.pyplot as plt\nplt.plot([1])\n1/0")
        self.assertEqual([frame["type"] for frame in cell.frames], ["started", "display", "error", "done"])

    def test_show_shows_at_its_place_without_warnings(self):
        self.needs("matplotlib")
        cell = self.run_cell("import matplotlib.pyplot as plt\nprint(1)\nplt.plot([1]); plt.show()\nprint(2)")
        self.assertEqual([frame["type"] for frame in cell.frames], ["started", "stdout", "display", "stdout", "done"])
        cell = self.run_cell("fig, ax = plt.subplots(); ax.plot([1]); fig.show()")
        self.assertEqual((len(cell.bundles), cell.stderr), (1, ""))

    def test_a_displayed_figure_comes_again_only_if_it_changed(self):
        self.needs("matplotlib")
        code = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots(); ax.plot([1]); display(fig)"
        self.assertEqual(len(self.run_cell(code).bundles), 1)
        self.assertEqual(len(self.run_cell(code + "\nax.set_title('more');").bundles), 2)
        cell = self.run_cell("fig, ax = plt.subplots(); ax.plot([1])\nfig")
        self.assertEqual((list(cell.result)[0], len(cell.bundles)), ("image/png", 0))

    def test_a_figure_that_cannot_be_drawn_is_an_error_and_gone(self):
        self.needs("matplotlib")
        cell = self.run_cell("import matplotlib.pyplot as plt\nplt.title('$\\\\nosuchmacro$')")
        self.assertEqual(cell.done["status"], "error")
        self.assertEqual(self.run_cell("plt.get_fignums()").text, "[]")

    def test_pandas(self):
        self.needs("pandas")
        result = self.run_cell("import pandas as pd\npd.DataFrame({'a': [1]})").result
        self.assertEqual(set(result), {"text/html", "text/plain"})
        self.assertEqual(result["text/plain"], "   a\n0  1")
        self.assertText("pd.Series([1.5])", "0    1.5\ndtype: float64")
        wide = self.run_cell("pd.DataFrame([range(15)], columns=['column%d' % i for i in range(15)])").result
        self.assertIn("column9", wide["text/plain"])

    def test_pandas_styler_and_arrays(self):
        self.needs("jinja2")
        self.needs("pandas")
        self.assertEqual(
            set(self.run_cell("import pandas as pd\npd.DataFrame({'a': [1]}).style").result), {"text/html"}
        )
        value = self.run_cell(
            "import numpy as np\ndisplay({'i': np.int64(3), 'f': np.float32(.5), 'a': np.arange(3), "
            "'b': np.bool_(True), 'n': np.float64('nan')})"
        ).bundles[0]["application/json"]
        self.assertEqual(value, {"i": 3, "f": 0.5, "a": [0, 1, 2], "b": True, "n": None})

    def test_pil(self):
        self.needs("PIL")
        self.assertEqual(set(self.run_cell("from PIL import Image\nImage.new('RGB', (2, 2))").result), {"image/png"})

    def test_plotly_like_figures(self):
        """By a stand-in of the parts that are used, where plotly itself is not installed."""
        bundle = self.run_cell(
            """
import types
class BaseFigure:
    data = (types.SimpleNamespace(type='scatter'), types.SimpleNamespace(type='bar'))
    layout = types.SimpleNamespace(title=types.SimpleNamespace(text='T'))
    def to_json(self): return '{"data": [], "layout": {}}'
Figure = type('Figure', (BaseFigure,), {'__module__': 'plotly.graph_objs'})
Figure()
"""
        ).result
        self.assertEqual(
            bundle,
            {
                "application/vnd.plotly.v1+json": {"data": [], "layout": {}},
                "text/plain": "plotly figure 'T': 2 traces (scatter, bar)",
            },
        )


if __name__ == "__main__":
    unittest.main()
