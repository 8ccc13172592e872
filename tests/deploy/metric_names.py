"""Metrics that queries of the dashboard and the alerts name, and those that the servers have."""
import json
import os
import re

from tests.system.server import ROOT

DASHBOARD = os.path.join(ROOT, "deploy", "grafana", "dashboards", "evald.json")
ALERTS = os.path.join(ROOT, "deploy", "prometheus", "alerts.yml")

# What PromQL has names for, as far as they are used here.
WORDS = {"sum", "max", "rate", "increase", "changes", "histogram_quantile", "by", "le", "label_values"}
# A name, unless it is a label's (before a matcher) or within quotes, brackets of a range or the list of a grouping.
NAME = re.compile(r"\b[a-zA-Z_:][a-zA-Z0-9_:]*\b")
STRIPPED = [r'"[^"]*"', r"\{[^}]*\}", r"\[[^\]]*\]", r"\bby\s*\([^)]*\)"]


def names_in(query):
    """The metrics of a query."""
    for pattern in STRIPPED:
        query = re.sub(pattern, " ", query)
    return {name for name in NAME.findall(query) if name not in WORDS}


def labels_in(query):
    """(metric, label) of each matcher of a query."""
    pairs = set()
    for metric, matchers in re.findall(r"([a-zA-Z_:][a-zA-Z0-9_:]*)\{([^}]*)\}", query):
        pairs |= {(metric, label) for label in re.findall(r"([a-zA-Z_][a-zA-Z0-9_]*)\s*[=!]~?", re.sub(r'"[^"]*"', "", matchers))}
    return pairs


def panels():
    with open(DASHBOARD, encoding="utf-8") as file:
        return json.load(file)["panels"]


def dashboard_queries():
    """(where, query) of each panel, of the annotations and of the variables."""
    with open(DASHBOARD, encoding="utf-8") as file:
        board = json.load(file)
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for one in board["annotations"]["list"]:
        yield one["name"], one["expr"]
    for one in board["templating"]["list"]:
        metric = re.fullmatch(r"label_values\((\w+), \w+\)", one["query"]).group(1)
        yield one["name"], metric


def exposed(text):
    """Names of the samples that a page of metrics has or, where it has none of a family yet, will have; and their labels."""
    names, labels = set(), {}
    for line in text.splitlines():
        kind = re.match(r"# TYPE (\S+) (\S+)", line)
        sample = re.match(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ", line)
        if kind:
            suffixes = ("_bucket", "_sum", "_count") if kind.group(2) == "histogram" else ("",)
            names |= {kind.group(1) + suffix for suffix in suffixes}
        elif sample and not line.startswith("#"):
            found = re.findall(r'([a-zA-Z_][a-zA-Z0-9_]*)="', sample.group(2) or "")
            labels.setdefault(sample.group(1), set()).update(found)
    return names, labels
