"""Results by folder, and the commonest kinds of failures."""

import collections
import re


def folder_of(path):
    return "/".join(path.split("/")[:2])


def table(results):
    counts = collections.OrderedDict()
    for path, failure in results.items():
        for name in (folder_of(path), path.split("/")[0]):
            passed, total = counts.get(name, (0, 0))
            counts[name] = (passed + (failure is None), total + 1)
    lines = []
    for name in sorted(counts):
        passed, total = counts[name]
        lines.append("%-48s %6d / %6d  %6.2f %%" % (name, passed, total, 100.0 * passed / total))
    return "\n".join(lines)


def groups(results, count):
    """The commonest failures, by message with its particulars taken out."""
    found = collections.defaultdict(list)
    for path, failure in results.items():
        if failure is not None:
            text = re.sub(r"(Uncaught: )?Test262Error.*?message: '", "", failure.split("] ", 1)[-1])
            found[re.sub(r"[«'\"].*?[»'\"]|\d+", "…", text)[:100]].append(path)
    ranked = sorted(found.items(), key=lambda item: -len(item[1]))[:count]
    return "\n".join("%5d  %s\n         %s" % (len(paths), text, paths[0]) for text, paths in ranked)
