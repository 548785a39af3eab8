"""How the pieces of compiled rules become one program.

Numba optimises a function together with all that it calls, then again within every caller, and makes machine code of it
each time. Rules are only ever called by other compiled code, so here they are kept as they come, and optimised once:
whole, inside the entry point. That takes a third of the time, and the optimiser sees which functions have one caller.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder


class _Nowhere:
    """Stands for the machine that a rule by itself never runs on."""

    @staticmethod
    def set_env(name: str, env: Any) -> None: ...


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of one rule and of those it calls, not optimised and without an address."""

    codegen = _Nowhere()

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of an entry point with all rules that it reaches."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


class RuleCompiler(CompilerBase):  # type: ignore[misc]  # numba ships no types
    """Numba's pipeline for `@rules`."""

    library_class: type[JITCodeLibrary] = RuleLibrary

    def define_pipelines(self) -> list[Any]:
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library_class(codegen, self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class EntryCompiler(RuleCompiler):
    """Numba's pipeline for `@entry`."""

    library_class = EntryLibrary
