"""Run compiled rules in a tab: WebAssembly, which Python loads like a shared library (compiler/web_assembly.py)."""

from __future__ import annotations

from pathlib import Path

from dicehouse.compiler.prebuilt_program import use_files
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find

RULES = Path(__file__).parent / "rules"  # written by tests/site/compile_rules.py


def rules_file(game: str) -> Path:
    """Return where the module of the game with this id is, if it was made."""
    return RULES / f"{game}.wasm"


def load_rules() -> None:
    """Use compiled rules in all games that have them."""
    use_files(rules_file)
    for file in RULES.glob("*.wasm"):
        use_compiled(find(file.stem))
