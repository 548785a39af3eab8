"""Every message of the code has a German translation that fits it; `make messages` extracts new ones."""

from __future__ import annotations

from . import messages


def test_every_message_has_a_translation() -> None:
    assert messages.faults() == []


def test_calls_are_found_in_python_templates_and_the_page() -> None:
    code = 'x = _("One {a}", a=1)\ny = [ngettext("{n} die", "{n} dice", 2), pgettext("verb", "Bank")]\n_(variable)\n'
    wanted = [("", "One {a}", ""), ("", "{n} die", "{n} dice"), ("verb", "Bank", "")]
    assert list(messages.python_messages(code)) == wanted
    assert list(messages.template_messages("<p>{{ _('One {a}', a=b) }}</p>")) == wanted[:1]
    page = 'return t("One {a}", { a }) + tn("{n} die", "{n} dice", n) + tp("verb", "Bank") + not("this") + t(`no`);'
    assert sorted(messages.page_messages(page)) == sorted(wanted)
