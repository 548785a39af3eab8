"""Make WebAssembly of a game's rules, for the static site, from the code that Numba's rules are translated to.

A module holds one program with all rules that it reaches. It imports its memory and `exp`, so Python in the tab loads
it like a shared library. Each entry point becomes a function that takes the address of its arguments: a row of 64-bit
words, as prebuilt_program.py lays them out. It writes the result over the first word, and returns 0, or another number
if the rule raised an error.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from llvmlite import binding

from .fingerprints import reachable_rules
from .game_type import CompiledGame, compiled_names, game_type_of
from .linker import RuleLibrary, empty_module
from .prebuilt_program import EXPORT_PREFIX
from .program import Program, translated_entries
from .rule_compiler import is_rule

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
OPT_LEVEL = 3
LINKER = (sys.executable, "-m", "ziglang", "wasm-ld")
LINKER_OPTIONS = (
    *("-shared", "--experimental-pic", "--no-entry", "--strip-all", "--gc-sections"),
    "--unresolved-symbols=import-dynamic",
)
# What rules and entry points import but are not made of.
NOT_IN_MODULES = {f"dicehouse.{name}" for name in ("compiler.linker", "compiler.program", "core.game")}
SKIPPED_TOKENS = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def write_module(which: type[Program], game: CompiledGame, entries: Iterable[str], file: Path) -> None:
    """Write the `entries` of the program `which` of `game` as a module. The linker is that of the package ziglang."""
    names = list(entries)
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "rules.o"
        code.write_bytes(_object_file(which, game, names))
        exports = [f"--export={EXPORT_PREFIX}{name}" for name in names]
        command = [*LINKER, *LINKER_OPTIONS, *exports, "-o", str(file), str(code)]
        subprocess.run(command, check=True)  # noqa: S603  # fixed words and our own names
    file.chmod(0o644)


def _object_file(which: type[Program], game: CompiledGame, entries: Iterable[str]) -> bytes:
    results, libraries = translated_entries(which, game)
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        features=FEATURES, opt=OPT_LEVEL, reloc="pic", codemodel="default"
    )
    exported = {EXPORT_PREFIX + name: _wrapper(name, results[name]) for name in entries}
    module = binding.parse_assembly("\n".join((_retargeted(libraries, machine), *exported.values())))
    module.verify()
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name in exported else "internal"
    tuning = binding.create_pipeline_tuning_options(speed_level=OPT_LEVEL)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = binding.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _retargeted(libraries: Iterable[RuleLibrary], machine: Any) -> str:
    """Return the code of all rules as text, for the machine of the browser."""
    whole = empty_module("rules")
    for library in sorted(libraries, key=lambda library: library.symbol):
        whole.link_in(library.module, preserve=True)
    text = re.sub('target datalayout = ".*?"', f'target datalayout = "{machine.target_data}"', str(whole))
    text = re.sub('target triple = ".*?"', f'target triple = "{TRIPLE}"', text)
    return re.sub('"target-(cpu|features)"="[^"]*"', "", text)


def _wrapper(name: str, result: Any) -> str:
    """Return a function, as text, that passes on the words at an address as the arguments of an entry point."""
    function = result.library.module.get_function(result.library.symbol)
    _result, _error, _game, *kinds = (str(argument.type) for argument in function.arguments)
    lines = [
        f"define i32 @{EXPORT_PREFIX}{name}(ptr %given) {{",
        "%result = alloca i64",
        "%error = alloca ptr",
        "store i64 0, ptr %result",
    ]
    passed = ["ptr %result", "ptr %error", "ptr null"]
    for i, kind in enumerate(kinds):
        lines += [f"%p{i} = getelementptr i64, ptr %given, i32 {i}", f"%w{i} = load i64, ptr %p{i}"]
        lines.append(f"%a{i} = inttoptr i64 %w{i} to ptr" if kind == "ptr" else f"%a{i} = add i64 %w{i}, 0")
        passed.append(f"{kind} %a{i}")
    lines += [
        f'%status = call i32 @"{result.library.symbol}"({", ".join(passed)})',
        "%value = load i64, ptr %result",
        "store i64 %value, ptr %given",
        "ret i32 %status",
        "}",
    ]
    return "\n".join(lines)


# --- what a module was made of


def source_hash(which: type[Program], game: CompiledGame) -> str:
    """Return a hash of the sources that a module is made of, the same for every version of Python.

    They are the modules of all rules that the program reaches, and those that these import. Comments and docstrings
    don't count.
    """
    entries = [function for function, _ in which.entry_points.values()]
    rules = [value for _, value in compiled_names(game_type_of(game)) if is_rule(value)]
    own = {rule.__module__ for rule in reachable_rules([*entries, *rules])}
    digest = hashlib.sha256()
    used = {each for module in own for each in _imported(module)} - NOT_IN_MODULES
    for name in sorted({*own, *used, __name__}):
        digest.update(f"{name}\0{_code_of(_source(name))}\0".encode())
    return digest.hexdigest()[:32]


@cache
def _source_file(module: str) -> Path | None:
    """Return the file of a module, whether it was imported or not; None if there is no such module."""
    try:
        found = find_spec(module)
    except ModuleNotFoundError:  # what is before the last dot is no package
        return None
    return Path(found.origin) if found and found.origin else None


def _source(module: str) -> str:
    file = _source_file(module)
    assert file is not None, module
    return file.read_text(encoding="utf-8")


def _imported(module: str) -> set[str]:
    """Return the modules of this project from which a module imports names."""
    package, top = str(sys.modules[module].__package__), __name__.partition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            place = ".".join([*parts, *filter(None, [node.module])])
            found |= {place, *(f"{place}.{name.name}" for name in node.names)}
    return {name for name in found if name.partition(".")[0] == top and _source_file(name)}


def _code_of(source: str) -> str:
    """Return the code of a file without comments, docstrings and spaces."""
    found: list[str] = []
    alone = True  # at the beginning of a statement, where a text is a docstring
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SKIPPED_TOKENS and not (alone and token.type == tokenize.STRING):
            found.append(token.string)
        alone = token.type in SKIPPED_TOKENS if token.type != tokenize.COMMENT else alone
    return "".join(found).replace("{{", "{").replace("}}", "}")  # some versions of Python split texts with fields
