"""What lies on the table of Dice-ocalypse!, a sentence each."""

from __future__ import annotations

from dicehouse.kit.game import Term

GLOSSARY = (
    Term(
        "die:zombie",
        "Zombie die",
        "Thrown before another player's turn, it takes as many dice from that turn as it shows, and then "
        "belongs to its victim.",
    ),
    Term(
        "die:left-behind",
        "Left Behind die",
        "Thrown before a turn, it skips as many players as it shows, and goes to the first one skipped.",
    ),
    Term(
        "die:*",
        "A die of the throw",
        "A 1 is worth 100 and a 5 is worth 50; other faces score in threes or in sets. Keep at least one die "
        "that scores.",
    ),
    Term(
        "card:prove-it",
        "Prove It",
        "On another player's turn: when they bank they throw one die, and on 1 to 3 the turn is worth nothing.",
    ),
    Term(
        "card:double",
        "Double or Nothing",
        "With a throw or a bank of yours: after the turn one die, 4 to 6 doubles its score, 1 to 3 leaves "
        "nothing of it.",
    ),
    Term(
        "card:do-or-die",
        "Do or Die",
        "On another player's turn: when it is over they throw one die, and a 1 wipes out their whole total.",
    ),
    Term(
        "card:bloodshed",
        "Bloodshed",
        "Before your first throw: what you bank this turn is taken from everybody else instead of added to yours.",
    ),
    Term(
        "card:collateral",
        "Collateral Damage",
        "On another player's turn: three dice each afterwards, and unless theirs add up to more they lose "
        "1,000 and you gain 1,000.",
    ),
    Term("card:immunity", "Immunity", "Once a game: a war card that is about to hit you does nothing."),
    Term(
        "key:roll",
        "Throw",
        "The dice that are left are thrown again. If none of them scores, all points of this turn are lost.",
    ),
    Term("key:bank", "Bank", "The points of this turn join your total, and the turn is over."),
    Term("key:piggyback", "Piggyback", "Go on with the points and the dice that the player before you left."),
    Term("key:decline", "Take it", "The card that hits you works, and you keep your Immunity."),
    Term("key:abstain", "Let the dice decide", "You name nobody; those who may have been first roll for it."),
    Term("key:pass", "Let it stand", "You keep your war cards for later."),
    Term("scores:*", "What scores", "Dice of one throw that bring points together. Sets never mix dice of two throws."),
    Term(
        "seat:*",
        "A player",
        "Total, way to the target, and the war cards that are left. The mark on the way is where the Battle "
        "Zone opens.",
    ),
    Term(
        "kept",
        "Kept so far",
        "Dice set aside this turn with their points. They count when you bank, and are lost with a bust.",
    ),
    Term(
        "battle-zone",
        "Battle Zone",
        "When somebody first has 5,000 points everybody throws two dice: doubles double a score, exactly one "
        "1 loses the next turn.",
    ),
    Term(
        "hot-dice",
        "Hot dice",
        "When all dice have scored you may throw all six again, and the points of the turn go on.",
    ),
)
