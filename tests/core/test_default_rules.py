"""Check that the module of default rules holds the rules that a game may leave out, and no others."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import is_rule
from dicehouse.core.game_protocol import default_rules
from dicehouse.core.game_protocol.hook_table import HOOK_TABLE


def test_every_rule_of_the_module_is_the_default_of_a_hook() -> None:
    found = {name: value for name, value in vars(default_rules).items() if is_rule(value)}
    assert found == {hook.name: hook.default for hook in HOOK_TABLE if is_rule(hook.default)}
    assert len(found) == 13
