"""A call's arguments as JSON. What JSON has no form for is refused, with its place, before anything is sent."""

from math import isfinite

from .frames import without_surrogates
from .strict_json import dumps

DEPTH = 60  # of nested containers: whoever answers takes no deeper ones


def encode_arguments(name, arguments):
    """UTF-8 bytes. TypeError or ValueError for what is no JSON."""
    text = dumps(_Checker(name).check(arguments, ""))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return without_surrogates(text).encode()


class _Checker:
    """Rebuilds a value out of dict, list, str, int, float, bool and None."""

    def __init__(self, name):
        self._name = name
        self._open = set()  # ids of the containers that are being checked

    def check(self, value, place):
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None:
            return value
        if isinstance(value, (dict, list, tuple)):
            return self._check_container(value, place)
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int):
            return int(value)
        if isinstance(value, float):
            if not isfinite(value):
                self._refuse(ValueError, place, "is %r, which JSON has no form for" % float(value))
            return float(value)
        return self._check_foreign(value, place)

    def _check_container(self, value, place):
        if id(value) in self._open:
            self._refuse(ValueError, place, "holds itself")
        if len(self._open) >= DEPTH:
            self._refuse(ValueError, place, "is nested more than %d deep" % DEPTH)
        self._open.add(id(value))
        try:
            if isinstance(value, dict):
                return {self._key(key, place): self.check(item, _step(place, key)) for key, item in value.items()}
            return [self.check(item, "%s[%d]" % (place, index)) for index, item in enumerate(value)]
        finally:
            self._open.discard(id(value))

    def _key(self, key, place):
        if not isinstance(key, str):
            self._refuse(TypeError, place, "has the key %r, and JSON takes only texts" % (key,))
        return str.__str__(key)

    def _check_foreign(self, value, place):
        """numpy's scalars and arrays are numbers and lists to everybody."""
        if type(value).__module__.partition(".")[0] == "numpy" and hasattr(value, "tolist"):
            plain = value.tolist()
            if type(plain) is not type(value):
                return self.check(plain, place)
        self._refuse(TypeError, place, "is of type %s, which JSON has no form for" % type(value).__name__)

    def _refuse(self, error, place, what):
        where = "the argument %s" % place if place else "what is passed"
        raise error("tool.%s: %s %s" % (self._name, where, what))


def _step(place, key):
    return "%s.%s" % (place, key) if place else str(key)
