"""Play random options: open a table with a built-in bot, follow its stream, and play the game to the end.

Make a token at /me/programs, then:  DICEHOUSE_TOKEN=... python bot.py http://127.0.0.1:8000 dice-ocalypse
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

server, game, rng = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2], random.Random(*sys.argv[3:4])
headers = {"Authorization": "Bearer " + os.environ["DICEHOUSE_TOKEN"], "Content-Type": "application/json"}


def ask(path, **body):
    """Ask the server until it answers. A request with an id is carried out once, even if it is sent again."""
    payload = json.dumps({"id": uuid.uuid4().hex, **body}).encode() if body else None
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(server + path, payload, headers), timeout=30)
        except urllib.error.HTTPError as error:
            refusal = json.load(error)
            if refusal["error"] == "stale":  # the position has changed; the next line shows it
                return None
            if error.code not in (429, 503):
                raise SystemExit(refusal["why"]) from None
        except OSError as error:
            print("trying again:", error, file=sys.stderr)
        time.sleep(1)


table, state = json.load(ask("/tables", game=game, seats=["me", "bot:pip"]))["table"], {"told": 0, "sheet": None}
while not state["sheet"]:
    try:
        for line in ask(f"/tables/{table}/stream?since={state['told']}"):
            state |= json.loads(line)  # a state, a heartbeat, or the last line before the server stops
            if state["t"] == "state" and state["options"]:
                option = rng.choice(state["options"])["id"]
                ask(f"/tables/{table}/actions", seat=state["seat"], number=state["number"], option=option)
            elif state["sheet"]:
                break
    except (OSError, http.client.HTTPException) as error:
        print("the connection broke:", error, file=sys.stderr)
for row in state["sheet"]["rows"]:
    print(state["table"]["seats"][row["seat"]]["name"], row["total"])
