"""Test the sentences of the log, and a position in words: they name the right players and things."""

from __future__ import annotations

import pytest

from dicehouse.games.dicetopia.presentation import prompts
from dicehouse.match.match import Match

from .table import NOTHING, Table, scored

NAMES = ["Ana", "Ben", "Caro", "Dan", "Eva", "Fay"]
LOST = {"reconstructed_factions": True}


def last(table: Table, kind: str, reader: int | None = None) -> str:
    """Return the last sentence of a kind, with names, as a reader in a seat is told it."""
    event = [event for event in table.match.log(reader) if event.kind == kind][-1]
    return event.sentence(NAMES, reader)


def facts(match: Match, seat: int | None = None) -> dict[str, str]:
    names = NAMES[: match.players]
    return dict(prompts.facts(match.view(seat), names))


@pytest.mark.parametrize(
    ("marker", "to", "reader", "says"),
    [
        ("A", "p1", None, "Ana keeps the First Player Marker."),
        ("A", "p1", 0, "You keep the First Player Marker."),
        ("B", "p1", None, "Ana takes the First Player Marker from Ben."),
        ("B", "p1", 0, "You take the First Player Marker from Ben."),
        ("B", "p1", 1, "Ana takes the First Player Marker from you."),
        ("B", "p1", 2, "Ana takes the First Player Marker from Ben."),
        ("A", "p3", None, "Ana gives the First Player Marker to Caro."),
        ("A", "p3", 0, "You give the First Player Marker to Caro."),
        ("A", "p3", 2, "Ana gives you the First Player Marker."),
        ("B", "p2", None, "Ana leaves the First Player Marker with Ben."),
        ("B", "p2", 0, "You leave the First Player Marker with Ben."),
        ("B", "p2", 1, "Ana leaves the First Player Marker with you."),
        ("B", "p3", None, "Ana gives Ben's First Player Marker to Caro."),
        ("B", "p3", 0, "You give Ben's First Player Marker to Caro."),
        ("B", "p3", 1, "Ana gives your First Player Marker to Caro."),
        ("B", "p3", 2, "Ana gives you Ben's First Player Marker."),
    ],
)
def test_the_marker_is_kept_or_changes_hands(marker: str, to: str, reader: int | None, says: str) -> None:
    table = Table("- - -", marker=marker).play("A agent ravin 1", f"A flag {to}")
    assert last(table, "flag", reader) == says


def test_an_action_that_is_not_done_is_left_out_or_impossible_or_cancelled() -> None:
    free = Table(options={"actions_mandatory": False}).play("A agent gugu 1", "A no action")
    assert last(free, "no-action") == "Ana skips the Action."
    impossible = Table(boards=["", ""]).play("A agent nethal 1", "A no action")
    assert last(impossible, "no-action") == "Ana can't perform the Action."
    cancelled = Table("zai banxa-corporation", options=LOST, agency="A B").play(
        "A agent gugu 1", "B cancel", "A no action"
    )
    assert last(cancelled, "no-action") == "Ana doesn't use an ability instead of the cancelled Action."
    assert last(cancelled, "no-action", 0) == "You don't use an ability instead of the cancelled Action."
    assert last(cancelled, "cancel") == "Ben cancels Ana's Action with Embargo."
    assert last(cancelled, "cancel", 0) == "Ben cancels your Action with Embargo."
    assert last(cancelled, "cancel", 1) == "You cancel Ana's Action with Embargo."


def test_those_who_are_tied_get_their_stars_each() -> None:
    table = scored("- -", ["t1", "t2"], **{**NOTHING, "gugu": "A B t4 p5 w3", "bank": "A t1"})
    said = [event.sentence(NAMES) for event in table.match.log() if event.kind == "domination"]
    assert "Gugu Airforce: It's a tie, with 17 stars each for Ana and Ben." in said
    assert "Observatory Bank: Ana dominates: 6 stars." in said
    own = [event.sentence(NAMES, 0) for event in table.match.log() if event.kind == "domination"]
    assert "Gugu Airforce: It's a tie, with 17 stars each for you and Ben." in own
    assert "Observatory Bank: You dominate: 6 stars." in own
    assert "The Agency: Nobody dominates." in own
    tied = Table(gugu="A B t4 p5 w3")
    assert facts(tied.match)["Gugu Airforce"].endswith("It's a tie, with 17 stars each for Ana and Ben.")


def test_a_tie_that_pays_nothing_is_no_gain() -> None:
    table = scored("- -", ["t1", "t2"], options={"tie_domination": "nobody"}, **{**NOTHING, "gugu": "A B t4 p5 w3"})
    said = [event.sentence(NAMES) for event in table.match.log() if event.kind == "domination"]
    assert "Gugu Airforce: It's a tie, so nobody scores." in said


def test_cloning_tells_what_was_copied_from_whom() -> None:
    table = scored("dangmer-program - -", ["t1 p2 m3", "w5 w5", "p6 w2"]).play("A clone 1 as 6")
    assert last(table, "clone") == "Ana uses Cloning to copy a 6 from Caro. The teal 1 counts as teal 6."
    assert last(table, "clone", 0) == "You use Cloning to copy a 6 from Caro. Your teal 1 counts as teal 6."
    assert last(table, "clone", 2) == "Ana uses Cloning to copy a 6 from you. The teal 1 counts as teal 6."
    colour = scored("dangmer-program - -", ["t1 p2 m3", "w5 w5", "p6 w2"]).play("A clone 1 as white")
    assert last(colour, "clone") == "Ana uses Cloning to copy white from Caro. The teal 1 counts as white 1."


def test_a_token_leaves_a_die() -> None:
    table = Table(boards=["t1 p2 w3", "w1"], tokens=[[2], []]).play("A token 2 3")
    assert last(table, "token") == "Ana moves a Protection Token from their purple 2 to their white 3."
    first = Table("conclave -", boards=["t1 p2", "w1"], spare_tokens=[1, 0]).play("A token 2")
    assert last(first, "token") == "Ana puts the Protection Token on their purple 2."
    advanced = {"protection_advanced": True}
    taken = Table(boards=["t1", "w1"], tokens=[[], [1]], options=advanced).play("A agent nethal 1", "A unprotect p2 1")
    assert last(taken, "unprotect") == "Ana removes the Protection Token from Ben's white 1."
    assert last(taken, "unprotect", 1) == "Ana removes the Protection Token from your white 1."


def test_alpha_and_robin_hood_are_named() -> None:
    table = Table("zai -", agency="A B", dome="B t1").play("A agent gugu 1", "A alpha", "A first agency 1")
    table.play("A with dome 1")
    assert last(table, "move") == (
        "Ana uses Alpha and swaps their own Agent in the Agency with Ben's Agent in the Blood Dome."
    )
    assert (
        last(table, "move", 1)
        == "Ana uses Alpha and swaps their own Agent in the Agency with your Agent in the Blood Dome."
    )
    same = Table("zai -", agency="B", dome="B t1").play(
        "A agent gugu 1", "A alpha", "A first agency 1", "A with dome 1"
    )
    assert last(same, "move") == "Ana uses Alpha and swaps two of Ben's Agents, so nothing changes."
    beside = Table("zai -", agency="B B").play("A agent gugu 1", "A alpha", "A first agency 1", "A with agency 2")
    assert last(beside, "move") == "Ana uses Alpha and swaps two of Ben's Agents, so nothing changes."
    adapted = Table("- hollows", boards=["t1", "w3"]).play(
        "A agent nethal 1", "A swap p1 1", "A with p2 1", "B adapt 1 up"
    )
    assert last(adapted, "adapt") == "Ben uses Adaptation and turns their own teal 1 to 2."
    robin = Table("fukura -", boards=["t1", "p6"]).play("A agent gugu 1", "A robin hood", "A lower p2 1", "A raise 1")
    told = [event.sentence(NAMES) for event in robin.match.log() if event.kind == "robin"]
    assert told == [
        "Ana uses Robin Hood and lowers Ben's purple 6 to 5.",
        "Ana raises their own teal 1 to 2.",
    ]


def test_what_changes_places_is_told_with_both_ends() -> None:
    moved = Table(waste="t1", agency="A", gugu="t5").play("A agent waste 1", "A move agency 1", "A with gugu 1")
    assert last(moved, "move") == "Ana swaps their own Agent in the Agency with the teal 5 in the Gugu Airforce."
    slipped = Table("conspiracy -", agency="A", gugu="t5").play("A slip away", "A leave agency 1", "A to gugu 1")
    assert last(slipped, "slip") == (
        "Ana's Agent in the Agency slips away to the Gugu Airforce. The teal 5 takes its place."
    )

    inside = Table("conspiracy -", agency="A t5").play("A slip away", "A leave agency 1", "A to agency 2")
    assert last(inside, "slip") == (
        "Ana's Agent in the Agency slips to another space there. The teal 5 takes its place."
    )
    dead = Table("shakra-pirates -", gugu="t5").play("A exterminate", "A destroy gugu 1")
    assert last(dead, "exterminate") == (
        "Ana uses Exterminate and destroys the teal 5 in the Gugu Airforce and its space."
    )


def test_a_die_that_is_turned_to_what_it_shows_is_left_as_it_is() -> None:
    table = Table(boards=["t4", "w1"]).play("A agent market 1", "A change p1 1", "A value 4")
    assert last(table, "change") == "Ana leaves their own teal 4 unchanged."
    table = Table(boards=["t4", "w1"]).play("A agent market 1", "A change p1 1", "A value 6")
    assert last(table, "change") == "Ana sets their own teal 4 to 6."


def test_a_saved_turn_is_told_in_the_text_the_facts_and_the_view() -> None:
    table = Table("roamers -").play("A last resort")
    assert table.view()["saved"] == 0
    assert str(table.match).splitlines()[-1] == f"{table.match.names[0]} has saved a turn for the end."
    assert facts(table.match)["Saved turn"] == "Ana takes it after the last round."
    assert last(table, "skip") == "Ana uses Last Resort and saves this turn for the end."
    kept = Table("roamers -")
    assert kept.view()["saved"] is None
    assert "saved" not in str(kept.match)
    assert "Saved turn" not in facts(kept.match)


def test_in_the_saved_turn_the_round_is_called_by_its_name() -> None:
    match = Match.set_up("dicetopia", players=2, factions="roamers zai", saved=True, round=8)
    assert facts(match)["Round"] == "This is the saved turn."
    assert "Saved turn" not in facts(match)


def test_pieces_to_be_sent_are_counted_one_by_one() -> None:
    table = Table("tentacle-force -", agents=[1, 3], thugs=[0])
    assert facts(table.match)["Ana: pieces left"] == "1 Agent, the Tentacle Force's Thug, the Thug in prison"
    assert facts(table.match)["Ben: pieces left"] == "3 Agents"


def test_a_magmacorium_die_has_one_name() -> None:
    table = Table(springs="m5").play("A agent springs 1")
    assert last(table, "send") == "Ana sends an Agent to the Nuclear Springs and takes the Magmacorium 5."
    out = Table(springs="m5").play("A break out", "A at springs 1")
    assert last(out, "cell") == "The Magmacorium 5 goes to prison."


def test_after_the_last_round_the_marker_is_for_the_draft() -> None:
    def labels(table: Table) -> list[str]:
        return [option.label for option in table.match.options(0) if option.id.startswith("flag")]

    early = Table().play("A agent ravin 1")
    assert labels(early) == ["You begin the next round", "{1} begins the next round"]
    late = Table(round=7, thugs=[1], agents=[1, 0]).play("A agent ravin 1")
    assert labels(late) == ["You draft first", "{1} drafts first"]
