"""A stand-in for IPython, found only where no IPython is installed, so that notebooks' imports work."""

from importlib.machinery import ModuleSpec

VERSION = (8, 30, 0, "")  # whose interface this follows


class ShimFinder:
    """Finds and makes modules whose names come from this package's."""

    def find_spec(self, name, path=None, target=None):
        if name not in CONTENTS:
            return None
        return ModuleSpec(name, self, is_package=any(other.startswith(name + ".") for other in CONTENTS))

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__dict__.update(CONTENTS[module.__name__]())


def _top():
    from .prelude import display, get_ipython

    names = {"get_ipython": get_ipython, "display": display, "version_info": VERSION}
    return dict(names, __version__="%d.%d.%d" % VERSION[:3], __doc__="A stand-in for IPython in this kernel.")


def _display_functions():
    from . import display as functions

    names = ("display", "update_display", "clear_output", "DisplayHandle")
    found = {name: getattr(functions, name) for name in names}
    return dict(found, publish_display_data=publish_display_data)


def _display():
    from . import ipython_media, ipython_objects

    found = _display_functions()
    for module in (ipython_objects, ipython_media):
        for name, value in vars(module).items():
            if name.startswith("display_") or isinstance(value, type):
                found[name] = value
    found.update(set_matplotlib_formats=_accept, set_matplotlib_close=_accept)
    return found


def publish_display_data(data, metadata=None, *, transient=None, update=False, **options):
    """Show a MIME bundle."""
    from .display import publish

    publish(data, metadata, transient, update)


def _accept(*arguments, **options):
    """Nothing to set: figures are shown in one way."""


def _getipython():
    from .prelude import get_ipython

    return {"get_ipython": get_ipython}


def _interactiveshell():
    from .shell import Shell, shell

    Shell.instance = staticmethod(lambda *arguments, **options: shell)
    Shell.initialized = staticmethod(lambda: True)
    return {"InteractiveShell": Shell}


def _magic():
    from .shell import shell

    def decorator(kind):
        def register(function):
            shell.register_magic_function(function, kind)
            return function

        return register

    def unchanged(function):
        return function

    found = {"register_%s_magic" % kind: decorator(kind) for kind in ("line", "cell", "line_cell")}
    return dict(found, needs_local_scope=unchanged, no_var_expand=unchanged)


def _capture():
    from .capture import Captured, capture_output

    return {"capture_output": capture_output, "CapturedIO": Captured}


CONTENTS = {
    "IPython": _top,
    "IPython.display": _display,
    "IPython.core": dict,
    "IPython.core.display": _display,
    "IPython.core.display_functions": _display_functions,
    "IPython.core.getipython": _getipython,
    "IPython.core.interactiveshell": _interactiveshell,
    "IPython.core.magic": _magic,
    "IPython.core.pylabtools": lambda: {"backend2gui": {}},
    "IPython.utils": dict,
    "IPython.utils.capture": _capture,
}
