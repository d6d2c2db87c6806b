"""A bot that plays at a Whistlestop server: it claims what it can, and else draws cards.

    python examples/bot.py http://127.0.0.1:8787              # a new table against a bot
    python examples/bot.py http://127.0.0.1:8787 TABLE        # a seat at somebody's table

It needs nothing but Python. `docs/api.md` describes what it says to the server.
"""

import json
import random
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address, body=None, token=None):
    """Send a request; the answer, open for reading."""
    headers = {"Content-Type": "application/json", "X-Requested-With": "whistlestop"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(address, data, headers), timeout=600)


def choose(legal):
    """Decide: the longest route that can be claimed; else anything but more tickets."""
    routes = [action for action in legal if action["kind"] == "claim"]
    if routes:
        return max(routes, key=lambda action: sum(number for _, number in action["cards"]))
    return random.choice([action for action in legal if action["kind"] != "tickets"] or legal)


def play(server, table=None):
    """Sit down, play until the game is over, and say how it ended."""
    token = json.load(ask(f"{server}/api/tokens", {}))["token"]
    ask(f"{server}/api/me", {"name": "Example bot"}, token)
    if table is None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "planner"}]
        made = ask(f"{server}/api/tables", {"edition": "usa", "seats": seats}, token)
        table = json.load(made)["id"]
    else:
        ask(f"{server}/api/tables/{table}/join", {}, token)
    for line in ask(f"{server}/api/tables/{table}/stream", token=token):
        update = json.loads(line)
        if update.get("legal"):
            words, version = choose(update["legal"])["words"], update["version"]
            move = {"id": str(uuid.uuid4()), "version": version, "action": words}
            try:
                ask(f"{server}/api/tables/{table}/actions", move, token)
            except HTTPError as error:
                print("refused:", json.load(error)["message"])
        if update["type"] == "update" and update["table"]["state"] == "over":
            return json.load(ask(f"{server}/api/tables/{table}/sheet", token=token))["totals"]


if __name__ == "__main__":
    print("The game has ended:", play(*sys.argv[1:]))
