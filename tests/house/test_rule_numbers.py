"""Check that no source of text holds a number of the rules: texts read it from the rules.

"One", "1" and 0 are not looked for: they are articles and pronouns far more often than numbers.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "dicehouse" / "games"
PAGE = ROOT / "ui" / "src" / "games"
# they say how a position is written down, or draw it; they are no texts about rules
# `scenario_texts.py` repeats the texts of the scenario files, which are data, so that they can be translated
NO_TEXTS = (
    "scenario_texts.py",
    "position_setup.py",
    "position_fields.py",
    "position_validation.py",
    "board_picture.py",
)

WORDS = "two three four five six seven eight nine ten eleven twelve twenty fifty sixty hundred thousand"
NUMBER = re.compile(
    rf"(?<![\w#.,-])(?:[2-9]|[1-9]\d+|[1-9]\d?(?:,\d{{3}})+)(?![\w])½?|\d½|\b(?:{'|'.join(WORDS.split())})\b", re.I
)
LARGE = re.compile(r"(?<![\w#.,-])(?:[1-9]\d+|[1-9]\d?(?:,\d{3})+)(?!\w)|\d½")

ALLOWED = {
    "names of things": (
        r"\bd(?:4|6|8|10|12|20)\b",
        r"Dicetopia 2\.0",
        r"Four-Leaf Clover|Three.s a Charm|Six and the City",
    ),
    "two sides of one exchange, swap, choice or tie: the rules have no number for it": (
        r"[Tt]wo single dice",
        r"two dice between Capture zones|mix dice from two rolls",
        r"two (?:City dice|dice of the City|Agents|Neighbourhoods|letters|of their own Agents|of)\b",
        r"[Tt]wo dice of two Neighbourhoods",
        r"[Tt]wo placed Agents",
        r"Two red dice",
        r"Swap two dice|The two dice swap",
        r"two factions of the printed game",
        r"two boards",
        r"in two halves|the two cards are turned|dice of two rolls",
        r"[Oo]n two dice at once it tops two towers|A die on two dice tops two towers",
        r"(?:takes|take) two(?: cards)?",
    ),
    "the rules write it out in a function, and no constant holds it": (
        r"holds (?:up to )?three dice",
        r"(?:throws|rolls) two dice",
        r"[Oo]ne time in six",
        r"[Rr]eroll (?:up to )?two dice|two rerolls|1 match scores|, [23] score",
        r"two cubes|two different cubes",
        r"not past 1 or 6",
        r"2 to 5|, 1 and 6 nothing|1 or 6 (?:up )?nothing|1 to 6 in one roll",
        r"[Tt]hree alike|threes|[Tt]hree of a kind",
        r"stars, two |, three ",
        r"a 5 scores",
    ),
    "drawn so by the page: classes, pictures, keys": (
        r"(?:seats|loa-@) two(?:-@)?|two-of",
        r"two cards, face down",
        r"\* 100|viewBox=\"[^\"]*\"|w3\.org/2000|\* 47|% 7|- [23]\b|y \+ 0.5|size / 2|top - 30|LEFT - 12",
    ),
    "a doubled score is written so": (r"score . 2",),
    "what a field of the notation holds": (r"1, 2, 3, 4, 5 and 6", r"(?:1 or 3|2 or 4)", r"'keep 1"),
    "advice, or an estimate of a bot": (r"[Tt]wo in three throws like this",),
    "a ready target, as it is built": (
        r"a board on four barrels",
        r"three boards, three barrels between each two|three boards with barrels between them|three storeys",
        r"a board across two others",
        r"a table with two ramps",
    ),
}
PLACEHOLDER = re.compile(r"\{[A-Za-z_]\w*\}")  # an argument of a message
ALLOWED_TEXT = re.compile("|".join(phrase for phrases in ALLOWED.values() for phrase in phrases))
# what happens in one scripted match of a lesson, on these very dice and cards
OPTION = re.compile(r"[\d ]+|lesson \d+|keep [\d*]+ (?:\*|roll|bank(?: double)?)|[a-z ]+ p?\d+(?: [a-z*]+)?")
SCRIPTED = re.compile(r"\b18\b|158 to 109|dice pay 20|d20|row \d|[a-g][1-7]|push 1300,90,45")


def numbers_in(text: str, pattern: re.Pattern[str] = NUMBER) -> list[str]:
    """Return the numbers in a text that are not allowed."""
    return pattern.findall(ALLOWED_TEXT.sub("", PLACEHOLDER.sub("", text)))


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a Python file: its string literals with a space, without docstrings."""
    tree = ast.parse(source)
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)]
    docs = {id(node.body[0].value) for node in blocks if node.body and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(text, str) and " " in text.strip():
            yield node.lineno, text


def page_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file of the page: string literals with a space and a letter, and the text between tags."""
    code = re.sub(
        r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", lambda found: "\n" * found[0].count("\n"), source, flags=re.S
    )
    for found in re.finditer(r'"([^"\n]*)"|`([^`]*)`', code):
        text = re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "@", found[1] or found[2] or "")
        if re.search(r"[a-z] | [a-z]", text, re.I) and not re.search(r"[MmLlHhVvAaCcZz]\d|translate|px|rem\b", text):
            yield code.count("\n", 0, found.start()) + 1, text
    markup = re.sub(r"<(script|style).*?</\1>", lambda found: "\n" * found[0].count("\n"), code, flags=re.S)
    if markup != code:  # a component
        markup = re.sub(r"\{[^{}]*\}", "@", re.sub(r"\{[^{}]*\}", "@", markup))
        for found in re.finditer(r">([^<>]*)<", markup):
            if re.search(r"[a-z]{2}", found[1], re.I):
                yield markup.count("\n", 0, found.start()) + 1, found[1]


def python_sources() -> list[Path]:
    shown = [*GAMES.glob("*/presentation/*.py"), *GAMES.glob("*/ai/reasons.py"), *GAMES.glob("*/__init__.py")]
    return sorted(file for file in shown if file.name not in NO_TEXTS)


def test_no_text_of_a_game_holds_a_number_of_the_rules() -> None:
    files = python_sources()
    assert len(files) > 60, "the files are read"
    found = []
    for file in files:
        lesson = file.name == "lessons.py"  # a lesson may count the dice that its script lays on the table
        for line, text in python_texts(file.read_text(encoding="utf-8")):
            numbers = numbers_in(SCRIPTED.sub("", text), LARGE) if lesson else numbers_in(text)
            if numbers and not (lesson and OPTION.fullmatch(text)):
                found.append(f"{file.relative_to(GAMES)}:{line}: {numbers} in {text!r}")
    assert found == []


def test_no_text_of_a_board_holds_a_number_of_the_rules() -> None:
    files = sorted(file for file in PAGE.rglob("*") if file.suffix in {".ts", ".svelte"})
    assert len(files) > 100, "the files are read"
    found = [
        f"{file.relative_to(PAGE)}:{line}: {numbers} in {text!r}"
        for file in files
        if file.name != "keyboard-help.ts"  # it names keys
        for line, text in page_texts(file.read_text(encoding="utf-8"))
        if (numbers := numbers_in(text))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'note = "they lose 1,000 to you"',
        'f"Stands over 10,000, {name}"',
        '("key", "All six come back")',
        'x = "counts 1½ Agents"',
    ],
)
def test_it_sees_a_number_in_python(source: str) -> None:
    assert [numbers_in(text) for _, text in python_texts(source) if numbers_in(text)]


@pytest.mark.parametrize(
    "source",
    [
        'const said = "1,000 are at stake";',
        "<p>Roll three dice</p>\n<script>\n</script>",
        "say(`the giant loses 2 ${by}`)",
    ],
)
def test_it_sees_a_number_on_the_page(source: str) -> None:
    assert [numbers_in(text) for _, text in page_texts(source) if numbers_in(text)]
