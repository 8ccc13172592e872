"""Answers the tool calls of a run while it goes on, over a WebSocket or over a stream of events and HTTP."""


def answer_by_websocket(connection, run, functions):
    """Reads up to the end of the run; answers calls by the function of that name. The result."""
    while True:
        message = connection.receive()
        if message["type"] == "tool.call" and message["run"] == run:
            connection.send({"type": "tool.result", "run": run, "callId": message["callId"],
                             **outcome(functions, message)})
        if message["type"] == "run.finished" and message["run"] == run:
            return message["result"]


def answer_by_http(client, stream, functions):
    """The same for a stream of POST /eval."""
    for event in stream:
        if event["type"] == "tool.call":
            body = {"callId": event["callId"], **outcome(functions, event)}
            answer = client.post(f"/runs/{event['run']}/tool-results", body)
            if answer.status != 204:
                raise AssertionError(answer)
        if event["type"] == "run.finished":
            return event["result"]
    raise AssertionError("the stream ended before the run")


def outcome(functions, call):
    try:
        return {"ok": True, "value": functions[call["name"]](call["args"])}
    except Exception as error:  # the cell is told
        return {"ok": False, "error": str(error)}


def offers(*names):
    return [{"name": name} for name in names]
