"""matplotlib's figures, shown as in a notebook."""

import io
import sys

from .plotly_figures import plotly_bundle


def take_over_pyplot(pyplot):
    """plt.show() shows what is open now, where it stands among the cell's output."""
    from matplotlib.figure import Figure

    def show(*arguments, **keywords):
        """Show all open figures, and close them."""
        show_open_figures()

    def show_one(self, *arguments, **keywords):
        """Show this figure, and close it."""
        _show(self)
        pyplot.close(self)

    pyplot.show = show
    Figure.show = show_one


def show_open_figures():
    """Each open figure once; one that was displayed and is unchanged since was shown already."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None or not hasattr(pyplot, "get_fignums"):
        return
    numbers = pyplot.get_fignums()
    try:
        for number in numbers:
            figure = pyplot.figure(number)
            if figure.stale or not getattr(figure, "_was_displayed", False):
                _show(figure)
    finally:
        if numbers:
            pyplot.close("all")


def _show(figure):
    from .display import publish

    publish({"image/png": png_of(figure)})


def png_of(figure):
    from binascii import b2a_base64

    target = io.BytesIO()
    if figure.canvas.manager is None or not figure.axes:
        figure.savefig(target, format="png")
    else:
        figure.savefig(target, format="png", bbox_inches="tight")
    figure._was_displayed = True
    figure.stale = False
    return b2a_base64(target.getvalue(), newline=False).decode()


def add_figure(value, bundle):
    kind = type(value)
    names = [base.__name__ for base in kind.__mro__]
    if "Figure" in names and kind.__module__.startswith("matplotlib"):
        bundle["image/png"] = png_of(value)
        bundle["text/plain"] = repr(value)
    elif "BaseFigure" in names:
        bundle.pop("text/html", None)
        bundle.update(plotly_bundle(value))
