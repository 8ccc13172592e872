"""An IPython that is installed: its display classes stay, its functions reach this kernel's host."""

from . import display as functions
from .capture import capture_output
from .ipython_shim import publish_display_data
from .prelude import get_ipython


def take_over_display(module):
    """IPython.core.display_functions, and IPython.core.display of older versions, which has them itself."""
    own = {name: getattr(functions, name) for name in ("display", "update_display", "clear_output", "DisplayHandle")}
    own["publish_display_data"] = publish_display_data
    for name, function in own.items():
        if hasattr(module, name):
            setattr(module, name, function)


def take_over_shell(module):
    module.get_ipython = get_ipython


def take_over_capture(module):
    module.capture_output = capture_output
