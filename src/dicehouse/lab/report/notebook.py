"""The same page in a notebook."""

from __future__ import annotations

from markupsafe import Markup

from ..findings import Findings
from .page import page

TALL = 760


def notebook(found: Findings) -> str:
    """The page in a frame of its own, in which nothing runs and from which nothing is asked: its style stays inside."""
    return str(
        Markup(
            '<iframe sandbox="" title="Report of a study" srcdoc="{}" style="width:100%;height:{}px;border:0"></iframe>'
        ).format(page(found), TALL)
    )
