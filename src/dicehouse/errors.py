"""Define the errors that input from outside can cause; a message is one sentence for the person who sent it."""

from .i18n import _

IS_A_FOLDER = "it is a folder, not a file"


def how_to_install(extra: str) -> str:
    """Return the sentence that says how to install an `extra`; Dicehouse is not on a package index yet."""
    return f"In a copy of the repository, install it with: pip install '.[{extra}]'"


def explain_os_error(
    error: Exception, missing: str = "there is no such file", other: str = "that is not a file name"
) -> str:
    """Return why a file can't be read or written, as the end of a sentence; `other` is for other errors."""
    if isinstance(error, FileNotFoundError):
        return missing
    if isinstance(error, IsADirectoryError):
        return IS_A_FOLDER
    if isinstance(error, (NotADirectoryError, FileExistsError)):
        return "a file is where a folder should be"
    return getattr(error, "strerror", None) or other


class DicehouseError(ValueError):
    """Base class of all errors that a caller can cause; nothing has changed when one is raised."""


class UnknownGame(DicehouseError):
    """Say that there is no game with that id."""


class BadGame(DicehouseError):
    """Say why a game can't be used; one sentence for each fault, each on its own line."""


class BadRule(DicehouseError):
    """Say why a house rule can't be put into a game, or which invariant it breaks."""


class BadSetting(DicehouseError):
    """Say that a setting is unknown, or its value is not allowed."""


class BadNet(BadSetting):
    """Say that a file holds no net that can be read, or one for another game."""


class BadScenario(DicehouseError):
    """Say that a scenario's file can't be read, or holds something that no scenario can."""


class BadSeed(DicehouseError):
    """Say that a seed or a tape of dice can't be used."""


class BadMatch(DicehouseError):
    """Say that a saved match can't be read, or does not follow the rules."""


class OtherRules(BadMatch):
    """Say that a saved match changed to corrected rules after `number` actions, so that it can't be replayed."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _(
                "After {number} actions, this game switched to corrected rules. Only its table still shows it.",
                number=number,
            )
        )
        self.number = number


class NoSuchGame(BadMatch, UnknownGame):
    """Say that a saved match is of an unknown game, or of one with a house rule that was not given."""


class BadSave(DicehouseError):
    """Say that the save of an arena can't be read or written, or was made with something else."""


class BadArchive(DicehouseError):
    """Say that an archive of self-play can't be read or written, or was made by other rules."""


class IllegalOption(DicehouseError):
    """Say that the option is not among those that the seat has now."""


class BadThrow(DicehouseError):
    """Say that a throw or a placement is impossible by hand or forbidden by the rules."""


class NotYourTurn(DicehouseError):
    """Say that the seat has nothing to decide now."""


class MatchOver(DicehouseError):
    """Say that the game has ended; nothing can be played any more."""


class CannotUndo(DicehouseError):
    """Say that the seat's latest action can't be undone."""


class CannotCompile(DicehouseError):
    """Say that something needs compiled rules, which this process can't make."""


class NoPicture(DicehouseError):
    """Say that the game draws no pictures of its positions."""


class TapeEnded(DicehouseError):
    """Say that the scripted dice ran out in the middle of an action."""
