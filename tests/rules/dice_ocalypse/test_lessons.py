"""Every rule of Dice-ocalypse! is taught: each kind of event and decision, each card, outcome and scoring row has a
step of a lesson. A new kind without one fails here.
"""

from __future__ import annotations

from dicehouse.core.action_codes import Block
from dicehouse.games.dice_ocalypse.presentation.card_status import CARD_IDS, IMMUNITY
from dicehouse.games.dice_ocalypse.presentation.event_names import EVENT_NAMES
from dicehouse.games.dice_ocalypse.presentation.lessons import LESSONS
from dicehouse.games.dice_ocalypse.presentation.scoring_table import WHOLE_THROWS
from dicehouse.games.dice_ocalypse.rules import action_codes
from dicehouse.games.dice_ocalypse.rules.settings import MODES, SETTINGS
from dicehouse.games.dice_ocalypse.rules.state import BattleOutcome

from ..taught import Step, untaught

ROLL: Step = ("first", "Roll your 6 dice.", "you go first")
TWO_DICE: Step = ("cards", "Two special dice are yours.", "Zombie die")
LEFT_BEHIND: Step = ("cards", "Roll the Left Behind die.", "skip that many players")
ZOMBIE: Step = ("cards", "Now roll the Zombie die against {2}.", "removes that many dice")
PROVE_IT: Step = ("cards", "{2} banks 150. Tap Prove It!", "must roll one die")
DOUBLE: Step = ("cards", "Tap 3 3 3 and 1, then Double or Nothing.", "points double")
DO_OR_DIE: Step = ("attacks", "{1} banks 500. Play Do or Die!", "on a 1")
BLOODSHED: Step = ("attacks", "Play Bloodshed before you roll.", "loses the points")
COLLATERAL: Step = ("attacks", "Play Collateral Damage.", "unless")
PROTECT: Step = ("attacks", "{1} plays Do or Die. Use Immunity!", "accept the card")
AT_ONCE: Step = ("attacks", "If several cards are played together, only one counts.", "who was first")
NO_EFFECT: Step = ("attacks", "Some cards have no effect.", "passes the target")
BANK: Step = ("first", "Tap all three 1s, then bank.", "together they score")
ZONE: Step = ("battle-zone", "The Battle Zone begins at 5,000 points.", "everybody rolls two dice")
LOSE: Step = ("battle-zone", "{1} rolled exactly one 1.", "a turn")
DICED: Step = ("final-round", "{2} busts and is diced.", "can't win")
END: Step = ("final-round", "", "highest total wins")

EVENTS: dict[str, Step] = {
    "roll-off": ("first", "Roll your 6 dice.", "rolled higher"),
    "first": ROLL,
    "turn": ("cards", "Your turn: roll.", "your turn"),
    "throw": ROLL,
    "bust": ("first", "That's a bust.", "nothing scores"),
    "keep": ("first", "Tap the 1: it scores 100.", "set aside"),
    "bank": BANK,
    "card": ("attacks", "Five cards attack, and Immunity protects you.", "only one card"),
    "card-back": ("attacks", "Some cards have no effect.", "goes back"),
    "card-void": NO_EFFECT,
    "vote": AT_ONCE,
    "immunity": PROTECT,
    "prove": PROVE_IT,
    "double": DOUBLE,
    "do-or-die": DO_OR_DIE,
    "collateral": COLLATERAL,
    "score": BANK,
    "zombie-get": TWO_DICE,
    "zombie": ZOMBIE,
    "left-behind-get": ("cards", "Two special dice are yours.", "last player without a score"),
    "left-behind": LEFT_BEHIND,
    "skipped": LEFT_BEHIND,
    "lost-turn": LOSE,
    "battle-zone": ZONE,
    "battle-roll": ZONE,
    "dice-ocalypse": ("final-round", "{1} starts the final round.", "the score to beat"),
    "diced": DICED,
    "tie": ("final-round", "", "totals are equal"),
    "tie-roll": END,
    "win": ("final-round", "", "you win"),
}
DECISIONS: dict[str, Step] = {
    "KEEP": ("first", "Tap the 1: it scores 100.", "keep 1 roll"),
    "ROLL": ("first", "Roll your 6 dice.", "roll"),
    "THROW_LEFT_BEHIND": LEFT_BEHIND,
    "THROW_ZOMBIE": ZOMBIE,
    "PASS": ("attacks", "Tap all three 1s, then bank.", "may play a card"),
    "PLAY": ("attacks", "Five cards attack, and Immunity protects you.", "play each card once"),
    "IMMUNITY": PROTECT,
    "DECLINE": PROTECT,
    "VOTE": AT_ONCE,
    "ABSTAIN": ("attacks", "If several cards are played together, only one counts.", "let the dice decide"),
}
LIMITS = {"MAX_PLAYERS", "N_DICE"}
OFF_BY_DEFAULT = {"PIGGYBACK": "piggyback"}  # decisions of a setting that no mode switches on; its note explains it
CARDS: dict[str, Step] = {
    "prove-it": PROVE_IT,
    "double": DOUBLE,
    "do-or-die": DO_OR_DIE,
    "bloodshed": BLOODSHED,
    "collateral": COLLATERAL,
    "immunity": PROTECT,
}
OUTCOMES: dict[str, Step] = {
    "NONE": ("battle-zone", "{1} rolled exactly one 1.", "does nothing"),
    "LOSE_TURN": LOSE,
    "DOUBLE_NEXT": ("battle-zone", "Doubles again: your next score counts double.", "next score"),
    "DOUBLE_NOW": ("battle-zone", "Your doubles: the turn counts double!", "doubles double it"),
    "VOID": ("battle-zone", "Your doubles: the turn counts double!", "already changed"),
}
RULES: dict[str, Step] = {  # what no kind of event or decision tells apart
    "the least total for a card": ("attacks", "Five cards attack, and Immunity protects you.", "while your total is"),
    "no total below 0": ("attacks", "Tap 5 5 5 and 1, then bank.", "never falls below 0"),
    "the Left Behind die once before a turn": ("cards", "Roll the Left Behind die.", "only once before a turn"),
    "a 6 of the Zombie die": ("cards", "Now roll the Zombie die against {2}.", "on a 6, all of them"),
    "three players for special dice": ("cards", "", "With two players there are no special dice."),
    "special dice after a Battle Zone": ("battle-zone", "A Battle Zone stops the special dice.", "nobody can roll"),
    "a bust on a doubled turn": ("battle-zone", "Your turn: roll.", "If you bust"),
    "no cards in the final round": ("final-round", "{2} busts and is diced.", "can't be used any more"),
}


def test_every_other_rule_has_a_step() -> None:
    assert untaught(LESSONS, RULES) == []


def test_every_kind_of_event_has_a_step() -> None:
    assert {each.kind for each in EVENT_NAMES.values()} == set(EVENTS)
    assert untaught(LESSONS, EVENTS) == []


def test_every_kind_of_decision_has_a_step() -> None:
    names = {name for name, code in vars(action_codes).items() if name.isupper() and isinstance(code, (Block, int))}
    assert names - LIMITS == {*DECISIONS, *OFF_BY_DEFAULT}
    assert untaught(LESSONS, DECISIONS) == []
    for key in OFF_BY_DEFAULT.values():
        [setting] = [each for each in SETTINGS if each.key == key]
        assert setting.default is False and setting.help
        assert not any(key in mode.settings for mode in MODES)


def test_every_card_and_every_outcome_of_a_battle_zone_has_a_step() -> None:
    assert set(CARDS) == {*CARD_IDS.values(), IMMUNITY}
    assert {each.name for each in BattleOutcome} == set(OUTCOMES)
    assert untaught(LESSONS, CARDS) == untaught(LESSONS, OUTCOMES) == []
    for card, (lesson, headline, _words) in CARDS.items():
        [step] = [each for one in LESSONS if one.name == lesson for each in one.steps if each.say == headline]
        assert any(card in option for option in step.on), "the learner plays each card once"


def test_every_row_of_the_scoring_table_is_kept_or_shown() -> None:
    seen = [faces for lesson in LESSONS for faces, _points in lesson.shows]
    seen += [
        option.split()[1] for lesson in LESSONS for step in lesson.steps for option in step.on if "keep " in option
    ]
    patterns = {tuple(sorted(map(faces.count, set(faces)))) for faces in seen if len(faces) == 6}
    assert {tuple(sorted(map(faces.count, set(faces)))) for faces in WHOLE_THROWS} <= patterns


def test_the_dice_of_a_bust_stay_on_the_table_while_they_are_explained() -> None:
    [step] = [each for each in LESSONS[0].steps if each.say == "That's a bust."]
    assert step.dice == "234466" and " ".join(step.dice) in step.why


def test_the_lessons_of_earlier_versions_keep_their_scripts() -> None:
    """Stored tables count the items of a script, so new rules go into new lessons."""
    assert [(lesson.name, len(lesson.script)) for lesson in LESSONS[:2]] == [("first", 10), ("cards", 23)]
