"""IPython's display classes, for an interpreter that has no IPython: `from IPython.display import HTML, Image, …`."""

import json
import os
from html import escape

from .display import display

PLACE = "IPython.core.display"  # where user code expects them to come from


class DisplayObject:
    """Something to be shown in one form, out of data, a file or a URL."""

    __module__ = PLACE
    _read_mode = "r"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, os.PathLike):
            data, filename = None, os.fspath(data)
        if isinstance(data, str) and url is None and filename is None:
            if data.startswith(("http://", "https://")):
                url = data
            elif self._is_file(data):
                filename = data
        self.url = url
        self.filename = filename
        self.data = None if data in (url, filename) else data
        self.metadata = metadata or {}
        self.reload()

    def _is_file(self, data):
        return False

    def reload(self):
        """Read the data again from where it comes."""
        if self.filename is not None:
            with open(self.filename, self._read_mode, **self._encoding()) as file:
                self.data = file.read()
        elif self.url is not None and self.data is None:
            self._fetch()

    def _fetch(self):
        from urllib.request import urlopen

        with urlopen(self.url) as answer:
            data = answer.read()
        self.data = data if "b" in self._read_mode else data.decode("utf-8", "replace")

    def _encoding(self):
        return {} if "b" in self._read_mode else {"encoding": "utf-8"}

    def _with_metadata(self, data):
        return (data, self.metadata) if self.metadata else data


class TextDisplayObject(DisplayObject):
    __module__ = PLACE


class Pretty(TextDisplayObject):
    __module__ = PLACE

    def __repr__(self):
        return str(self.data)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": str(self.data)}


class HTML(TextDisplayObject):
    __module__ = PLACE

    def _repr_html_(self):
        return self._with_metadata(self.data)

    def __html__(self):
        return self.data


class Markdown(TextDisplayObject):
    __module__ = PLACE

    def _repr_markdown_(self):
        return self._with_metadata(self.data)


class Latex(TextDisplayObject):
    __module__ = PLACE

    def _repr_latex_(self):
        return self._with_metadata(self.data)


class Math(Latex):
    __module__ = PLACE

    def _repr_latex_(self):
        return self._with_metadata("$\\displaystyle %s$" % str(self.data).strip("$"))


class SVG(DisplayObject):
    __module__ = PLACE

    def _is_file(self, data):
        return "<" not in data and os.path.exists(data)

    def _repr_svg_(self):
        text = self.data.decode("utf-8") if isinstance(self.data, bytes) else self.data
        start = text.find("<svg")
        return self._with_metadata(text[start:] if start > 0 else text)


class JSON(DisplayObject):
    __module__ = PLACE

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root="root", **options):
        details = dict({"expanded": expanded, "root": root}, **dict(metadata or {}, **options))
        if isinstance(data, str) and not data.startswith(("http://", "https://")):
            data = json.loads(data)
        super().__init__(data, url, filename, details)
        if isinstance(self.data, str) and (url or filename):
            self.data = json.loads(self.data)

    def _repr_json_(self):
        return self.data, self.metadata


class GeoJSON(JSON):
    __module__ = PLACE

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"application/geo+json": self.data, "text/plain": "<IPython.display.GeoJSON object>"}


class Javascript(TextDisplayObject):
    __module__ = PLACE

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        super().__init__(data, url, filename)

    def _repr_javascript_(self):
        return self.data


class Code(TextDisplayObject):
    __module__ = PLACE

    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        super().__init__(data, url, filename)

    def __repr__(self):
        return self.data

    def _repr_mimebundle_(self, include=None, exclude=None):
        fenced = "```%s\n%s\n```" % (self.language or "", self.data.rstrip("\n"))
        return {"text/markdown": fenced, "text/plain": self.data}


class FileLink:
    __module__ = PLACE

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        self.path = str(path)
        self._href = url_prefix + self.path

    def _repr_html_(self):
        return '<a href="%s" target="_blank">%s</a><br>' % (escape(self._href, True), escape(self.path))

    def __repr__(self):
        return os.path.abspath(self.path)


class FileLinks(FileLink):
    __module__ = PLACE

    def _repr_html_(self):
        names = sorted(os.listdir(self.path))
        return "".join(FileLink(os.path.join(self.path, name))._repr_html_() for name in names)


class IFrame:
    __module__ = PLACE

    def __init__(self, src, width, height, extras=None, **parameters):
        from urllib.parse import urlencode

        self.src = src + ("?" + urlencode(parameters) if parameters else "")
        self.width, self.height = width, height

    def _repr_html_(self):
        return '<iframe width="%s" height="%s" src="%s" frameborder="0" allowfullscreen></iframe>' % (
            self.width,
            self.height,
            escape(self.src, True),
        )


class YouTubeVideo(IFrame):
    __module__ = PLACE

    def __init__(self, id, width=400, height=300, **parameters):
        super().__init__("https://www.youtube.com/embed/%s" % id, width, height, **parameters)


def _shower(*mimes):
    def show(*values, **options):
        display(*values, include=None if options.get("raw") else mimes, **options)

    return show


display_pretty = _shower("text/plain")
display_html = _shower("text/html", "text/plain")
display_markdown = _shower("text/markdown", "text/plain")
display_svg = _shower("image/svg+xml", "text/plain")
display_png = _shower("image/png", "text/plain")
display_jpeg = _shower("image/jpeg", "text/plain")
display_latex = _shower("text/latex", "text/plain")
display_json = _shower("application/json", "text/plain")
display_javascript = _shower("application/javascript", "text/plain")
