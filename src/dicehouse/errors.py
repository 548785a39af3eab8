"""What can be wrong with something that came from outside; a message is one sentence for the person who sent it."""

FOLDER = "it is a folder; name a file"


def why_not(error: Exception, missing: str = "there is no such file", other: str = "that is not a file name") -> str:
    """Why a file can't be read or written, as the end of a sentence; `other` is for what no disk says."""
    if isinstance(error, FileNotFoundError):
        return missing
    if isinstance(error, IsADirectoryError):
        return FOLDER
    if isinstance(error, (NotADirectoryError, FileExistsError)):
        return "a file is where a folder should be"
    return getattr(error, "strerror", None) or other


class DicehouseError(ValueError):
    """Base of all errors that a caller can cause; nothing has changed when it is raised."""


class UnknownGame(DicehouseError):
    """There is no game with that id."""


class BadGame(DicehouseError):
    """A game can't join the house as it stands; one sentence for each fault, each on its own line."""


class BadRule(DicehouseError):
    """A house rule can't be put into a game, or breaks a law."""


class BadSetting(DicehouseError):
    """A setting is unknown, or its value is not allowed."""


class BadNet(BadSetting):
    """A file holds no net that can be read, or one for another game than the one to be played."""


class BadScenario(DicehouseError):
    """A scenario's file can't be read, or says what no scenario can."""


class BadSeed(DicehouseError):
    """A seed or a tape of dice can't be used."""


class BadMatch(DicehouseError):
    """A saved match can't be read, or does not follow the rules."""


class OtherRules(BadMatch):
    """A saved match that went on by corrected rules after `number` actions, so that it can't be replayed."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"After {number} actions this match went on by corrected rules: only its table still shows it."
        )
        self.number = number


class NoSuchGame(BadMatch, UnknownGame):
    """A saved match is of a game that is not here: of none, or of one with a house rule that nobody has named."""


class BadSave(DicehouseError):
    """The save of an arena can't be read or written, or was made with something else."""


class BadArchive(DicehouseError):
    """An archive of self-play can't be read or written, or was made by other rules."""


class IllegalOption(DicehouseError):
    """The option is not among those that the seat has now."""


class BadThrow(DicehouseError):
    """A throw or a placement that no hand could make or the rules forbid."""


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
