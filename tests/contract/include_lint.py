"""Holds includes to the layers (CONTRIBUTING.md): service -> eval-core -> its platform and base; runners stand alone.

Beside that no folders of eval-core include each other in a circle, and quoted includes name files that are there.
"""

import re
import sys
from collections import defaultdict

import sources

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"(?P<own>[^"]+)"|<(?P<other>[^>]+)>)', re.MULTILINE)

# What HTTP, metrics and the command line need; eval-core knows none of them.
FORBIDDEN_IN_CORE = ("boost/beast", "boost/url", "boost/asio/ssl", "prometheus/", "CLI/")
# Made by the build, or found through an include path of the compiler.
ELSEWHERE = ("generated/", "duktape.c", "duktape.h", "duk_config.h")
# Within eval-core: what a folder may include beside itself. Others are only held to have no circle.
LOWEST = {"base": set(), "platform": {"base"}}


def includes_of(path):
    """Triples of line, quoted name or None, bracketed name or None."""
    text = sources.text_of(path)
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group("own"), match.group("other")


def is_there(roots, name, path):
    beside = sources.ROOT / path.parent / name
    return beside.is_file() or any((sources.ROOT / root / name).is_file() for root in roots)


def layer_of(path):
    """Include roots of a file's quoted includes, outermost first."""
    parts = path.parts
    if parts[0] == "eval-core":
        return ["eval-core"]
    if parts[0] == "service":
        return ["service", "eval-core"]
    if parts[0] == "runners":
        return ["/".join(parts[:2])]
    if parts[:2] == ("tests", "javascript") or parts[:2] == ("tests", "runners"):
        return ["tests", "runners/javascript", "/".join(parts[:2])]
    return ["tests", "service", "eval-core", "runners/javascript", "/".join(parts[:2])]


def complaints_about(path):
    roots = layer_of(path)
    for line, own, other in includes_of(path):
        if own and not own.startswith(ELSEWHERE) and not is_there(roots, own, path):
            yield line, f'"{own}" is not in {" or ".join(roots)}'
        if other and roots == ["eval-core"] and other.startswith(FORBIDDEN_IN_CORE):
            yield line, f"<{other}> in eval-core, which knows no HTTP, metrics or command line"
        folder = path.parts[1]
        if own and roots == ["eval-core"] and folder in LOWEST:
            target = own.split("/")[0]
            if target != folder and target not in LOWEST[folder]:
                yield line, f'"{own}" in eval-core/{folder}, which stands below it'


def folder_graph():
    """Which folder of eval-core includes which other, with one place as proof."""
    graph = defaultdict(dict)
    for path in sources.files("eval-core", suffixes={".cpp", ".hpp"}):
        for line, own, _ in includes_of(path):
            if own and "/" in own and len(path.parts) > 2:
                source, target = path.parts[1], own.split("/")[0]
                if source != target:
                    graph[source].setdefault(target, f"{path}:{line}")
    return graph


def circle_in(graph):
    """One circle of folders as a list, or None."""
    done, trail = set(), []

    def visit(folder):
        if folder in trail:
            return trail[trail.index(folder):] + [folder]
        if folder in done:
            return None
        trail.append(folder)
        for target in sorted(graph.get(folder, ())):
            circle = visit(target)
            if circle:
                return circle
        trail.pop()
        done.add(folder)
        return None

    return next(filter(None, map(visit, sorted(graph))), None)


def main():
    failed = False
    for path in sources.files("eval-core", "service", "runners", "tests", suffixes={".cpp", ".hpp", ".h", ".c"}):
        for line, complaint in complaints_about(path):
            print(f"{path}:{line}: {complaint}")
            failed = True
    graph = folder_graph()
    circle = circle_in(graph)
    if circle:
        places = ", ".join(f"{a} -> {b} ({graph[a][b]})" for a, b in zip(circle, circle[1:]))
        print(f"eval-core: folders include each other in a circle: {places}")
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
