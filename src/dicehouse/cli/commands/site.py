"""Run `dicehouse site`."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "write the games as a static site, which plays in a browser tab without a server"
DETAILS = "Any host of static files serves the folder, also below a path. docs/site.md says what it can do."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse site` to `parser`."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder; an earlier site there is replaced")
    parser.add_argument(
        "--runtime",
        metavar="FOLDER",
        type=Path,
        default=Path("build") / "runtime",
        help="a folder with Pyodide and a wheel of msgspec for it, as `make site` brings them in (%(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the site, and say how large it is."""
    from dicehouse.site.build import write_site

    sizes = write_site(arguments.folder, arguments.runtime)
    print(f"{arguments.folder}: {sizes.files} files, {sizes.total / 1e6:.1f} MB")
    print(f"A first visit fetches {sum(sizes.fetched.values()) / 1e6:.2f} MB (gzip -9) before a game can begin:")
    for name, size in sorted(sizes.fetched.items(), key=lambda each: -each[1]):
        print(f"  {size / 1e6:6.2f} MB  {name}")
    return 0
