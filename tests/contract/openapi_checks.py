"""Holds real answers to openapi.yaml: status, headers, content type, body, events."""
import json
import re

import openapi_document

# What may be refused before a request reaches its route: the `default` answer of every operation.
BEFORE_THE_ROUTE = (400, 403, 405, 408, 413, 414, 417, 431, 501, 505)


class Contract:
    """The contract and what of it has been seen: (operation name, status) pairs, event and message types."""

    def __init__(self):
        self.document = openapi_document.Document(openapi_document.load())
        self.seen = set()
        self.seen_events = set()
        self.seen_messages = set()

    def schema(self, name):
        return {"$ref": f"#/components/schemas/{name}"}

    def faults_of_answer(self, method, path, answer):
        """What of an answer to the operation breaks the contract."""
        operation = self.document.operation(method, path)
        spec = self.document.response(operation, answer.status)
        self.seen.add((operation.name, answer.status))
        if spec is None and answer.status in BEFORE_THE_ROUTE:
            spec = self.document.resolved(operation.spec["responses"]["default"])
        if spec is None:
            return [f"the status {answer.status} is not in the contract: {answer}"]
        return [*self.faults_of_headers(spec, answer), *self.faults_of_body(method, spec, answer)]

    def faults_of_headers(self, spec, answer):
        for name, header in spec.get("headers", {}).items():
            header = self.document.resolved(header)
            value = answer.header(name)
            if value is None:
                if header.get("required"):
                    yield f"{answer.status} without the header {name}"
                continue
            kind = self.document.resolved(header["schema"]).get("type")
            typed = int(value) if kind == "integer" and re.fullmatch(r"\d+", value) else value
            for fault in self.document.faults(header["schema"], typed):
                yield f"header {name}: {fault}"

    def faults_of_body(self, method, spec, answer):
        content = spec.get("content")
        if method == "HEAD" or not content:
            if answer.body:
                yield f"{answer.status} has a body: {answer.body[:100]!r}"
            return
        kind = answer.content_type
        media = content.get(kind, content.get("*/*"))
        if media is None:
            yield f"the content type is {kind!r}, not one of {list(content)}"
            return
        if kind in ("application/json", "application/problem+json") and "schema" in media:
            yield from self.faults_of_json(media["schema"], answer)

    def faults_of_json(self, schema, answer):
        try:
            value = strict_json(answer.body)
        except ValueError as error:
            yield f"no strict JSON: {error}"
            return
        yield from self.document.faults(schema, value)
        if answer.content_type == "application/problem+json" and isinstance(value, dict):
            if value.get("status") != answer.status:
                yield f"the problem's status is {value.get('status')}, the answer's {answer.status}"
            if value.get("requestId") != answer.header("X-Request-Id"):
                yield "the problem's requestId is not the answer's X-Request-Id"

    def faults_of_event(self, event):
        """By its own variant, so that what is told is about it."""
        mapping = self.document.data["components"]["schemas"]["Event"]["discriminator"]["mapping"]
        if event.get("type") not in mapping:
            return [f"an unknown event: {json.dumps(event)[:200]}"]
        self.seen_events.add(event["type"])
        faults = self.document.faults({"$ref": mapping[event["type"]]}, event)
        return [f"event {event['type']}: {fault}" for fault in faults]

    def faults_of_events(self, events):
        """Each event, and what holds for all of a stream: numbers that rise, one run.finished for each run, at its end."""
        faults = [fault for event in events for fault in self.faults_of_event(event)]
        numbers = [event["seq"] for event in events if "seq" in event]
        if numbers != sorted(set(numbers)):
            faults.append(f"the numbers do not rise: {numbers}")
        ended = set()
        for event in events:
            run = event.get("run")
            if run in ended and run is not None:
                faults.append(f"an event of run {run} after its end: {event['type']}")
            if event["type"] == "run.finished":
                ended.add(run)
        return faults

    def faults_of_message(self, message):
        """A message of the server over a WebSocket."""
        names = {"accepted": "AcceptedMessage", "pong": "PongMessage"}
        if message.get("type") == "error" and "problem" in message:
            names["error"] = "RefusedMessage"
        name = names.get(message.get("type"))
        if name is None:
            return self.faults_of_event(message)
        self.seen_messages.add(name)
        return [f"message {message['type']}: {fault}" for fault in self.document.faults(self.schema(name), message)]


def strict_json(data):
    """Parses what RFC 8259 allows: UTF-8, no NaN, no name twice."""
    def refuse(text):
        raise ValueError(f"{text} is no JSON")

    def unique(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError(f"a name stands twice: {[name for name, _ in pairs]}")
        return dict(pairs)
    return json.loads(data.decode("utf-8"), parse_constant=refuse, object_pairs_hook=unique)
