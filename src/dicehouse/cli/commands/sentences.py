"""Run `dicehouse sentences`."""

from __future__ import annotations

import argparse

HELP = "list all texts that players read, for editors and translators"
DETAILS = """Prints each message with its id, the files that use it, and example arguments.
A page is the id of a game, or a part of a file's path: dice-ocalypse, menu, lessons.
docs/translating.md explains how to change a message.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse sentences` to `parser`."""
    parser.add_argument("--page", metavar="P", default="", help="list only the messages of this game, page or file")
    parser.add_argument(
        "--lang", metavar="L", default="en", help="list them in this language, such as de (default: en)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every message of a page, in the order of the catalogues."""
    from dicehouse.games import all_games
    from dicehouse.i18n import languages, listing
    from dicehouse.i18n.catalogues import list_messages
    from dicehouse.i18n.language import PSEUDO_LANGUAGE
    from dicehouse.i18n.text import example_texts

    from ..exit_codes import UsageError, quote_input

    known = (*languages(), PSEUDO_LANGUAGE)
    if arguments.lang not in known:
        raise UsageError(f"There is no language {quote_input(arguments.lang)}. The languages are {listing(known)}.")
    list(all_games().values())  # each game that is loaded brings its catalogues
    page = arguments.page.lower().replace("-", "_")
    n_found = 0
    for message in list_messages():
        if page and not any(page in place.lower().replace("-", "_") for place in message.places):
            continue
        n_found += 1
        print(f"{message.id}  {', '.join(message.places)}")
        for text in example_texts(message.message, message.plural, message.context):
            print(f"    {text.in_language(arguments.lang)}")
    if not n_found:
        raise UsageError(
            f"There are no texts for players in a file named {quote_input(arguments.page)}. Name a game, a "
            "page or a part of a file's path."
        )
    return 0
