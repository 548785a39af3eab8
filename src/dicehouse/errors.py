"""What can be wrong with something that came from outside; a message is one sentence for the person who sent it."""


class DicehouseError(ValueError):
    """Base of all errors that a caller can cause; nothing was changed when it is raised."""


class UnknownGame(DicehouseError):
    """There is no game of that id."""


class BadGame(DicehouseError):
    """A game can't join the house as it stands; a sentence for each fault, a line each."""


class BadSetting(DicehouseError):
    """A setting is unknown, or its value is not one of those it may have."""


class BadScenario(DicehouseError):
    """A scenario's file can't be read, or says what no scenario can."""


class BadSeed(DicehouseError):
    """A seed or a tape of dice can't be used."""


class BadMatch(DicehouseError):
    """A saved match can't be read, or does not follow the rules."""


class IllegalOption(DicehouseError):
    """The option is not among those that the seat has now."""


class BadThrow(DicehouseError):
    """A throw, or a thing put on the table, that no hand could do or the rules don't allow."""


class NotYourTurn(DicehouseError):
    """The seat has nothing to decide now."""


class MatchOver(DicehouseError):
    """The game has ended; nothing can be played any more."""


class CannotUndo(DicehouseError):
    """The last thing the seat did can't be taken back."""


class NoPicture(DicehouseError):
    """The game draws no pictures of its positions."""


class TapeEnded(DicehouseError):
    """The scripted dice ran out in the middle of an action."""
