"""Translate one rule to LLVM's language with Numba's own passes, but only those that rules need.

Rules hold no closures, comprehensions, `with` blocks or generators, so half of Numba's passes would look at every rule
in vain, and between any two it would analyse the whole function again.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core import cgutils, ir, lowering, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import cpu_target
from numba.core.typing import signature

NUMBER_TYPES = types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral


class _PassManager(PassManager):  # type: ignore[misc]  # numba ships no types
    """Run passes one after the other with no analysis in between: each leaves a function as the next one needs it."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802  # Numba's name
        pss.analysis = self._analysis
        pss.run_initialization(internal_state)
        pss.run_pass(internal_state)
        pss.run_finalizer(internal_state)


@cache
def rule_passes() -> PassManager:
    """Return the passes from Python's code to LLVM's."""
    manager = _PassManager("dicehouse rules")
    for step in (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.RewriteSemanticConstants,
        untyped_passes.DeadBranchPrune,
        untyped_passes.GenericRewrites,
        untyped_passes.ReconstructSSA,
        typed_passes.NopythonTypeInference,
        typed_passes.PreLowerStripPhis,
        typed_passes.InlineOverloads,
        typed_passes.IRLegalization,
        typed_passes.AnnotateTypes,
        RuleLowering,
        typed_passes.NoPythonBackend,
    ):
        manager.add_pass(step, step.__name__)
    manager.finalize()
    return manager


@contextmanager
def cached_call_types() -> Iterator[None]:
    """Find the type of `+`, `min` and other calls once for each pair of argument types while the context is open."""
    context = cpu_target.typing_context
    resolve = context.resolve_function_type
    known: dict[Any, Any] = {}

    def remembering(function: Any, kinds: Any, names: Any) -> Any:
        if type(function) is not types.Function or names or not all(isinstance(kind, NUMBER_TYPES) for kind in kinds):
            return resolve(function, kinds, names)
        key = id(function), tuple(kinds)
        if key not in known:
            known[key] = function, resolve(function, kinds, names)  # and of the function, whose own number stays
        return known[key][1]

    context.resolve_function_type = remembering
    try:
        yield
    finally:
        del context.resolve_function_type


class _RecordLowering(lowering.Lower):  # type: ignore[misc]  # numba ships no types
    """Copy a record as memory.

    Numba would copy it as one value of thousands of bytes, which LLVM handles badly.
    """

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature_: Any) -> Any:
        target, index, value = (self.typeof(var.name) for var in (target_var, index_var, value_var))
        if not (isinstance(target, types.Array) and target.dtype == value and isinstance(value, types.Record)):
            return super().lower_setitem(target_var, index_var, value_var, signature_)
        place = self.context.get_function(operator.getitem, signature(value, target, index))
        to = place(self.builder, (self.loadvar(target_var.name), self.loadvar(index_var.name)))
        return self._copy(to, value_var, value)

    def lower_inst(self, inst: Any) -> Any:
        if isinstance(inst, ir.SetAttr):
            target, value = self.typeof(inst.target.name), self.typeof(inst.value.name)
            if isinstance(value, types.Record) and target.typeof(inst.attr) == value:
                start = self.context.get_constant(types.intp, target.offset(inst.attr))
                to = cgutils.pointer_add(self.builder, self.loadvar(inst.target.name), start)
                return self._copy(to, inst.value, value)
        return super().lower_inst(inst)

    def _copy(self, to: Any, value_var: Any, kind: Any) -> None:
        size = self.context.get_constant(types.intp, kind.size)
        cgutils.raw_memcpy(self.builder, to, self.loadvar(value_var.name), size, 1)


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(typed_passes.BaseNativeLowering):  # type: ignore[misc]  # numba ships no types
    """Run Numba's last step with `_RecordLowering`."""

    _name = "dicehouse_rule_lowering"

    @property
    def lowering_class(self) -> Any:
        """Return the class that lowers the function."""
        return _RecordLowering
