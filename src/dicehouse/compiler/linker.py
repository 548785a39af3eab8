"""Turn compiled rules into machine code.

Numba optimises a function together with all that it calls, then again within every caller, and makes machine code of it
each time. Rules are only called by other compiled code, so here each is translated once, by itself, and machine code is
made of units. For playouts all rules are one unit: the optimiser sees the whole. For matches and bots there is one unit
for each file of rules. A rule with a single caller goes to its caller's unit, and small ones are copied to each caller,
so little speed is lost; after an edit only the units that hold the edited rule are made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from llvmlite import binding
from numba.core import errors
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

MAX_COPIED_SIZE = 80  # the most instructions of a rule that is copied to its callers
WHOLE_OPT_LEVEL, FILE_OPT_LEVEL = 3, 2  # LLVM's optimisation level


class _NoCodegen:
    """Stand in for the machine, on which a single rule never runs."""

    @staticmethod
    def set_env(name: str, env: Any) -> None: ...


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """Hold the simplified code of one rule, without the rules it calls and without an address."""

    codegen = _NoCodegen()
    rule: Any = None  # the rule that this is the code of
    result: Any = None  # Numba's compile result, which contains this code
    _whole: Any = None

    @property
    def symbol(self) -> str:
        """Return the function's name in machine code."""
        name: str = self.result.fndesc.mangled_name
        return name

    @property
    def home(self) -> str:
        """Return the name of the Python module that defines the rule."""
        name: str = self.rule.__module__
        return name

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Do nothing: rules need no memory management."""
        if library is not rtsys.library:
            super().add_linking_library(library)

    def add_llvm_module(self, module: Any) -> None:
        """Take the code of the rule, as Numba translated it."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Add the helpers of Numba that the rule calls, and simplify the code."""
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        for helper in self._linking_libraries:
            if not isinstance(helper, RuleLibrary):
                module.link_in(helper._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._resolve_self_calls(own)
        _simplify(module)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _resolve_self_calls(self, own: set[str]) -> None:
        """Make calls of a rule to itself direct.

        Numba makes them through a variable, which it would fill in when it loads the code.
        """
        for value in list(self._final_module.global_variables):
            name, symbol = value.name, value.name.removeprefix(RuntimeLinker.PREFIX)
            if symbol == name:
                continue
            if symbol not in own:
                raise errors.UnsupportedError(f"{self.name} calls itself through another rule; compiled rules can't.")
            itself = f'@"{name}" = linkonce_odr constant ptr @"{symbol}"\ndeclare void @"{symbol}"()'
            self._final_module.link_in(binding.parse_assembly(itself))

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: a single rule has no address."""
        self._ensure_finalized()
        return 0

    @property
    def used(self) -> list[RuleLibrary]:
        """Return the rules that this one calls."""
        return [library for library in dict.fromkeys(self._linking_libraries) if isinstance(library, RuleLibrary)]

    @property
    def module(self) -> Any:
        """Return the code as an LLVM module."""
        self._ensure_finalized()
        return self._final_module

    @cached_property
    def bitcode(self) -> bytes:
        """Return the code as bytes, the same for the same rule in every process."""
        code: bytes = self.module.as_bitcode()
        return code

    @cached_property
    def size(self) -> int:
        """Return the approximate number of instructions."""
        return str(self.module).count("\n  ")

    def _get_module_for_linking(self) -> Any:
        """Return the rule with all that it reaches, for compiled code outside the programs of this package."""
        if self._whole is None:
            self._whole = empty_module(self.name)
            for library in reachable_libraries([self]):
                self._whole.link_in(library.module, preserve=True)
            for function in self._whole.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
        return self._whole


class CachedRuleLibrary(RuleLibrary):
    """Hold a rule's code from the cache; its bitcode is parsed only when something is linked again."""

    def __init__(self, name: str, size: int, bitcode: bytes, used: list[RuleLibrary]) -> None:
        super().__init__(_codegen(), name)
        self._finalized = True
        self.__dict__["size"], self.__dict__["bitcode"] = size, bitcode
        self._linking_libraries = used
        self._read = False

    @property
    def module(self) -> Any:
        """Return the code as an LLVM module."""
        if not self._read:
            self._final_module, self._read = binding.parse_bitcode(self.bitcode), True
        return self._final_module


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """Hold the code of a single function that Python calls, with all rules that it reaches."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                # LLVM may remove unused parts of an internal function, such as an argument, so no other library may
                # call it; LLVM's loader finds internal functions by name, too.
                function.linkage = "internal"
                function.name += f".of.{self.name}.{id(self)}"
        super()._optimize_final_module()


def reachable_libraries(libraries: Iterable[RuleLibrary]) -> list[RuleLibrary]:
    """Return `libraries` and all libraries that they call, each once."""
    found: dict[RuleLibrary, None] = {}
    left = list(libraries)
    while left:
        library = left.pop()
        if library not in found:
            found[library] = None
            left.extend(library.used)
    return list(found)


def _codegen() -> Any:
    return cpu_target.target_context.codegen()


def empty_module(name: str) -> Any:
    """Return an LLVM module for this machine without any code."""
    return binding.parse_assembly(str(_codegen()._create_empty_module(name)))


# --- units: rules that are optimised together


@dataclass
class CodeUnit:
    """Hold the rules that become one piece of machine code: the members, and copies of small rules."""

    name: str
    members: list[RuleLibrary]
    inlined_copies: list[RuleLibrary]
    seen: frozenset[str]  # the symbols that are used from outside
    level: int = FILE_OPT_LEVEL  # LLVM's optimisation level

    @cached_property
    def key(self) -> str:
        """Return a hash of all that goes into the machine code."""
        digest = hashlib.sha256(f"{self.level}".encode())
        for library in [*self.members, *self.inlined_copies]:
            digest.update(b"%d" % (library.symbol in self.seen) + hashlib.sha256(library.bitcode).digest())
        return digest.hexdigest()[:32]

    def compiled(self) -> bytes:
        """Return the machine code."""
        module = empty_module(self.name)
        for library in [*self.members, *self.inlined_copies]:
            module.link_in(library.module, preserve=True)
        seen = self.seen - {library.symbol for library in self.inlined_copies}
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "external" if value.name in seen else "internal"
            elif (
                value.name.startswith("_ZN") and value.name not in seen
            ):  # calling a missing symbol would end the process
                raise RuntimeError(f"{value.name} is called, but can't be found.")
        builder = _pass_builder(self.level)
        builder.getModulePassManager().run(module, builder)
        code: bytes = _codegen()._tm.emit_object(module)
        return code


def one_unit(libraries: list[RuleLibrary], called: Iterable[str]) -> list[CodeUnit]:
    """Return the program as one unit, of which the symbols in `called` are used from outside: the fastest code."""
    members = sorted(libraries, key=lambda library: library.symbol)
    return [CodeUnit("whole", members, [], frozenset(called), WHOLE_OPT_LEVEL)]


def units_by_file(libraries: list[RuleLibrary], called: Iterable[str]) -> list[CodeUnit]:
    """Return the program as one unit for each file of rules, so that few are made again after an edit."""
    callers: dict[RuleLibrary, list[RuleLibrary]] = {library: [] for library in libraries}
    for library in libraries:
        for used in library.used:
            callers[used].append(library)

    def home(library: RuleLibrary) -> str:
        here = library
        for _ in libraries:  # at most one step for each rule: some may call each other in a circle
            others = [caller for caller in callers[here] if caller is not here]
            if len(others) != 1:
                break
            here = others[0]
        return here.home

    members: dict[str, list[RuleLibrary]] = {}
    for library in sorted(libraries, key=lambda library: library.symbol):
        members.setdefault(home(library), []).append(library)
    copies = {name: _small_callees(those) for name, those in members.items()}
    seen = set(called)
    for name, those in members.items():
        inside = {*those, *copies[name]}
        seen |= {used.symbol for library in inside for used in library.used if used not in inside}
    return [CodeUnit(name, those, copies[name], frozenset(seen)) for name, those in sorted(members.items())]


def _small_callees(members: list[RuleLibrary]) -> list[RuleLibrary]:
    """Return the small rules of other units that `members` call, directly or through each other."""
    inside, left, found = set(members), list(members), []
    while left:
        for used in left.pop().used:
            if used not in inside and used.size <= MAX_COPIED_SIZE:
                inside.add(used)
                left.append(used)
                found.append(used)
    return sorted(found, key=lambda library: library.symbol)


# --- LLVM's part


def _simplify(module: Any) -> None:
    """Optimise every function of `module` by itself; this is done once and stored with the rule."""
    passes = binding.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_dead_code_elimination_pass()
    passes.add_global_dead_code_eliminate_pass()  # the address of each called rule in this process
    passes.run(module, _pass_builder(1))


def _pass_builder(level: int) -> Any:
    tuning = binding.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization, tuning.slp_vectorization = level == WHOLE_OPT_LEVEL, False
    return binding.create_pass_builder(_codegen()._tm, tuning)


# --- programs in memory


class LoadedCode:
    """Load machine code so that its units find each other, and no other code finds them."""

    def __init__(self, objects: Iterable[bytes]) -> None:
        self._engine = binding.create_mcjit_compiler(empty_module("program"), _target_machine())
        for code in objects:
            self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function_address(self, symbol: str) -> int:
        """Return the address of the function `symbol`, which must exist."""
        found: int = self._engine.get_function_address(symbol)
        return found

    def place(self, symbol: str) -> int:
        """Return the address of the variable `symbol`, which must exist."""
        found: int = self._engine.get_global_value_address(symbol)
        return found


def _target_machine() -> Any:
    options: dict[str, Any] = {"opt": WHOLE_OPT_LEVEL}
    _codegen()._customize_tm_options(options)
    return binding.Target.from_triple(binding.get_process_triple()).create_target_machine(**options)


def processor_name() -> str:
    """Return the name of the processor for which machine code is made."""
    return str(_codegen().magic_tuple())
