"""IPython's Image, Audio and Video, for an interpreter that has no IPython."""

import os
from binascii import b2a_base64
from html import escape

from .ipython_objects import PLACE, DisplayObject

IMAGE_TYPES = {
    "png": "image/png",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
}
SIGNATURES = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8", "jpeg"), (b"GIF8", "gif"), (b"RIFF", "webp"))


def _base64(data):
    return b2a_base64(data, newline=False).decode()


class Image(DisplayObject):
    """A picture: its bytes, a file, or a URL that whoever looks at it fetches (with embed=True: fetched here)."""

    __module__ = PLACE
    _read_mode = "rb"

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        format=None,
        embed=None,
        width=None,
        height=None,
        retina=False,
        unconfined=False,
        metadata=None,
        alt=None,
    ):
        self._must_fetch = bool(embed)
        self.width, self.height, self.alt = width, height, alt
        self._given_format = format
        super().__init__(data, url, filename, metadata)
        self.embed = self.data is not None
        self.format = self._find_format()
        for name in ("width", "height", "alt"):
            if getattr(self, name) is not None:
                self.metadata[name] = getattr(self, name)

    def _is_file(self, data):
        return True

    def _fetch(self):
        if self._must_fetch:
            super()._fetch()

    def _find_format(self):
        if self._given_format:
            return self._given_format.lower()
        for signature, name in SIGNATURES:
            if isinstance(self.data, bytes) and self.data.startswith(signature):
                return name
        extension = os.path.splitext(self.filename or self.url or "")[1].lstrip(".").lower()
        if extension in IMAGE_TYPES:
            return extension
        if self.data is not None and not isinstance(self.data, bytes):
            raise ValueError("Image takes bytes, a file name or a URL")
        return "png"

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            sizes = "".join(' %s="%s"' % item for item in self.metadata.items())
            return {"text/html": '<img src="%s"%s>' % (escape(self.url, True), sizes)}
        mime = IMAGE_TYPES.get(self.format, "image/" + self.format)
        is_text = mime == "image/svg+xml"
        data = self.data.decode("utf-8") if is_text and isinstance(self.data, bytes) else self.data
        return {mime: data}, {mime: self.metadata} if self.metadata else {}


class Audio(DisplayObject):
    """A sound: the bytes of an encoded one, a file, a URL, or samples with their rate."""

    __module__ = PLACE
    _read_mode = "rb"

    def __init__(
        self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, element_id=None
    ):
        self.autoplay = autoplay
        if data is not None and not isinstance(data, (bytes, str, os.PathLike)):
            if rate is None:
                raise ValueError("rate must be specified when data is a list of samples")
            data = _wave(data, int(rate), normalize)
        super().__init__(data, url, filename)

    def _is_file(self, data):
        return True

    def _fetch(self):
        """The browser does."""

    def _repr_html_(self):
        source = self.url
        if self.data is not None:
            source = "data:audio/wav;base64," + _base64(self.data)
        autoplay = ' autoplay="autoplay"' if self.autoplay else ""
        return '<audio controls="controls"%s><source src="%s" /></audio>' % (autoplay, escape(source, True))


def _wave(samples, rate, normalize):
    """16-bit samples as a WAV file; of two dimensions the first is channels."""
    import io
    import wave
    from array import array

    if hasattr(samples, "tolist"):
        samples = samples.tolist()
    channels = samples if samples and isinstance(samples[0], (list, tuple)) else [samples]
    peak = max((abs(value) for channel in channels for value in channel), default=0) or 1
    scale = 32767 / (peak if normalize else max(peak, 1))
    frames = array("h", (int(value * scale) for step in zip(*channels) for value in step))
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(frames.tobytes())
    return target.getvalue()


class Video(DisplayObject):
    """A film: a file or URL that the browser fetches, or its bytes with embed=True."""

    __module__ = PLACE
    _read_mode = "rb"

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        embed=False,
        mimetype=None,
        width=None,
        height=None,
        html_attributes="controls",
    ):
        self.mimetype = mimetype or "video/mp4"
        self._attributes = html_attributes
        self._sizes = "".join(' %s="%s"' % pair for pair in (("width", width), ("height", height)) if pair[1])
        if not embed and isinstance(data, str) and url is None:
            data, url = None, data
        super().__init__(data, url, filename)

    def _is_file(self, data):
        return True

    def _fetch(self):
        """The browser does."""

    def _repr_html_(self):
        source = self.url
        if self.data is not None:
            source = "data:%s;base64,%s" % (self.mimetype, _base64(self.data))
        return '<video src="%s" %s%s></video>' % (escape(source, True), self._attributes, self._sizes)
