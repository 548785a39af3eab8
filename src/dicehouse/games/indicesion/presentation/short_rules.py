"""Write the rules in short, for the mode that is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicehouse.core.option import GlossaryTerm
from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.i18n import Text, _, join_sentences, ngettext

from ..rules.state import EACH, N_COLOURS, Mode, Options, Release
from .glossary import glossary
from .notation import RELEASE_CM
from .words import COLOUR_NAMES


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    goal = RulesSection(_("Goal"), (_goal(options),))
    turn = RulesSection(_("Your turn"), (_turn(options),))
    scoring = RulesSection(_("Scoring"), (RulesList(tuple(("", row) for row in _scoring(options))),))
    if options.game != Mode.DRAFTING:
        return goal, turn, scoring
    terms = {term.name: term for term in glossary(options)}
    powers = RulesList(tuple((f"pool:{colour}", _power(terms[f"pool:{colour}"])) for colour in COLOUR_NAMES))
    title = ngettext("{n} power", "{n} powers", N_COLOURS)
    return goal, turn, scoring, RulesSection(title, (_draft(), powers))


def _goal(options: Options) -> Text:
    target = (
        _("Throw foam dice so that they score on the target.")
        if options.game == Mode.CENTRAL
        else _("Throw foam dice so that they score on your board.")
    )
    wins = ngettext(
        "The first player to win {n} round wins the game.",
        "The first player to win {n} rounds wins the game.",
        options.rounds,
    )
    end = _("A round ends when all dice are thrown. The player with the most points wins it. In a tie, nobody does.")
    return join_sentences(target, end, wins)


def _turn(options: Options) -> Text:
    throw = _("Throw one of your {n} dice, at any board.", n=EACH)
    if options.game == Mode.CENTRAL:
        throw = _("Throw one of your {n} dice at the target.", n=EACH)
        away = _("Release it at least {cm} cm from the target: the dotted line shows the limit.", cm=RELEASE_CM)
    elif options.release == Release.EVERY:
        away = _("Release it at least {cm} cm from every board: the dotted line shows the limit.", cm=RELEASE_CM)
    else:
        away = _(
            "Release it at least {cm} cm from the board you aim at: the dotted line shows the limit.", cm=RELEASE_CM
        )
    return join_sentences(throw, away, _("The dotted arc shows your aim, but no hand is that exact."))


def _draft() -> Text:
    return _("Before the first throw of a round, players take turns drafting {n} dice each.", n=EACH)


def _scoring(options: Options) -> Iterator[Text]:
    central = options.game == Mode.CENTRAL
    if central:
        yield _("A die on the target scores what it shows, for the player of its colour.")
    else:
        yield _("A die on a board scores what it shows for the owner of the board, no matter who threw it.")
    yield _("A die half over the edge scores in full. A die that only leans on the side of a board scores nothing.")
    yield _(
        "The top die of a tower scores once for each die in the tower. The dice under it score nothing. "
        "A die on two dice tops two towers."
    )
    yield _("A crooked die, or one with no clear face up, scores nothing.")
    if not central:
        yield _("A die on two boards scores on both.")
    if options.barrels and central:
        yield _("If your throw leaves a barrel touching no board, you lose a point in this round.")
    elif options.barrels:
        yield _("If you knock a barrel off its board, you lose a point in this round.")


def _power(term: GlossaryTerm) -> Text:
    return Text("**{title}** {text}", {"title": term.title, "text": term.text})
