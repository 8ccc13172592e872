"""plotly's figures: their JSON for whoever draws them, and a text that tells one from another."""

import json
import os

MIME = "application/vnd.plotly.v1+json"
TEXT_LENGTH = 200


def take_over_plotly(module):
    """For plotly.io._renderers: fig.show() and display(fig) reach the host, with neither IPython nor nbformat."""
    show_elsewhere = module.show

    def show(figure, renderer=None, *arguments, **options):
        """Show a figure; by another renderer (a browser, a file) if one is named."""
        if renderer is not None or os.environ.get("PLOTLY_RENDERER"):
            return show_elsewhere(figure, renderer, *arguments, **options)
        from .display import publish

        publish(plotly_bundle(figure))

    module.show = show
    if not os.environ.get("PLOTLY_RENDERER"):
        module.renderers.default = "plotly_mimetype"  # others first show several MB of script


def plotly_bundle(figure):
    """In the figure's own JSON arrays are lists, and what is no number is null."""
    if isinstance(figure, dict):
        from plotly.graph_objects import Figure

        figure = Figure(figure)
    return {MIME: json.loads(figure.to_json()), "text/plain": _told(figure)}


def _told(figure):
    traces = [str(trace.type) for trace in figure.data]
    title = getattr(getattr(figure.layout, "title", None), "text", None)
    text = "plotly figure%s: %d trace%s (%s)" % (
        " %r" % title if title else "",
        len(traces),
        "" if len(traces) == 1 else "s",
        ", ".join(traces),
    )
    return text[:TEXT_LENGTH]


def without_script(bundle):
    """A bundle that plotly made: its HTML is a program, of no use to a reader."""
    tidy = {mime: data for mime, data in bundle.items() if mime != "text/html"}
    traces = [str(trace.get("type", "scatter")) for trace in bundle[MIME].get("data", ())]
    tidy.setdefault("text/plain", ("plotly figure: %d traces (%s)" % (len(traces), ", ".join(traces)))[:TEXT_LENGTH])
    return tidy
