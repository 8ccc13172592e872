"""Cells that import IPython, where it is installed and where it is not."""

import unittest

from kernel_test_case import KernelTestCase
from runner_process import Runner

# Hides an installed IPython, as a finder that is asked before the others.
HIDE = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name == 'IPython' or name.startswith('IPython.'):
            for finder in reversed(sys.meta_path):
                return finder.find_spec(name, path, target)
sys.meta_path.insert(0, Hide())
"""
IMPORTS = (
    "from IPython.display import (display, HTML, Markdown, Image, JSON, SVG, Latex, Math, Pretty, Javascript,\n"
    "    clear_output, update_display, display_html, DisplayHandle, IFrame, Audio, FileLink, Code)\n"
)
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Common:
    """What must be the same with either."""

    @property
    def runner(self):
        cls = type(self)
        if cls._runner is None:
            cls._runner = Runner()
            cls._runner.run(self.before)
            cls._runner.run(IMPORTS)
        return cls._runner

    def bundle(self, code):
        return self.run_cell("display(%s)" % code).bundles[-1]

    def test_classes(self):
        for code, expected in (
            ("HTML('<b>x</b>')", {"text/html": "<b>x</b>"}),
            ("Markdown('*m*')", {"text/markdown": "*m*"}),
            ("JSON({'a': [1]})", {"application/json": {"a": [1]}, "text/plain": "{'a': [1]}"}),
            ("JSON('[1]')", {"application/json": [1], "text/plain": "[1]"}),
            ("Latex('$x$')", {"text/latex": "$x$", "text/plain": "$x$"}),
            ("SVG('<svg/>')", {"image/svg+xml": "<svg/>"}),
            ("Math('x')", {"text/latex": "$\\displaystyle x$", "text/plain": "$\\displaystyle x$"}),
            ("Pretty('p')", {"text/plain": "p"}),
        ):
            self.assertEqual(self.bundle(code), expected, code)
        self.assertIn("application/javascript", self.bundle("Javascript('1')"))
        self.assertIn("<iframe", self.bundle("IFrame('http://x', 1, 2)")["text/html"])
        self.assertIn("audio", self.bundle("Audio([0, 1, 0], rate=8000)")["text/html"])

    def test_images(self):
        self.run_cell(
            "import base64, tempfile, os\npng = base64.b64decode('%s')\n"
            "path = os.path.join(tempfile.mkdtemp(), 'a.png')\nf = open(path, 'wb'); f.write(png); f.close()" % PNG
        )
        for code in ("Image(png)", "Image(path)", "Image(filename=path, width=3)", "Image(data=png, format='png')"):
            self.assertEqual(self.bundle(code), {"image/png": PNG}, code)
        self.assertIn("http://x/y.png", self.bundle("Image(url='http://x/y.png')")["text/html"])
        self.assertEqual(self.run_cell("Image(path)").result, {"image/png": PNG})

    def test_functions(self):
        frames = self.run_cell(
            "h = display(1, display_id=True)\nh.update(2)\nupdate_display(3, display_id='z')\nclear_output(wait=True)\n"
            "clear_output()\ndisplay('a', 'b')"
        ).frames[1:-1]
        self.assertEqual([frame["type"] for frame in frames], ["display"] * 3 + ["clear_output"] * 2 + ["display"] * 2)
        self.assertEqual([frame.get("update") for frame in frames[:3]], [None, True, True])
        self.assertEqual(frames[0]["transient"]["display_id"], frames[1]["transient"]["display_id"])
        self.assertEqual([frame["wait"] for frame in frames[3:5]], [True, False])

    def test_the_shell(self):
        self.assertText("from IPython import get_ipython as g\ng() is get_ipython()", "True")
        self.assertText("g().run_line_magic('env', 'HOME') == __import__('os').environ['HOME']", "True")
        self.assertText(
            "from IPython.utils.capture import capture_output\nwith capture_output() as c:\n    print(1)\nc.stdout",
            "'1\\n'",
        )
        self.run_cell(
            "from IPython.core.magic import register_line_magic\n@register_line_magic\ndef shout(line): return line.upper()"
        )
        self.assertText("%shout abc", "'ABC'")
        self.assertText("import IPython.display\nIPython.display.display(HTML('x'))", "x")
        self.assertIsNone(self.run_cell("from IPython.core.interactiveshell import InteractiveShell").error)

    def test_matplotlib_beside_it(self):
        cell = self.run_cell("import matplotlib.pyplot as plt\nplt.plot([1]);")
        if cell.error is None:
            self.assertEqual(len(cell.bundles), 1)


class WithoutIPython(Common, KernelTestCase):
    before = HIDE

    def test_it_is_the_stand_in(self):
        self.assertText(
            "import IPython\nIPython.version_info[3], IPython.__spec__.loader.__class__.__name__", "('', 'ShimFinder')"
        )
        self.assertEqual(self.run_cell("import IPython.no_such_part").error["ename"], "ModuleNotFoundError")
        self.assertEqual(self.run_cell("from IPython.display import nothing").error["ename"], "ImportError")

    def test_it_is_not_imported_unasked(self):
        with Runner() as runner:
            self.assertEqual(runner.run("import sys\n'IPython' in sys.modules").text, "False")


class WithIPython(Common, KernelTestCase):
    before = ""

    def setUp(self):
        if self.run_cell("import IPython\nassert 'ShimFinder' not in str(IPython.__spec__)").error is not None:
            self.skipTest("no IPython")

    def test_it_is_the_real_one(self):
        self.assertText(
            "HTML.__module__.startswith('IPython.'), 'site-packages' in IPython.__file__ or 'dist-packages' in IPython.__file__",
            "(True, True)",
        )


del Common

if __name__ == "__main__":
    unittest.main()
