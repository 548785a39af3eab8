"""Make the report of a study: one HTML page without scripts that loads nothing from the network."""

from __future__ import annotations

import base64
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from dicehouse.charts.scale import format_number
from dicehouse.charts.svg_elements import join_markup

from ..result_types import ResultFields
from ..summary.caveats import STOP_SENTENCES, half_width_sentence, interval_kind_sentence, pace_words
from ..summary.effects import SMALLEST_SHARE, StudyEffects
from ..summary.number_words import count_words
from ..summary.sentences import headline, lead_paragraphs, scope_sentence, split_emphasis, study_question
from ..summary.variants import VariantTable
from . import page_sections
from .page_sections import events_section, skill_sections, worth_sections
from .result_validation import check_result

FRAME_HEIGHT = 760


@cache
def _read_asset(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


@cache
def style_sheet() -> str:
    """Return the style sheet of a report with its two fonts inside."""
    sheet = _read_asset("report.css")
    for name in ("display", "text"):
        data = base64.b64encode((files(__package__) / "fonts" / f"{name}.woff2").read_bytes()).decode()
        sheet = sheet.replace(f"fonts/{name}.woff2", f"data:font/woff2;base64,{data}")
    return "\n".join(line.strip() for line in sheet.splitlines() if line.strip())


def report_page(found: ResultFields, points: float = SMALLEST_SHARE, *, reports: bool = False) -> str:
    """Return a whole HTML page about `found`; differences below `points` (of a share) matter little.

    `reports` is true if the findings come from several reports (`compare_reports`). Raise BadSave if no report can be
    made.
    """
    view = VariantTable(check_result(found), reports=reports)
    judged = StudyEffects(view, points)
    parts = [
        _top_section(judged),
        page_sections.length_section(judged),
        page_sections.order_section(judged),
        page_sections.people_section(judged),
        page_sections.curves_section(judged),
        page_sections.effects_section(judged),
        *worth_sections(judged),
        skill_sections(judged),
        events_section(judged),
        limits_section(judged),
        page_sections.pairing_section(judged),
        page_sections.measures_section(judged),
        origin_section(view),
    ]
    return frame_page(
        view,
        f"{view.game}: {headline(judged)}",
        join_markup(part for part in parts if part),
        count_words(view.games, "game", "games"),
    )


def frame_page(view: VariantTable, title: str, main: Markup, where: str) -> str:
    """Return the page with the sections `main`; `where` says how many games it is about."""
    return str(
        Markup(_read_asset("page.html")).format(  # noqa: S704  our own frame; what goes into it is escaped
            title=title,
            style=Markup(style_sheet()),  # noqa: S704  our own sheet
            game=view.found.game,
            name=view.game,
            where=where,
            main=main,
            version=view.found.dicehouse,
        )
    )


def _top_section(judged: StudyEffects) -> Markup:
    view = judged.view
    lead = join_markup(
        Markup('<p class="lead">{}</p>').format(Markup(" ").join(map(emphasize_html, sentences)))
        for sentences in lead_paragraphs(judged)
    )
    return Markup(
        '<section class="sheet top"><div class="topgrid"><div><p class="q">{}</p><h1>{}</h1>{}<p'
        ' class="but">{}</p></div>{}</div></section>'
    ).format(study_question(view), headline(judged), lead, scope_sentence(view), page_sections.length_figure(judged))


def emphasize_html(sentence: str) -> Markup:
    """Return a sentence with its main figure in bold."""
    return join_markup(
        Markup("<b>{}</b>").format(part) if main else Markup("{}").format(part)
        for part, main in split_emphasis(sentence)
    )


def limits_section(judged: StudyEffects) -> Markup:
    """Return the limits of the figures: the warnings of the study, and those of every study."""
    found = judged.view.found
    limits = list(found.warnings)
    if judged.family > 1:
        out = judged.family * (1 - found.confidence)
        limits.append(
            f"This study makes {judged.family:,} comparisons. By chance alone, about "
            f"{format_number(out, 0 if out >= 2 else 1)}"
            " of them would look different. The thin intervals allow for that; the thick ones don't."
        )
    limits.append(
        "Bots played these games, not people. The figures hold for these bots and settings, and say nothing about fun."
    )
    items = join_markup(
        Markup("<li>{}<span>{}</span></li>").format(page_sections.WARNING_ICON, text) for text in limits
    )
    return Markup('<section class="sheet limits"><h2>The limits of these figures</h2><ul>{}</ul></section>').format(
        items
    )


def origin_section(view: VariantTable) -> Markup:
    """Return how the study was made, so that anyone can make it again."""
    found = view.found
    base = found.cells[0]
    rows = [
        ("Game", f"{view.game} ({found.game})"),
        ("Rules", found.rules),
        ("Dicehouse", found.dicehouse),
        ("Seed", str(found.seed)),
        ("Bots", ", ".join(view.whole.bots)),
        ("Games", f"{view.games:,} in {count_words(len(view.whole.cells), 'variant', 'variants')}"),
        ("Intervals", f"{format_number(100 * found.confidence, 0)}%"),
        ("Time", f"{found.seconds:,.0f} s"),
        ("Minutes", pace_words(view)),
        ("Base", ", ".join(f"{key}={value}" for key, value in sorted(base.settings.items()))),
    ]
    facts = join_markup(Markup("<dt>{}</dt><dd>{}</dd>").format(*row) for row in rows if row[1])
    return Markup(
        '<section class="sheet how"><h2>How to make this study again</h2><pre tabindex="0">{}</pre>'
        "<p>{}</p><dl>{}</dl></section>"
    ).format(
        found.command or "(the file does not say)",
        " ".join(
            filter(
                None,
                (STOP_SENTENCES.get(found.stopped, ""), half_width_sentence(view.whole), interval_kind_sentence(found)),
            )
        ),
        facts,
    )


def notebook_frame(found: ResultFields) -> str:
    """Return the page in an iframe of its own, which runs and loads nothing and keeps the style inside."""
    return str(
        Markup(
            '<iframe sandbox="" title="Report of a study" srcdoc="{}" style="width:100%;height:{}px;border:0"></iframe>'
        ).format(report_page(found), FRAME_HEIGHT)
    )
