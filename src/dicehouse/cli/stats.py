"""dicehouse stats"""

from __future__ import annotations

import argparse
import json
from typing import Any

from dicehouse.kit.shares import percent
from dicehouse.table.clocks.clock import in_words
from dicehouse.table.past.looked import Balance, Looked, balance, read_looked
from dicehouse.table.past.results import Finished, guests_called, read_finished
from dicehouse.table.past.statistics import COLUMNS, Share, Sum, as_row, by_game, called
from dicehouse.table.storage.archive import up_to_date
from dicehouse.table.storage.database import Database

from .common import Usage, columns, counted, database_of, short, signed
from .files import save

Looks = dict[str, Looked]


def run(given: argparse.Namespace) -> int:
    """What the games of a guest add up to."""
    with up_to_date(database_of(given)) as db:
        guest = _guest(db, given.name)
        played, looked = read_finished(db, guest), read_looked(db, guest)
    if given.save:
        save(given.save, COLUMNS, [as_row(one, looked.get(one.table)) for one in played])
    print(json.dumps(_data(played, looked), indent=2) if given.json else _text(played, looked))
    return 0


def _guest(db: Database, name: str | None) -> str:
    """The guest of this name who has finished a game; of several the one who played most."""
    found = guests_called(db, name)
    if not found and name is None:
        raise Usage("Nobody has finished a game in this house yet.")
    if not found:
        raise Usage(f"Nobody called {short(name or '')} has finished a game in this house.")
    if name is None and len(found) > 1:
        names = ", ".join(f"{own} ({games})" for _, own, games in found[:20])
        raise Usage(f"Several guests have played here; say whose games with --name: {names}.")
    return found[0][0]


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"games": share.games, "won": share.won, "low": round(low, 4), "high": round(high, 4),
            "even": round(share.fair, 4) if share.shared else None}  # fmt: skip


def _data(played: list[Finished], looked: Looks) -> dict[str, Any]:
    return {
        game: {
            "all": _share(found.all),
            "against": {share.who: _share(share) for share in found.against},
            "minutes": found.minutes,
            "reviewed": _weighed(game, played, looked),
            "records": [{"title": best.title, "value": best.value, "table": best.table} for best in found.records],
        }
        for game, found in by_game(played).items()
    }


def _weigh(game: str, played: list[Finished], looked: Looks) -> Balance:
    return balance([looked[one.table] for one in played if one.game == game and one.table in looked])


def _weighed(game: str, played: list[Finished], looked: Looks) -> dict[str, Any]:
    found = _weigh(game, played, looked)
    whole = {"games": found.games, "luck": round(found.luck, 4), "skill": round(found.skill, 4)}
    return {**whole, "gain": round(found.gain, 5)}


def _text(played: list[Finished], looked: Looks) -> str:
    return "\n\n".join(_game(game, found, _weigh(game, played, looked)) for game, found in by_game(played).items())


def _game(game: str, found: Sum, weighed: Balance) -> str:
    """One game: a row for all its opponents, then one for each; luck and skill where reviews are kept."""
    rows = [["against", "games", "won", "share", "95 % interval", "even would be"], _row("all", found.all)]
    rows += [_row(called(share.who), share) for share in found.against]
    lines = [f"{game}, {in_words(found.minutes)}", columns(rows, right="1235")]
    if weighed.games:
        lines.append(
            f"In {counted(weighed.games, 'reviewed game')} luck brought {signed(weighed.luck, '+.2f')} wins, skill"
            f" {signed(weighed.skill, '+.2f')}. A decision brought {percent(weighed.gain, 2, signed=True)} of a win on"
            " average, against the house's own player."
        )
    return "\n".join([*lines, *(f"{best.title}: {best.value} (table {best.table})" for best in found.records)])


def _row(who: str, share: Share) -> list[str]:
    low, high = share.interval
    won = percent(share.won / share.games if share.games else 0, 0)
    between = f"{100 * low:.0f} to {percent(high, 0)}"
    return [who, str(share.games), str(share.won), won, between, f"{share.fair:.1f}" if share.shared else ""]
