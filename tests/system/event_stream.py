"""Reads events from the two stream formats of the server."""
import json


def read_ndjson(answer):
    """Events of an application/x-ndjson answer: one JSON object a line."""
    while True:
        line = answer.readline()
        if not line:
            return
        if line.strip():
            yield json.loads(line)


def read_sse(answer):
    """Events of a text/event-stream answer. Checks what the format repeats: the id is `epoch-seq`, the event the type."""
    fields = {}
    while True:
        line = answer.readline()
        if not line:
            return
        line = line.decode().rstrip("\r\n")
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            fields[name] = fields[name] + "\n" + value if name in fields else value
            continue
        if "data" in fields:
            yield checked(fields)
        fields = {}


def checked(fields):
    event = json.loads(fields["data"])
    if "seq" in event and fields.get("id") != f"{event['epoch']}-{event['seq']}":
        raise AssertionError(f"the id is {fields.get('id')!r} of {event}")
    if "event" in fields and fields["event"] != event["type"]:
        raise AssertionError(f"the event is {fields['event']!r} of {event}")
    return event
