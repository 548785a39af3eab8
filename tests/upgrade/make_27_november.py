"""Write what Dicehouse left behind on 27 November 2026 (commit aee874b): a house, and every kind of file.

    git worktree add --detach ../older aee874b
    cp -r src/dicehouse/web/static ../older/src/dicehouse/web/         (the page that `make page` builds)
    cp -r tests/upgrade/make_27_november.py tests/upgrade/27-november ../older/tests/upgrade/
    cd ../older && PYTHONPATH=src python -m tests.upgrade.make_27_november tests/upgrade/27-november

It needs all that `make test` installs. Keys, secrets and times differ each time; the rest comes out the same. It uses
modules and helpers of the tests as they are at that commit, and is run there only: a rename leaves this file as it is.
`examples/` and `house_rules/` in the folder are copies of the files of that commit, made by hand.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import lzma
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from dicehouse.games.patching import patched
from dicehouse.kit import Keyed
from dicehouse.kit.engine import use_compiled
from dicehouse.kit.sights import Sight, space_of
from dicehouse.lab import Study
from dicehouse.table.people.mail import Post
from dicehouse.table.people.mail import Server as MailServer
from dicehouse.table.storage.stores import open_store

import dicehouse
from dicehouse import bots, warm
from dicehouse.bots.nets import Net
from dicehouse.cli import main as command
from dicehouse.envs import Batch
from dicehouse.envs.selfplay import Plan, record
from dicehouse.games import BUILT_IN, all_games, find

from ..cluster import cluster, programs
from ..web.keyring import Device, make, use
from ..web.letters import Mailbox, mailbox
from ..web.server import Person, Server, Sitting, start

HOUSE = "https://dice.example.org"
HERS, HIS = "5" * 32, "6" * 32
SHORT = {"set-target": "2000", "set-opening": "0"}
MINE = {"dice-ocalypse": SHORT}  # settings that keep a match short
DECK = "deck-o-dice"
THROWN = {
    "classic": 10_000,
    "drafting-barrels": 60,
    "construction": 20,
    "central": 0,
    "drafting": 0,
    "classic-barrels": 0,
}
Facts = dict[str, Any]


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- matches as the library saves them ---------------------------------------------------------------------------


def at(match: dicehouse.Match) -> Facts:
    """Describe the position of a saved match, so that a later version can compare."""
    return {
        "number": match.number,
        "over": match.over,
        "acting": list(match.acting()),
        "scores": match.points(),
        "shares": match.returns(),
        "position": hashlib.sha256(match.position()).hexdigest(),
        "options": [[option.id for option in match.options(seat)][:200] for seat in range(match.players)],
    }


def played(match: dicehouse.Match, most: int, luck: random.Random) -> dicehouse.Match:
    """Play random options until the game is over, or until a seat has acted and may act again after `most` actions."""
    while not match.over:
        seat = luck.choice(match.acting())
        if match.number >= most and match.actions[-1].seat == seat:
            break
        match.play(seat, luck.choice(match.options(seat)).id)
    return match


def sealed(match: dicehouse.Match, luck: random.Random) -> dicehouse.Match:
    """Play until several seats may choose at once and one of them has chosen."""
    while len(match.acting()) < 2:
        seat = luck.choice(match.acting())
        match.play(seat, luck.choice(match.options(seat)).id)
    asked, seat = match.acting(), match.acting()[0]
    match.play(seat, luck.choice(match.options(seat)).id)
    assert set(match.acting()) == set(asked) - {seat}, "its choice is sealed, and the others are still asked"
    return match


def matches() -> Iterator[tuple[str, dicehouse.Match]]:
    """Yield for each game a match in mid-turn, one with a sealed choice, and a finished one in each mode."""
    for game in map(find, BUILT_IN):
        yield f"{game.id}/running", played(dicehouse.new(game.id, seed=1), 12, random.Random(1))
        for mode in game.modes:
            low, high = mode.players or game.players
            players = min(max(low, 3), high)
            options = {**mode.settings, **({"target": 2000} if game.id == "dice-ocalypse" else {})}
            secret = Keyed(
                hashlib.sha256(mode.id.encode()).digest(), f"{game.id}-{mode.id}"[:64], ["", "a", "b"][:players]
            )
            match = dicehouse.new(game.id, players=players, options=options, dice=secret)
            most = THROWN[mode.id] if game.id == "indicesion" else 10_000
            if most:
                yield f"{game.id}/{mode.id}", played(match, most, random.Random(2))
    for name, players, options in ((DECK, 2, {}), ("dicetopia", 3, {}), ("dice-ocalypse", 6, {"target": 5000})):
        luck = random.Random(1)
        for seed in range(1000):
            match = dicehouse.new(name, players=players, options=options, seed=seed)
            with contextlib.suppress(IndexError):  # it was over before two were asked at once
                yield f"{name}/sealed", sealed(match, luck)
                break


def ruled(folder: Path) -> Iterator[tuple[str, dicehouse.Match]]:
    """Yield a match for each house rule."""
    games = {"richer_majority": "baron-voodoo"}
    for file in sorted(folder.glob("*.py")):
        game = patched(find(games.get(file.stem, "dice-ocalypse")), file, laws=False)
        all_games()[game.id] = game
        options = {"target": 3000, "opening": 0} if game.id.startswith("dice") else {}
        match = dicehouse.new(game.id, players=2, options=options, seed=3)
        yield f"house rule/{file.stem}", played(match, 10_000, random.Random(3))


def guests(folder: Path) -> Iterator[tuple[str, dicehouse.Match]]:
    """Yield a match of each game that comes from another package."""
    for name in ("pig", "liars_dice"):
        sys.path.append(str(folder / name))
        game = __import__(name).game
        all_games()[game.id] = game
        yield f"guest/{game.id}", played(dicehouse.new(game.id, players=2, seed=4), 10_000, random.Random(4))


# --- files of programs -------------------------------------------------------------------------------------------


def files(folder: Path) -> None:
    """Write a net, an arena, an interrupted study, a search, findings, self-play in progress and a game of a batch."""
    game, luck = find(DECK), np.random.default_rng(1)
    sizes = [Sight(game).width, 8, len(space_of(game).numbers)]
    layers = [(luck.standard_normal((outs, ins)), luck.standard_normal(outs)) for ins, outs in pairwise(sizes)]
    Net.for_game(game, (2,), layers).write(folder / "net.safetensors")
    bots.arena(game, ["random", "greedy"], 20, seed=1, save=folder / "arena.json")

    def stop(done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    study = Study(DECK, vary={"memory": [True, False]}, bots=["random"], games=400, seed=1, save=folder / "study.json")
    assert study.run(progress=stop).stopped == "interrupted"
    found = Study(DECK, vary={"memory": [True, False]}, bots=["random"], games=60, seed=1).run()
    (folder / "findings.json").write_text(json.dumps(found.as_dict()))
    tune = ("--over", "target=2000|10000", "--option", "special_cards=off", "--fresh", "64", "--games", "600")
    wanted = ("tune", "dice-ocalypse", "--bots", "greedy", "--jobs", "1", "--goal", "2 turns", "--seed", "1")
    assert command([*wanted, *tune, "--save", str(folder / "tune.json")]) in (0, 1)
    plan = Plan.of(game, 2, {}, ["random"], seed=1, shard=3)
    record(plan, 6, folder / "selfplay")
    (folder / "selfplay" / "games-00001.parquet").unlink()  # it was stopped between the two files of a shard
    batch = Batch(DECK, 1, players=2, seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    (folder / "batch.saved").write_bytes(batch.save(0))
    for lock in folder.glob("*.lock"):
        lock.unlink()


# --- a house --------------------------------------------------------------------------------------------------------


def input_of(page: str, label: str) -> str:
    found = re.search(rf'aria-label="{label}" value="([^"]*)"', page)
    assert found, label
    return unescape(found[1])


def who(page: str, name: str) -> str:
    """Return the name that a form of the plain page has for another person at the table."""
    found = re.search(rf'name="who" value="([^"]*)">\s*<button[^>]*><b>(?:Don.t read {name}|Read {name} again)<', page)
    assert found, name
    return found[1]


def join(ana: Person, ben: Person, game: str, name: str = "Ben", **fields: str) -> str:
    """Open a table for two, where both browsers add to the dice: they seal a text first, then show it."""
    table = ana.open_table("person", "open", game=game, contribution=seal(HERS), **fields)
    answer = ben.post(ana.invitations(table)[0], name=name, contribution=seal(HIS))
    assert answer.status_code == 303, answer.text
    for person, text in ((ana, HERS), (ben, HIS)):
        with person.sit(table) as line:
            line.read_until("state")
            line.send("part", text=text)
            line.send("ping")
            line.read_until("pong")
    return table


def play(table: str, ana: Person, ben: Person, most: int, luck: random.Random, middle: bool = True) -> Facts:
    """Play random options until the game is over, or until `most` actions are played and somebody is in mid-turn."""
    with ana.sit(table) as hers, ben.sit(table) as his:
        lines: tuple[Sitting, Sitting] = (hers, his)
        state = hers.wait_for(lambda s: s["view"] is not None)
        his.wait_for(lambda s: s["view"] is not None)
        for seat, line in enumerate(lines):
            line.send("order", seat=seat, mode="ask", points=0)
        last = None
        while state["table"]["phase"] != "over":
            number, seat = state["number"], luck.choice(state["acting"])
            if number >= most and (seat == last or not middle):
                break
            seen = lines[seat].wait_for(lambda s, n=number: s["number"] >= n and s["options"])
            lines[seat].act(seen, luck.choice(seen["options"])["id"])
            state, last = hers.wait_for(lambda s, n=number: s["number"] > n), seat
            his.wait_for(lambda s, n=number: s["number"] > n)
        return {"table": table, "number": state["number"], "mark": state["mark"]}


def seal_one(table: str, ana: Person, ben: Person, luck: random.Random) -> Facts:
    """Play until both may choose at once, then let the first of them choose."""
    while True:
        with ana.sit(table) as line:
            state = line.wait_for(lambda s: s["view"] is not None)
            if len(state["acting"]) == 2:
                line.act(state, luck.choice(state["options"])["id"])
                state = line.wait_for(lambda s, n=state["number"]: s["number"] > n)
                assert state["acting"] == [1]
                return {"table": table, "number": state["number"], "mark": state["mark"]}
            assert state["table"]["phase"] == "playing", "it never came to a sealed choice"
            number = state["number"]
        play(table, ana, ben, number + 1, luck, middle=False)


def tables(ana: Person, ben: Person) -> Facts:
    """Play a running and a finished match of each game, and some with a sealed choice."""
    found: Facts = {}
    for game in BUILT_IN:
        fields = MINE.get(game, {})
        most = 4 if game == "indicesion" else 12  # throws take room
        found[f"{game}/running"] = play(join(ana, ben, game, **fields), ana, ben, most, random.Random(5))
        found[f"{game}/over"] = play(join(ana, ben, game, **fields), ana, ben, 10_000, random.Random(6))
        print(game, [each["number"] for each in found.values()], flush=True)
    found[f"{DECK}/sealed"] = seal_one(join(ana, ben, DECK), ana, ben, random.Random(7))
    for seed in range(100):  # there only some matches come to it
        try:
            found["dicetopia/sealed"] = seal_one(join(ana, ben, "dicetopia"), ana, ben, random.Random(seed))
            break
        except AssertionError:
            continue
    for name in (f"{DECK}/running", f"{DECK}/over", "dicetopia/over"):
        table = found[name]["table"]
        assert ana.post(f"{table}/chat", text="Good luck!").status_code == 303
        assert ben.post(f"{table}/chat", text="You will need it, Ana: é ü 💀").status_code == 303
    return found


def club(server: Server, ana: Person, ben: Person, cem: Person) -> Facts:
    """Open a club with one finished evening and one that is still running."""
    where = ana.post("/clubs", title="Friday crowd", name="Ana").headers["location"]
    link = input_of(ana.http.get(where).text, "Link to this room").removeprefix(server.url)
    for person, name in ((ben, "Ben"), (cem, "Cem")):
        assert person.post(link, name=name).headers["location"] == where
    assert ana.post(f"{where}/list", on="yes").status_code == 303
    chosen = {f"player-{n}": "on" for n in range(3)} | {"switches": "shown", "set-target": "1000", "set-opening": "0"}
    for number, fields in enumerate(({"kind": "swiss", "rounds": "1"}, {"kind": "everybody", "time": "86400"})):
        answer = ana.http.post(f"{where}/new/dice-ocalypse", data={**chosen, **fields})
        assert answer.status_code == 303, answer.text
        if number == 0:
            (pair,) = re.findall(r'name="pair" value="([^"]*)"', ana.http.get(where).text)[:1]
            assert ana.post(f"{where}/decide", contest=0, pair=pair, how="draw").status_code == 303
    page = ana.http.get(where).text
    (table,) = set(re.findall(r'href="(/t/\w+)" aria-label', page))
    return {"where": where, "link": link, "table": table}


def calls(server: Server, box: Mailbox, ana: Person, ben: Person) -> Facts:
    """Set how both are told that it is their turn, and their quiet hours."""
    for person, address in ((ben, "ben@example.org"), (ana, "ana@example.org")):
        assert person.post("/me/turns/mail", address=address).status_code == 303
        link = next(each for each in re.findall(rf"{HOUSE}(/\S+)", box.next().get_content()) if "/mail/" in each)
        if person is ben:
            assert "The address is yours" in person.post(link).text
    asked = link  # Ana has not pressed it yet
    hours = {"zone": "Europe/Vienna", "quiet-from": "22:00", "quiet-to": "07:30"}
    assert ben.http.post("/me/turns/hours", data=hours).status_code == 303
    assert ben.post("/me/turns/calendar").status_code == 303
    feed = re.search(r'(/calendar/[^"<]+\.ics)', ben.http.get("/me/turns").text)
    assert feed and ben.http.get(feed[1]).status_code == 200
    point = base64.urlsafe_b64encode(b"\4" + bytes(64)).rstrip(b"=").decode()
    browser = {"endpoint": "https://push.example.org/for/ben", "p256dh": point, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    answer = ben.http.post("/me/turns/push", data=browser)
    assert answer.status_code in (200, 303), answer.text
    return {"feed": feed[1], "asked": asked}


def people(server: Server, ana: Person, ben: Person, cem: Person, over: str) -> Facts:
    """Make a phrase, a token, a passkey; merge a guest, let one leave, ignore one."""
    found: Facts = {}
    found["phrase"] = input_of(ana.post("/me/phrase").text, "Recovery phrase")
    found["token"] = input_of(ana.post("/me/programs", label="A bot", scope="me").text, "The token A bot")
    for person in (ana, ben):
        assert person.post("/me/rated", on="yes").status_code == 303
    same = httpx.Cookies({"dicehouse": ana.http.cookies["dicehouse"]})  # a passkey belongs to a name, not to a number
    named = Person(server.url.replace("127.0.0.1", "localhost"), same)
    device = Device(named.url)
    assert make(named, device).status_code == 303
    assert use(named, device).status_code == 303
    key = hex(device.key.private_numbers().private_value)
    found["passkey"] = {"key": key, "id": device.id.hex(), "signed": device.signed}
    phone = Person(server.url)  # played as a stranger, and is Ana from then on
    phone.open_table("person", "person")
    before = dict(phone.http.cookies)["dicehouse"]
    link = re.search(r'/me/here/[^"<]+', ana.post("/me/pass").text)
    assert link and phone.post(link[0], bring="yes").status_code == 303
    found["became_ana"] = before
    dora = Person(server.url)
    table = ana.open_table("person", "open", game=DECK)
    assert dora.post(ana.invitations(table)[0], name="Dora").status_code == 303
    assert dora.post(f"{table}/chat", text="I must go").status_code == 303
    assert dora.post("/me/leave", sure="yes").status_code == 200 and "dicehouse" not in dora.http.cookies
    assert cem.post(f"{over}/chat", text="Hello from the side").status_code == 303
    him = who(ana.http.get(f"{over}/plain").text, "Cem")
    assert ana.post(f"{over}/person", who=him, what="ignore").status_code == 303
    return found


def more_tables(server: Server, ana: Person, ben: Person, cem: Person, over: str) -> Facts:
    """Open tables with a lesson, a what-if, a rematch, a clock, an open chair, hints, bots, and an open question."""
    found: Facts = {}
    found["lesson"] = ana.post("/learn/dice-ocalypse").headers["location"]
    for _ in range(2):
        page = ana.http.get(f"{found['lesson']}/plain").text
        step = re.search(r'name="at" value="(\d+)"', page)
        if step:
            assert ana.post(f"{found['lesson']}/lesson", at=step[1]).status_code == 303
    with ana.sit(over) as line:
        state = line.read_until("state")
    answer = None
    for number in range(2, state["number"]):
        answer = ana.post(f"{over}/what-if", number=number, seat=0)
        if answer.status_code == 303:
            break
    assert answer is not None and answer.status_code == 303, "no what-if"
    found["what-if"] = answer.headers["location"]
    found["rematch"] = ana.post(f"{over}/again", next="board").headers["location"]
    found["clock"] = join(ana, ben, "baron-voodoo", time="604800", late="turn")
    found["clock number"] = play(found["clock"], ana, ben, 4, random.Random(8))["number"]
    found["listed"] = ana.open_table("person", "open", "bot:kofi", listed="on", quiet="on", time="300", late="kofi")
    found["invitation"] = ana.invitations(found["listed"])[0]
    found["hints"] = join(ana, ben, "dicetopia")
    for person in (ana, ben):
        assert person.post(f"{found['hints']}/hints", on="yes").status_code == 303
    found["bot"] = ana.post(f"/play-now/{DECK}").headers["location"]
    table = join(ana, cem, "baron-voodoo", "Cem")
    him = who(ana.http.get(f"{table}/plain").text, "Cem")
    assert ana.post(f"{table}/person", who=him, what="remove").status_code == 303
    found["removed"] = table
    found["stand-in"] = bens_turn(ana, ben)
    assert ana.post(f"{found['stand-in']}/stand-in", seat=1, bot="kofi").status_code == 303
    found["asking"] = asking(ana, ben)
    assert Person(server.url).http.get("/join?code=quiet+oak+7").status_code == 404
    return found


def bens_turn(ana: Person, ben: Person) -> str:
    """Open tables until one waits for Ben; chance decides who begins."""
    while True:
        table = join(ana, ben, "baron-voodoo")
        with ana.sit(table) as line:
            if line.wait_for(lambda s: s["view"] is not None)["acting"] == [1]:
                return table


def asking(ana: Person, ben: Person) -> str:
    """Play at a table until somebody has to ask for a take-back, and ask."""
    table = join(ana, ben, "baron-voodoo")
    for most in range(2, 60):
        play(table, ana, ben, most, random.Random(9), middle=False)
        for person, seat in ((ana, 0), (ben, 1)):
            with person.sit(table) as line:
                state = line.read_until("state")
            if state["takeback"] and len(state["takeback"]["agreed"]) < 2 and seat not in state["acting"]:
                person.post(f"{table}/undo", seat=seat, number=state["number"])
                with person.sit(table) as line:
                    if line.read_until("state")["takeback"]["by"] is not None:
                        return table
    raise AssertionError("nobody had to be asked")


def reviews(ana: Person, over: str, other: str) -> None:
    """Have one review made, and ask for another that is never made here because its rules are not compiled."""
    warm.warm(find(DECK))
    use_compiled(find(DECK))
    until = time.monotonic() + 300
    while not ana.http.get(f"{over}/review/standing").json()["settled"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    assert ana.http.get(f"{other}/review").status_code == 200


def showing(ana: Person, ben: Person) -> str:
    """Open the last table: both sit, and neither browser has shown its text when the server stops."""
    table = ana.open_table("person", "open", game=DECK, contribution=seal(HERS))
    assert ben.post(ana.invitations(table)[0], name="Ben", contribution=seal(HIS)).status_code == 303
    return table


def house(database: Path) -> tuple[Facts, dict[str, Any]]:
    """Do everything that people do; return what has to be there again, and the records of finished matches."""
    with mailbox() as box:
        post = Post(MailServer("127.0.0.1", box.port, "house@dice.example.org", tls=False))
        server = start(database, address=HOUSE, post=post, call_after=3600)
        ana, ben, cem = (Person(server.url) for _ in range(3))
        for person, name in ((ana, "Ana"), (ben, "Ben"), (cem, "Cem")):
            assert person.post("/me", name=name).status_code == 303
        found: Facts = {"tables": tables(ana, ben)}
        over = found["tables"][f"{DECK}/over"]["table"]
        found["club"] = club(server, ana, ben, cem)
        found["calls"] = calls(server, box, ana, ben)
        found["people"] = people(server, ana, ben, cem, over)
        found["more"] = more_tables(server, ana, ben, cem, over)
        reviews(ana, over, found["tables"]["dicetopia/over"]["table"])
        cookies = {name: dict(p.http.cookies)["dicehouse"] for name, p in (("Ana", ana), ("Ben", ben), ("Cem", cem))}
        records = {
            f"table/{name}": ana.http.get(f"{table['table']}/match.json").json()
            for name, table in found["tables"].items()
            if name.endswith("/over")
        }
        found["more"]["showing"] = showing(ana, ben)
        server.stop()
    return {"cookies": cookies, **found}, records


# --- the same house in PostgreSQL ---------------------------------------------------------------------------------


def dump(database: Path) -> str:
    """Return the rows and the key of the database as SQL that any version of PostgreSQL takes."""
    import psycopg

    with cluster() as there:
        address = there.fresh()
        open_store(address)[0].close()
        source = sqlite3.connect(database)
        with psycopg.connect(address.uri) as db:
            db.execute("UPDATE house SET key = %s", (database.with_suffix(".key").read_bytes(),))
            db.execute("SET session_replication_role = replica")  # rows may come before those that they belong to
            for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if name.startswith("sqlite_"):
                    continue
                rows = source.execute(f"SELECT * FROM {name}")  # noqa: S608  # a table's own name
                columns = [column[0] for column in rows.description]
                holes = ", ".join(["%s"] * len(columns))
                for row in rows.fetchall():
                    db.execute(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({holes})".encode(), row)  # noqa: S608
            db.execute("SELECT setval(pg_get_serial_sequence('thrown', 'number'), (SELECT max(number) FROM thrown))")
        bin = programs()
        assert bin is not None
        made = subprocess.run(
            [bin / "pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=100", f"--dbname={address.uri}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    kept = [line for line in made.splitlines() if not re.match(r"--|\\|SET |$", line)]
    return "\n".join(kept) + "\n"


def main(folder: Path) -> None:
    """Write everything into the folder."""
    folder.mkdir(exist_ok=True)
    facts: Facts = {"matches": {}}
    saved: dict[str, Any] = {}
    for each in (matches(), ruled(folder / "house_rules"), guests(folder / "examples")):
        for name, match in each:
            saved[name], facts["matches"][name] = match.save(), at(match)
            print(name, match.number, flush=True)
    for name in [name for name in all_games() if name not in BUILT_IN]:
        del all_games()[name]
    shutil.rmtree(folder / "selfplay", ignore_errors=True)
    for name in ("arena.json", "study.json", "tune.json"):
        (folder / name).unlink(missing_ok=True)
    files(folder)
    with tempfile.TemporaryDirectory() as made:
        database = Path(made) / "house.db"
        facts["house"], records = house(database)
        with contextlib.closing(sqlite3.connect(database)) as db:
            db.execute("VACUUM")
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counted = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}  # noqa: S608
        print("Rows:", counted)
        facts["house"]["rows"] = counted
        (folder / "house.db.xz").write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        (folder / "house.key").write_bytes(database.with_suffix(".key").read_bytes())
        (folder / "house.sql.xz").write_bytes(lzma.compress(dump(database).encode(), preset=9 | lzma.PRESET_EXTREME))
    text = json.dumps(saved | records, separators=(",", ":"))
    (folder / "matches.json.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    (folder / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
