"""agent(), completion() and budget: tools of those names, with results of a known shape."""

import math

from .bridge import ToolError, call


def completion(prompt, model="default", system=None, schema=None):
    arguments = {"prompt": prompt, "model": model, "system": system, "schema": schema}
    answer = _as_record(call("completion", _given(arguments)))
    return answer["text"] if schema is None else _data_of(answer)


def run_agent(arguments, handle):
    answer = _as_record(call("agent", _given(arguments)))
    has_schema = arguments.get("schema") is not None
    if not handle:
        return _data_of(answer) if has_schema else answer["text"]
    identity = answer.get("id")
    record = {
        "text": answer["text"],
        "output": answer.get("output", answer["text"]),
        "handle": None if identity is None else "agent://%s" % identity,
        "id": identity,
        "agent": answer.get("agent"),
    }
    if has_schema or "data" in answer:
        record["data"] = _data_of(answer)
    return record


def budget():
    """{total, spent, hard}; without a tool of that name there is no limit."""
    try:
        answer = call("budget", {})
    except ToolError:
        return {}
    return answer if isinstance(answer, dict) else {}


def remaining_budget():
    answer = budget()
    if answer.get("total") is None:
        return math.inf
    return max(0, answer["total"] - (answer.get("spent") or 0))


def _given(arguments):
    return {name: value for name, value in arguments.items() if value is not None}


def _as_record(answer):
    if isinstance(answer, dict) and "text" in answer:
        return answer
    if isinstance(answer, dict) and "data" in answer:
        return dict(answer, text="")
    return {"text": answer}


def _data_of(answer):
    if "data" in answer:
        return answer["data"]
    text = answer["text"]
    if not isinstance(text, str):
        return text
    import json

    return json.loads(text)
