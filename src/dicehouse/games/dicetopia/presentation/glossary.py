"""Explain the things on the table of Dicetopia, in a sentence or two each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dicehouse.core.option import GlossaryTerm
from dicehouse.i18n import Text, _, join_sentences
from dicehouse.records.record import dtype, strict

from ..rules.missions import IDS, NAMES
from ..rules.scenarios import AREA_IDS
from ..rules.settings import SETTINGS
from ..rules.state import N_AREAS, N_MISSIONS, Options
from .area_texts import area_text
from .faction_powers import faction_power
from .mission_texts import mission_text, stars_words
from .notation import ABILITIES, AREA_NAMES, BUTTON_OPTIONS, FACTION_IDS, FACTION_NAMES, button_note
from .words import thug_agents, thug_strength


def glossary(options: Options) -> tuple[GlossaryTerm, ...]:
    """Return a sentence for each kind of thing, by the rules of the table."""
    return (
        *_areas(options),
        *_strengths(options.scenario),
        *_CHOICES,
        _magmacorium(options),
        _token(options),
        *_factions(options),
        *_missions(options),
    )


def _areas(options: Options) -> Iterator[GlossaryTerm]:
    for area in range(N_AREAS):
        yield GlossaryTerm(f"area:{AREA_IDS[area]}", AREA_NAMES[area], area_text(area, options))
    yield from _PLACES


_PLACES = (
    GlossaryTerm(
        "area:*",
        _("An area of the city"),
        _("The player with the strongest pieces here dominates it and scores its dice."),
    ),
    GlossaryTerm(
        "space:*",
        _("A space"),
        _("You can swap your piece with a die here. If the space has no die, you can't go there."),
    ),
    GlossaryTerm(
        "die:*",
        _("A die on a Faction Board"),
        _("It scores its value and counts for Missions. Its colour scores on the Stock Exchange."),
    ),
    GlossaryTerm(
        "cell:*",
        _("Cutthroat Prison"),
        _("When a Thug breaks out, its die stays here. Each player drafts one of these dice at the end."),
    ),
)


def _strengths(scenario: int) -> Iterator[GlossaryTerm]:
    """Yield the terms that name the strength of a Thug, and those of the buttons."""
    text = _("It counts as {agents} for domination. No Action can move it.", agents=thug_agents(scenario))
    yield GlossaryTerm("thug:*", _("A Thug"), text, thug_strength(scenario))
    for action, (name, label, _note) in BUTTON_OPTIONS.items():
        note = button_note(action, scenario)
        if note:
            said = Text("{label}: {note}.", {"label": label, "note": note})
            yield GlossaryTerm(f"key:{name.replace(' ', '-')}", label, said)


_CHOICES = (
    GlossaryTerm(
        "key:stock",
        _("Stock Exchange"),
        _("Instead of your Action, move a cube one step. Dice of its colour then score more or less at the end."),
    ),
    GlossaryTerm(
        "stock:*",
        _("A cube on the Stock Exchange"),
        _("At the end, each of your dice of this colour scores the stars beside the cube."),
    ),
    GlossaryTerm("key:fight", _("Fight"), _("Count the matches, and score them.")),
    GlossaryTerm("key:pass", _("Pass"), _("You don't use your ability now.")),
    GlossaryTerm("key:play-on", _("Take this turn"), _("You don't save it for the end.")),
    GlossaryTerm("key:no-action", _("Skip the Action"), _("You don't use this area's Action.")),
    GlossaryTerm("key:enough", _("Stop here"), _("You skip the rest of this choice.")),
    GlossaryTerm("key:end", _("End the turn"), _("Then it's the next player's turn.")),
    GlossaryTerm("bottom:*", _("A Mission to put back"), _("It goes under the deck.")),
    GlossaryTerm("top:*", _("A Mission to put back"), _("It goes on top of the deck.")),
    GlossaryTerm(
        "clone:*",
        _("Cloning"),
        _("The die takes the value or colour of one of your right neighbour's dice."),
    ),
    GlossaryTerm("adapt:*", _("Adaptation"), _("One of your dice goes up or down by 1.")),
    GlossaryTerm(
        "unprotect:*",
        _("A Protection Token to remove"),
        _("Then the die can be swapped and rerolled again."),
    ),
    GlossaryTerm("mission:*", _("A Mission"), _("It scores at the end. Only you can see your Missions until then.")),
    GlossaryTerm("card:*", _("A die on the Blood Dome Card"), _("You can reroll it once before you fight.")),
    GlossaryTerm("value:*", _("A value"), _("The die will show this value.")),
    GlossaryTerm("target:*", _("A target"), _("Your choice affects this.")),
    GlossaryTerm("seat:*", _("A player"), _("This is the score if the game ended now, without Missions.")),
)


def _magmacorium(options: Options) -> GlossaryTerm:
    text = _("Your own die counts as any colour where that helps you, and as none where it would hurt.")
    if not options.magmacorium_owner_option:
        text = _("It always counts as teal, purple and white at once.")
    else:
        text = join_sentences(text, _("Other players' dice count as every colour."))
    fixed = _("On a Faction Board, no Action or ability changes it.")
    return GlossaryTerm("magmacorium", _("A Magmacorium die"), join_sentences(text, fixed), "")


def _token(options: Options) -> GlossaryTerm:
    text = _("Nobody can swap or reroll the die, not even you.")
    if options.protection_advanced:
        removed = _("Another player can use an Action on it to remove the token.")
        text = join_sentences(text, removed)
    return GlossaryTerm("token:*", _("Protection Token"), text)


def _factions(options: Options) -> Iterator[GlossaryTerm]:
    for faction, name, (ability, short) in zip(FACTION_IDS, FACTION_NAMES, ABILITIES, strict=True):
        power = faction_power(faction, options)
        title = Text("{name}: {ability}", {"name": name, "ability": ability})
        text = Text("{what}\n{when}", {"what": power.text, "when": power.when})
        yield GlossaryTerm(f"faction:{faction}", title, text, short)


def _missions(options: Options) -> Iterator[GlossaryTerm]:
    for mission in range(N_MISSIONS):
        text = mission_text(mission, options)
        yield GlossaryTerm(f"mission:{IDS[mission]}", NAMES[mission], text, stars_words(mission))


def _default_options() -> Options:
    options = strict(Options, np.zeros(dtype(Options).itemsize, np.uint8))
    for setting in SETTINGS:
        setattr(options, setting.key, setting.encode(setting.default))
    return options


GLOSSARY = glossary(_default_options())
