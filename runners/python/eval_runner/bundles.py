"""MIME bundles: every form in which a value can be shown."""

import sys

from .strict_json import encode

# How an object says that it can be shown in some form; text/plain comes last, from its repr.
METHODS = (
    ("text/html", "_repr_html_"),
    ("text/markdown", "_repr_markdown_"),
    ("image/svg+xml", "_repr_svg_"),
    ("image/png", "_repr_png_"),
    ("image/jpeg", "_repr_jpeg_"),
    ("application/json", "_repr_json_"),
    ("text/latex", "_repr_latex_"),
    ("application/javascript", "_repr_javascript_"),
    ("application/pdf", "_repr_pdf_"),
)
CANARY = "_method_that_no_object_has_"  # an object that has even this answers to every name
LIMIT = 31 << 20  # bytes of one value, so that its frame stays below 32 MiB


def bundle_of(value):
    """(bundle, metadata) of a value."""
    bundle, metadata = {}, {}
    if not isinstance(value, type) and _get(value, CANARY) is None:
        _add_mimebundle(value, bundle, metadata)
        for mime, method in METHODS:
            if mime not in bundle:
                _add(value, mime, method, bundle, metadata)
    if "text/plain" not in bundle:
        _add_special(value, bundle)
    if "text/plain" not in bundle:
        _add_plain(value, bundle)
    return bundle, metadata


def _add_plain(value, bundle):
    """The repr; but nothing beside a better form if it would only say `<… object at …>`."""
    if not _has_no_own_repr(value):
        bundle["text/plain"] = plain(value)
    elif "application/json" in bundle:
        bundle["text/plain"] = plain(bundle["application/json"])
    elif "text/latex" in bundle:
        bundle["text/plain"] = bundle["text/latex"]
    elif not any(mime.startswith(("image/", "text/")) for mime in bundle):
        bundle["text/plain"] = plain(value)


def plain(value):
    """The value's repr; if that fails the failure is shown, once, and the cell goes on."""
    try:
        if not isinstance(value, type) and hasattr(type(value), "_repr_pretty_"):
            from .pretty import pretty

            return pretty(value)
        return repr(value)
    except Exception as error:
        report(error)
        return "<%s object: its repr failed>" % type(value).__name__


def report(error):
    """Show on stderr that a value's own code failed."""
    from . import host
    from .tracebacks import lines_of

    sys.stderr.write("\n".join(lines_of(error, host.sources)) + "\n")


def _get(value, name):
    try:
        method = getattr(value, name, None)
    except Exception:
        return None
    return method if callable(method) else None


def _call(method, **options):
    try:
        return method(**options)
    except NotImplementedError:
        return None
    except Exception as error:
        report(error)
        return None


def _add_mimebundle(value, bundle, metadata):
    method = _get(value, "_repr_mimebundle_")
    if method is None:
        return
    found = _call(method, include=None, exclude=None)
    if isinstance(found, tuple) and len(found) == 2:
        found, more = found
        metadata.update(more or {})
    if isinstance(found, dict):
        bundle.update((str(mime), _as_text(mime, data)) for mime, data in found.items() if data is not None)


def _add(value, mime, name, bundle, metadata):
    method = _get(value, name)
    data = None if method is None else _call(method)
    if isinstance(data, tuple) and len(data) == 2:
        data, metadata[mime] = data
    if data is not None:
        bundle[mime] = _as_text(mime, data)


def _as_text(mime, data):
    """Bytes, as images are, in base64, without the line ends that some base64 has."""
    if isinstance(data, str) and mime.startswith("image/") and mime != "image/svg+xml":
        return "".join(data.split())
    if not isinstance(data, (bytes, bytearray, memoryview)):
        return data
    from binascii import b2a_base64

    return b2a_base64(data, newline=False).decode()


def _add_special(value, bundle):
    """Figures of libraries that would otherwise be told by a repr of little use."""
    library = type(value).__module__.partition(".")[0]
    if library in ("matplotlib", "plotly"):
        from .figures import add_figure

        add_figure(value, bundle)


def _has_no_own_repr(value):
    kind = type(value)
    if kind.__module__.startswith("PIL."):
        return True
    if hasattr(kind, "_repr_pretty_"):
        return False
    return kind.__repr__ is object.__repr__ or kind.__module__.startswith("IPython.")


def encode_bundle(bundle):
    """A bundle as JSON. A value that is too large is replaced by a text that says so."""
    members = {}
    for mime, data in bundle.items():
        encoded = encode(data)
        if len(encoded) > LIMIT:
            mime, encoded = "text/plain", encode("[%s of %d bytes left out: too large to show]" % (mime, len(encoded)))
        members[mime] = encoded
    while sum(map(len, members.values())) > LIMIT:
        largest = max(members, key=lambda mime: len(members[mime]))
        del members[largest]
    return b"{%s}" % b",".join(b"%s:%s" % (encode(mime), data) for mime, data in members.items())
