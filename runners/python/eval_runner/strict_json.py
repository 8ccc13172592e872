"""Any Python value as strict JSON: what JSON lacks becomes its repr, NaN and infinities null."""

from math import isfinite

from .frames import quote, without_surrogates

DEPTH = 48  # of nested containers; what lies deeper is shown by its repr
REPR_LENGTH = 10000


def encode(value):
    """UTF-8 bytes."""
    if type(value) is str:
        return quote(value)
    text = dumps(Cleaner().clean(value))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return without_surrogates(text).encode()


def _make_dumps():
    """The encoder in C by itself; the json package around it would import re and enum."""
    try:
        from _json import encode_basestring, make_encoder

        encoder = make_encoder(None, repr, encode_basestring, None, ":", ",", False, False, False)
        return lambda value: "".join(encoder(value, 0))
    except (ImportError, TypeError):
        from json import JSONEncoder

        return JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


dumps = _make_dumps()


def safe_repr(value):
    """repr(value), whatever that does."""
    try:
        text = repr(value)
    except Exception as error:
        text = "<%s object: its repr failed with %s>" % (type(value).__name__, type(error).__name__)
    return text if len(text) <= REPR_LENGTH else text[:REPR_LENGTH] + "…"


class Cleaner:
    """Rebuilds a value out of dict, list, str, int, float, bool and None."""

    def __init__(self):
        self._open = set()  # ids of the containers that are being cleaned

    def clean(self, value):
        kind = type(value)
        if kind is str or kind is bool or value is None:
            return value
        if isinstance(value, (dict, list, tuple)):
            return self._clean_container(value)
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int):
            number = int(value)
            is_held = -(1 << 63) <= number < 1 << 64  # by whoever reads JSON
            return number if is_held else safe_repr(number)
        if isinstance(value, float):
            number = float(value)
            return number if isfinite(number) else None
        return self._clean_foreign(value)

    def _clean_container(self, value):
        if id(value) in self._open or len(self._open) >= DEPTH:
            return safe_repr(value)
        self._open.add(id(value))
        try:
            if not isinstance(value, dict):
                return [self.clean(item) for item in value]
            return {_name(key): self.clean(item) for key, item in value.items()}
        finally:
            self._open.discard(id(value))

    def _clean_foreign(self, value):
        """numpy's and pandas' scalars and arrays are numbers to whoever shows them."""
        if type(value).__module__.partition(".")[0] == "numpy":
            try:
                plain = value.tolist()
            except Exception:
                plain = value
            if type(plain) is not type(value):
                return self.clean(plain)
        return safe_repr(value)


def _name(key):
    """A member's name. Two keys may come to the same name, of which the later one counts."""
    text = key if type(key) is str else _text(key)
    return text if text.isascii() else without_surrogates(text)


def _text(key):
    try:
        return str.__str__(key) if isinstance(key, str) else str(key)
    except Exception:
        return safe_repr(key)
