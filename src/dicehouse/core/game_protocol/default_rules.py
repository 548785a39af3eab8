"""Hold the default of each rule that a game may leave out, where compiled code finds it.

`Game.rule_modules` names this module last, so compiled code takes a rule from here if neither the game's rules nor its
policy has one of that name.
"""

from __future__ import annotations

from .hook_table import HOOK_TABLE

globals().update({hook.name: hook.default for hook in HOOK_TABLE if hook.kind == "rule" and not hook.needed})
