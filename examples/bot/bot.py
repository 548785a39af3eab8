"""A bot in forty lines: it opens a table with a bot of the house, follows it as a stream, and plays random options.

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

house, game, chance = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2], random.Random(*sys.argv[3:4])
headers = {"Authorization": "Bearer " + os.environ["DICEHOUSE_TOKEN"], "Content-Type": "application/json"}


def ask(path, **body):
    """Ask the house until it answers: what has an id is done once, however often it is sent."""
    sent = json.dumps({"id": uuid.uuid4().hex, **body}).encode() if body else None
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(house + path, sent, headers), timeout=30)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            if told["error"] == "stale":  # the table has moved on: the next line says how
                return None
            if error.code not in (429, 503):
                raise SystemExit(told["why"]) from None
        except OSError as error:
            print("once more:", error, file=sys.stderr)
        time.sleep(1)


table, state = json.load(ask("/tables", game=game, seats=["me", "bot:pip"]))["table"], {"told": 0, "sheet": None}
while not state["sheet"]:
    try:
        for line in ask(f"/tables/{table}/stream?since={state['told']}"):
            state |= json.loads(line)  # a state, a beat (nothing happened), or the last word of a house that closes
            if state["t"] == "state" and state["options"]:
                option = chance.choice(state["options"])["id"]
                ask(f"/tables/{table}/actions", seat=state["seat"], number=state["number"], option=option)
            elif state["sheet"]:
                break
    except (OSError, http.client.HTTPException) as error:
        print("the line broke:", error, file=sys.stderr)
for row in state["sheet"]["rows"]:
    print(state["table"]["seats"][row["seat"]]["name"], row["total"])
