"""Showing values: frames of the kinds `display`, `result` and `clear_output`."""

import os
import sys

from . import host
from .bundles import bundle_of, encode_bundle, plain
from .output import current
from .plotly_figures import MIME as PLOTLY
from .plotly_figures import without_script
from .strict_json import encode

STATUS = "application/x-omp-status"


class DisplayHandle:
    """A place that was shown under an id, to be shown anew."""

    def __init__(self, display_id=None):
        self.display_id = display_id or os.urandom(16).hex()

    def display(self, value, **options):
        display(value, display_id=self.display_id, **options)

    def update(self, value, **options):
        update_display(value, display_id=self.display_id, **options)

    def __repr__(self):
        return "<DisplayHandle display_id=%s>" % self.display_id


def display(
    *values,
    include=None,
    exclude=None,
    metadata=None,
    transient=None,
    display_id=None,
    raw=False,
    clear=False,
    update=False,
    **options,
):
    """Show values, each by its own frame. With a display_id (or True) the place can be shown anew through the handle
    that is returned. `raw`: the values are MIME bundles already."""
    transient = dict(transient or {})
    handle = None
    if display_id is not None and display_id is not False:
        handle = DisplayHandle(None if display_id is True else display_id)
        transient["display_id"] = handle.display_id
    if clear:
        clear_output(wait=True)
    for value in values:
        _display_one(value, include, exclude, metadata, transient, raw, update)
    return handle


def update_display(value, display_id, **options):
    """Show a value in the place that has this id."""
    display(value, display_id=display_id, update=True, **options)


def clear_output(wait=False):
    """What the cell showed so far may go; with `wait`, once something new comes."""
    host.show(b"clear_output", b'"wait":%s' % (b"true" if wait else b"false"))


def publish(bundle, metadata=None, transient=None, update=False):
    """Show a MIME bundle."""
    if host.is_child():
        sys.stdout.write(str(bundle.get("text/plain", bundle)) + "\n")
        return
    sink = current.get().sink
    if sink is not None:
        sink.take_display(bundle, lambda: publish(bundle, metadata, transient, update))
        return
    members = b'"bundle":' + encode_bundle(bundle)
    if metadata:
        members += b',"metadata":' + encode(metadata)
    if transient:
        members += b',"transient":' + encode(transient)
    if update:
        members += b',"update":true'
    host.show(b"display", members)


def emit_status(op, **members):
    """Tell those who watch what a helper did."""
    if not host.is_child():
        host.show(b"display", b'"bundle":' + encode_bundle({STATUS: dict({"op": op}, **members)}))


def result_frame(value, head):
    """The frame of a cell's value, or nothing if the value shows itself."""
    if _shows_itself(value):
        return b""
    bundle, metadata = bundle_of(value)
    members = encode_bundle(bundle)
    if metadata:
        members += b',"metadata":' + encode(metadata)
    return b'{"type":"result","id":%s,"bundle":%s}\n' % (head, members)


def _display_one(value, include, exclude, metadata, transient, raw, update):
    if raw:
        bundle, own_metadata = without_script(value) if PLOTLY in value else value, {}
    elif isinstance(value, (dict, list, tuple)) and type(value).__repr__ in PLAIN_REPRS:
        bundle, own_metadata = {"application/json": value, "text/plain": plain(value)}, {}
    elif _shows_itself(value):
        return
    else:
        bundle, own_metadata = bundle_of(value)
    if include or exclude:
        bundle = {
            mime: data
            for mime, data in bundle.items()
            if (not include or mime in include) and (not exclude or mime not in exclude)
        }
    if bundle:
        publish(bundle, dict(own_metadata, **(metadata or {})), transient, update)


PLAIN_REPRS = (dict.__repr__, list.__repr__, tuple.__repr__)


def _shows_itself(value):
    """IPython's way out for values that print, draw or display other things in their place."""
    if isinstance(value, type):
        return False
    show = getattr(type(value), "_ipython_display_", None)
    if show is None:
        return False
    try:
        show(value)
        return True
    except NotImplementedError:
        return False
