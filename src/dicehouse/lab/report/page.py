"""The report: one page that needs nothing else, not a script and not the network."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from ..findings import Findings
from ..telling import stopping
from ..wording import count
from . import sections
from .drawing import joined
from .happenings import events, worths
from .judging import Judged
from .mastery import mastery
from .numbers import POINTS, plain, trimmed
from .reading import checked
from .sentences import but, headline, lead, question
from .variants import View

STOPPED = {
    "games": "It played all the games that were asked for.",
    "precision": "It stopped when it knew enough (--precision).",
    "minutes": "It stopped when its time was up.",
    "interrupted": "It was interrupted, so these are the games that had ended.",
}


@cache
def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """The style sheet of a report with its two fonts inside."""
    sheet = _file("report.css")
    for name in ("display", "text"):
        data = base64.b64encode((files(__package__) / "fonts" / f"{name}.woff2").read_bytes()).decode()
        sheet = sheet.replace(f"fonts/{name}.woff2", f"data:font/woff2;base64,{data}")
    return "\n".join(line.strip() for line in sheet.splitlines() if line.strip())


def page(found: Findings, points: float = POINTS, *, reports: bool = False) -> str:
    """A whole HTML page about findings; what differs by less than `points` (of a share) matters little.

    `reports` if they come of several reports (`beside`).
    """
    view = View(checked(found), reports=reports)
    judged = Judged(view, points)
    parts = [
        _top(judged),
        sections.length(judged),
        sections.order(judged),
        sections.over_time(judged),
        sections.differences(judged),
        *worths(judged),
        mastery(judged),
        events(judged),
        limits(judged),
        sections.pairing(judged),
        sections.everything(judged),
        how(view),
    ]
    return framed(
        view,
        f"{view.game}: {headline(judged)}",
        joined(part for part in parts if part),
        count(view.games, "game", "games"),
    )


def framed(view: View, title: str, main: Markup, where: str) -> str:
    """The page around its parts."""
    return str(
        Markup(_file("page.html")).format(  # noqa: S704  our own frame; what goes into it is escaped
            title=title,
            style=Markup(style()),  # noqa: S704  our own sheet
            game=view.found.game,
            name=view.game,
            where=where,
            main=main,
            version=view.found.dicehouse,
        )
    )


def _top(judged: Judged) -> Markup:
    view = judged.view
    told = Markup(" ").join(bold(sentence) for sentence in lead(judged))
    return Markup(
        '<section class="sheet top"><div class="topgrid"><div><p class="q">{}</p><h1>{}</h1><p class="lead">{}</p><p'
        ' class="but">{}</p></div>{}</div></section>'
    ).format(question(view), headline(judged), told, but(view), sections.hero(judged))


def bold(sentence: str) -> Markup:
    """A sentence with its main figure in bold."""
    return joined(
        Markup("<b>{}</b>").format(part) if at % 2 else Markup("{}").format(part)
        for at, part in enumerate(re.split(r"\[([^][]*)\]", sentence))
    )


def limits(judged: Judged) -> Markup:
    """What the figures can't tell: what the study warns of, and what is true of every study."""
    found = judged.view.found
    told = list(found.warnings)
    if any(cell.unfinished for cell in found.cells):
        many = sum(cell.unfinished for cell in found.cells)
        told.append(f"{count(many, 'game was', 'games were')} stopped before the end; nobody won them.")
    if judged.family > 1:
        out = judged.family * (1 - found.confidence)
        told.append(
            f"This study makes {judged.family:,} comparisons. Of so many, about {plain(out, 0 if out >= 2 else 1)}"
            " would look different by chance alone. The thin intervals allow for that, the thick ones do not."
        )
    told.append("Bots, not people: every figure is how these bots play under these settings, and says nothing of joy.")
    items = joined(Markup("<li>{}<span>{}</span></li>").format(sections.WARN, text) for text in told)
    return Markup(
        '<section class="sheet limits"><h2>What these figures can\N{RIGHT SINGLE QUOTATION MARK}t tell you</h2>'
        "<ul>{}</ul></section>"
    ).format(items)


def people(view: View) -> str:
    """The model of people by which minutes are counted."""
    seconds = view.found.people
    if not all(key in seconds for key in ("option", "event", "turn")):
        return ""
    a, b, c = (trimmed(seconds[key]) for key in ("option", "event", "turn"))
    return f"by a model of people: {a} s to look at an option, {b} s for each thing that happens, {c} s for a turn"


def how(view: View) -> Markup:
    """How it was made, so that anybody can make it again."""
    found = view.found
    base = found.cells[0]
    rows = [
        ("Game", f"{view.game} ({found.game})"),
        ("Rules", found.rules),
        ("Dicehouse", found.dicehouse),
        ("Seed", str(found.seed)),
        ("Bots", ", ".join(found.bots)),
        ("Games", f"{view.games:,} in {count(len(found.cells), 'cell', 'cells')}"),
        ("Intervals", f"{plain(100 * found.confidence, 0)} %"),
        ("Time", f"{found.seconds:,.0f} s"),
        ("Minutes", people(view)),
        ("Base", ", ".join(f"{key}={value}" for key, value in sorted(base.settings.items()))),
    ]
    told = joined(Markup("<dt>{}</dt><dd>{}</dd>").format(*row) for row in rows if row[1])
    return Markup(
        '<section class="sheet how"><h2>How this was made, so that you can make it again</h2><pre tabindex="0">{}</pre>'
        "<p>{}</p><dl>{}</dl></section>"
    ).format(
        found.command or "(the file does not say)",
        " ".join(filter(None, (STOPPED.get(found.stopped, ""), stopping(found)))),
        told,
    )
