"""Telling other libraries, once they are imported, how to live in a kernel; without importing any of them."""

import os
import sys


class LateHooks:
    """A meta path finder that finds nothing itself: it calls a function with a named module after its import."""

    def __init__(self):
        self._hooks = {}
        self._busy = set()

    def add(self, name, hook):
        module = sys.modules.get(name)
        if module is not None:
            hook(module)
        self._hooks[name] = hook

    def find_spec(self, name, path=None, target=None):
        hook = self._hooks.get(name)
        if hook is None or name in self._busy:
            return None
        self._busy.add(name)
        try:
            spec = self._find(name, path, target)
        finally:
            self._busy.discard(name)
        if spec is not None and spec.loader is not None:
            _call_after(spec.loader, hook)
        return spec

    def _find(self, name, path, target):
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find and finder is not self else None
            if spec is not None:
                return spec
        return None


def _call_after(loader, hook):
    execute = getattr(loader, "exec_module", None)
    if execute is None or isinstance(loader, type):
        return  # built into Python: the class stands for the loader of all such modules

    def exec_module(module):
        execute(module)
        try:
            hook(module)
        except Exception:
            pass  # a version that is built otherwise: it works as it does without us

    loader.exec_module = exec_module  # on this one object, so that its type and its other methods stay


class LastResort:
    """The last meta path finder: stands in for packages that aren't installed, by finders imported when asked."""

    def __init__(self, finders):
        self._finders = finders  # top-level name -> (module, class)

    def find_spec(self, name, path=None, target=None):
        place = self._finders.get(name.partition(".")[0])
        if place is None:
            return None
        module = __import__("%s.%s" % (__package__, place[0]), fromlist=[place[1]])
        return getattr(module, place[1])().find_spec(name, path, target)


def forget_folder_listing():
    """A module that was written within the clock tick of the last look at its folder would not be found."""
    try:
        finder = sys.path_importer_cache.get(os.getcwd())
    except OSError:
        return  # the working directory was deleted
    if finder is not None:
        finder.invalidate_caches()
