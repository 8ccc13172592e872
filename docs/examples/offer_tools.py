"""Runs a cell that calls two tools of this program: python3 offer_tools.py http://127.0.0.1:8080 TOKEN"""
import json
import sys
import urllib.request

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
PRICES = {"apple": 0.5, "pear": 0.75}
TOOLS = {
    "price": lambda args: PRICES[args["fruit"]],
    "order": lambda args: {"ordered": args["items"], "total": sum(PRICES[i] for i in args["items"])},
}
OFFERED = [{"name": "price", "description": "What a fruit costs.",
            "parameters": {"type": "object", "properties": {"fruit": {"type": "string"}}, "required": ["fruit"]}},
           {"name": "order", "description": "Orders fruit."}]
CODE = """
prices = parallel([lambda f=f: tool.price(fruit=f) for f in ("apple", "pear")])
print(prices, tool.order(items=["pear", "pear"])["total"])
"""


def post(path, body, accept="application/json"):
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json", "Accept": accept}
    return urllib.request.urlopen(urllib.request.Request(URL + path, json.dumps(body).encode(), headers))


def answer(call):
    try:
        result = {"ok": True, "value": TOOLS[call["name"]](call["args"])}
    except Exception as error:  # raised in the cell, with this message
        result = {"ok": False, "error": str(error)}
    post("/runs/%s/tool-results" % call["run"], {"callId": call["callId"], **result}).close()


events = post("/eval", {"cells": [{"language": "py", "code": CODE}], "tools": OFFERED}, "text/event-stream")
for line in events:
    event = json.loads(line[6:]) if line.startswith(b"data: ") else {"type": None}
    if event["type"] == "tool.call":
        answer(event)
    if event["type"] == "run.finished":
        print(event["result"]["content"][0]["text"])
