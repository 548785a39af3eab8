"""How compiled rules become machine code.

Numba optimises a function together with all that it calls, then again within every caller, and makes machine code of it
each time. Rules are only ever called by other compiled code, so here each is translated once, by itself, and machine
code is made of units. For playouts all rules are one unit: the optimiser sees the whole. For tables and bots there is a
unit for each file of rules. A rule that is called from one place alone goes to its caller's unit, and small ones are
copied to wherever they are called, so little is lost; and after an edit only the units that hold the edited rule are
made again.
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

SMALL = 80  # instructions of a rule that is copied to where it is called
WHOLE_LEVEL, FILE_LEVEL = 3, 2  # how much the optimiser tries


class _Nowhere:
    """Stands for the machine that a rule by itself never runs on."""

    @staticmethod
    def set_env(name: str, env: Any) -> None: ...


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of one rule: tidied up, without what it calls and without an address."""

    codegen = _Nowhere()
    rule: Any = None  # whose code it is
    result: Any = None  # Numba's compile result, of which it is a part
    _whole: Any = None

    @property
    def symbol(self) -> str:
        """The function's name in machine code."""
        name: str = self.result.fndesc.mangled_name
        return name

    @property
    def home(self) -> str:
        """The Python module that the rule stands in."""
        name: str = self.rule.__module__
        return name

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Rules need no memory management."""
        if library is not rtsys.library:
            super().add_linking_library(library)

    def add_llvm_module(self, module: Any) -> None:
        """The rule itself, as Numba translated it."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Take in the helpers of Numba's own that the rule calls, and tidy up."""
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        for helper in self._linking_libraries:
            if not isinstance(helper, RuleLibrary):
                module.link_in(helper._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._close_circles(own)
        _tidy(module)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _close_circles(self, own: set[str]) -> None:
        """A rule that calls itself does so through a variable, which Numba would fill in when it loads the code."""
        for value in list(self._final_module.global_variables):
            name, symbol = value.name, value.name.removeprefix(RuntimeLinker.PREFIX)
            if symbol == name:
                continue
            if symbol not in own:
                raise errors.UnsupportedError(f"{self.name} calls itself through another rule; compiled rules can't.")
            itself = f'@"{name}" = linkonce_odr constant ptr @"{symbol}"\ndeclare void @"{symbol}"()'
            self._final_module.link_in(binding.parse_assembly(itself))

    def get_pointer_to_function(self, name: str) -> int:
        """Nothing here has an address."""
        self._ensure_finalized()
        return 0

    @property
    def used(self) -> list[RuleLibrary]:
        """The rules that this one calls."""
        return [library for library in dict.fromkeys(self._linking_libraries) if isinstance(library, RuleLibrary)]

    @property
    def module(self) -> Any:
        """The code itself."""
        self._ensure_finalized()
        return self._final_module

    @cached_property
    def bitcode(self) -> bytes:
        """The code as bytes, the same for the same rule in every process."""
        code: bytes = self.module.as_bitcode()
        return code

    @cached_property
    def size(self) -> int:
        """How many instructions it has, more or less."""
        return str(self.module).count("\n  ")

    def _get_module_for_linking(self) -> Any:
        """The rule with all that it reaches: for compiled code that is none of the house's programs."""
        if self._whole is None:
            self._whole = _empty(self.name)
            for library in reach([self]):
                self._whole.link_in(library.module, preserve=True)
            for function in self._whole.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
        return self._whole


class KeptLibrary(RuleLibrary):
    """A rule's code as it was kept: what it is made of is only read when something is to be linked anew."""

    def __init__(self, name: str, size: int, bitcode: bytes, used: list[RuleLibrary]) -> None:
        super().__init__(_codegen(), name)
        self._finalized = True
        self.__dict__["size"], self.__dict__["bitcode"] = size, bitcode
        self._linking_libraries = used
        self._read = False

    @property
    def module(self) -> Any:
        """The code itself."""
        if not self._read:
            self._final_module, self._read = binding.parse_bitcode(self.bitcode), True
        return self._final_module


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of a single function that Python calls, with all rules that it reaches."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                function.linkage = "internal"  # so it may lose what is not needed here, such as an argument,
                function.name += f".of.{self.name}.{id(self)}"  # and LLVM's loader finds internal ones by name, too
        super()._optimize_final_module()


def reach(libraries: Iterable[RuleLibrary]) -> list[RuleLibrary]:
    """These and all that they call, each once."""
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


def _empty(name: str) -> Any:
    return binding.parse_assembly(str(_codegen()._create_empty_module(name)))


# --- units: what is optimised together


@dataclass
class Unit:
    """Rules that become one piece of machine code: those at home here, and copies of small ones."""

    name: str
    members: list[RuleLibrary]
    copies: list[RuleLibrary]
    seen: frozenset[str]  # the symbols that are used from outside
    level: int = FILE_LEVEL  # how much the optimiser tries

    @cached_property
    def key(self) -> str:
        """A hash of all that goes into the machine code."""
        digest = hashlib.sha256(f"{self.level}".encode())
        for library in [*self.members, *self.copies]:
            digest.update(b"%d" % (library.symbol in self.seen) + hashlib.sha256(library.bitcode).digest())
        return digest.hexdigest()[:32]

    def compiled(self) -> bytes:
        """The machine code."""
        module = _empty(self.name)
        for library in [*self.members, *self.copies]:
            module.link_in(library.module, preserve=True)
        seen = self.seen - {library.symbol for library in self.copies}
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "external" if value.name in seen else "internal"
            elif value.name.startswith("_ZN") and value.name not in seen:  # to call it would end the process
                raise RuntimeError(f"{value.name} is called and nowhere to be found.")
        builder = _builder(self.level)
        builder.getModulePassManager().run(module, builder)
        code: bytes = _codegen()._tm.emit_object(module)
        return code


def whole(libraries: list[RuleLibrary], called: Iterable[str]) -> list[Unit]:
    """A program as one unit, of which `called` is used from outside: the fastest code."""
    members = sorted(libraries, key=lambda library: library.symbol)
    return [Unit("whole", members, [], frozenset(called), WHOLE_LEVEL)]


def by_file(libraries: list[RuleLibrary], called: Iterable[str]) -> list[Unit]:
    """A program with a unit for each file of rules: after an edit few of them are made again."""
    callers: dict[RuleLibrary, list[RuleLibrary]] = {library: [] for library in libraries}
    for library in libraries:
        for used in library.used:
            callers[used].append(library)

    def home(library: RuleLibrary) -> str:
        here = library
        for _ in libraries:  # as many steps as rules: some may call each other in a circle
            others = [caller for caller in callers[here] if caller is not here]
            if len(others) != 1:
                break
            here = others[0]
        return here.home

    members: dict[str, list[RuleLibrary]] = {}
    for library in sorted(libraries, key=lambda library: library.symbol):
        members.setdefault(home(library), []).append(library)
    copies = {name: _copied(those) for name, those in members.items()}
    seen = set(called)
    for name, those in members.items():
        inside = {*those, *copies[name]}
        seen |= {used.symbol for library in inside for used in library.used if used not in inside}
    return [Unit(name, those, copies[name], frozenset(seen)) for name, those in sorted(members.items())]


def _copied(members: list[RuleLibrary]) -> list[RuleLibrary]:
    """The small rules of other units that these call, straight or through each other."""
    inside, left, found = set(members), list(members), []
    while left:
        for used in left.pop().used:
            if used not in inside and used.size <= SMALL:
                inside.add(used)
                left.append(used)
                found.append(used)
    return sorted(found, key=lambda library: library.symbol)


# --- LLVM's part


def _tidy(module: Any) -> None:
    """What any function gains by itself: done once, and kept with it."""
    passes = binding.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_dead_code_elimination_pass()
    passes.add_global_dead_code_eliminate_pass()  # of each rule that is called, its address in this process
    passes.run(module, _builder(1))


def _builder(level: int) -> Any:
    tuning = binding.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization, tuning.slp_vectorization = level == WHOLE_LEVEL, False
    return binding.create_pass_builder(_codegen()._tm, tuning)


# --- programs in memory


class Machine:
    """Machine code that is loaded: its units find each other, and nobody else finds them."""

    def __init__(self, objects: Iterable[bytes]) -> None:
        self._engine = binding.create_mcjit_compiler(_empty("program"), _target_machine())
        for code in objects:
            self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, symbol: str) -> int:
        """The address of a function that there is."""
        found: int = self._engine.get_function_address(symbol)
        return found

    def place(self, symbol: str) -> int:
        """The address of a variable that there is."""
        found: int = self._engine.get_global_value_address(symbol)
        return found


def _target_machine() -> Any:
    options: dict[str, Any] = {"opt": WHOLE_LEVEL}
    _codegen()._customize_tm_options(options)
    return binding.Target.from_triple(binding.get_process_triple()).create_target_machine(**options)


def processor() -> str:
    """For which processor code is made here."""
    return str(_codegen().magic_tuple())
