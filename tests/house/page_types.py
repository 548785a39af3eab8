"""The page's types of what the server sends, made from the server's: `python -m tests.house.page_types` writes them.

Python's types are the only place where the fields of a message, a view or a fact are listed. A comment behind or above
a field, and the docstring of a class, become comments in TypeScript.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec

from dicehouse.games import all_games

ROOT = Path(__file__).parents[2]
UI = ROOT / "ui" / "src"
MESSAGES = UI / "contract" / "messages.ts"
SIMPLE = {
    "str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "unknown", "object": "unknown",
    "Raw": "unknown", "Markup": "string",
}  # fmt: skip
LISTS = {"list", "List", "Sequence", "tuple", "frozenset"}
MAPS = {"dict", "Mapping"}
FREE = {
    "facts": "Facts",
    "view": "View",
}  # fields whose plain data a game describes: their classes take it as parameter
WIDTH = 120
NOTICE = "// Written by `python -m tests.house.page_types`, from the types in {}."


class Module:
    """The source of a Python module, by its names."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values = vars(importlib.import_module(name))
        source = Path(sys.modules[name].__file__ or "").read_text()
        self.lines, tree = source.splitlines(), ast.parse(source)
        self.aliases: dict[str, ast.expr] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.notes: dict[str, str] = {}
        self.origins: dict[str, tuple[str, str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                package = name.split(".")[: -node.level] if node.level else []
                origin = ".".join([*package, *([node.module] if node.module else [])])
                self.origins |= {each.asname or each.name: (origin, each.name) for each in node.names}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.aliases[node.targets[0].id] = node.value
                self.notes[node.targets[0].id] = self.comment_at(node.lineno)

    def comment_at(self, line: int) -> str:
        """Return the comment behind a line (numbered from 1), or right above it."""
        _, mark, behind = self.lines[line - 1].partition("  # ")
        if mark and not behind.startswith("noqa"):
            return behind
        found: list[str] = []
        for text in reversed(self.lines[: line - 1]):
            if not text.strip().startswith("#"):
                break
            found.insert(0, text.strip().removeprefix("#").strip())
        return " ".join(found)


class Writer:
    """Write the definitions that some names need. Those of `known` are imported from another file."""

    def __init__(self, known: dict[str, str] | None = None) -> None:
        self.known = known or {}
        self.imported: set[str] = set()
        self.texts: dict[str, str] = {}
        self.parameters: dict[str, str] = {}
        self.modules: dict[str, Module] = {}

    def module(self, name: str) -> Module:
        if name not in self.modules:
            self.modules[name] = Module(name)
        return self.modules[name]

    def define(self, module: Module, name: str) -> str:
        """Define a class or an alias once, and return how TypeScript calls it."""
        if name in module.origins and name not in module.classes and name not in module.aliases:
            origin, own = module.origins[name]
            return self.define(self.module(origin), own)
        if name in self.known:
            self.imported.add(name)
        elif name not in self.texts:
            self.texts[name] = ""  # a type may contain itself
            text = self.interface(module, name) if name in module.classes else self.alias(module, name)
            del self.texts[name]
            self.texts[name] = text
        return name

    def alias(self, module: Module, name: str) -> str:
        assert name in module.aliases, f"{module.name} has no type {name}"
        value, note = module.aliases[name], comment(module.notes[name])
        if isinstance(value, ast.Call):  # a TypedDict with a field that is no name in Python
            assert isinstance(value.args[1], ast.Dict)
            pairs = zip(value.args[1].keys, value.args[1].values, strict=True)
            lines = [
                comment(module.comment_at(type_.lineno) if type_.lineno > value.lineno else "", "  ")
                + self.line(str(ast.literal_eval(key or value)), *self.required(module, type_))
                for key, type_ in pairs
            ]
            return "\n".join([f"{note}export interface {name} {{", *lines, "}"])
        return f"{note}export type {name} = {self.type_of(module, value)};"

    def required(self, module: Module, annotation: ast.expr) -> tuple[str, bool]:
        """Return the type of a field, and whether it may be missing."""
        if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "NotRequired":
            return self.type_of(module, annotation.slice), True
        return self.type_of(module, annotation), False

    @staticmethod
    def line(field: str, type_: str, optional: bool) -> str:
        return f"  {field}{'?' if optional else ''}: {type_};"

    def interface(self, module: Module, name: str) -> str:
        node, made = module.classes[name], module.values[name]
        note = comment(inspect.cleandoc(ast.get_docstring(node) or ""))
        if issubclass(made, tuple):
            parts = ", ".join(f"{field}: {type_}" for field, type_, *_ in self.fields(module, made))
            return f"{note}export type {name} = readonly [{parts}];"
        free, lines = "", []
        if (tag := tag_of(made)) is not None:
            lines.append(f'  {tag[0]}: "{tag[1]}";')
        for field, type_, optional, said in self.fields(module, made):
            if field in FREE and type_ in ("unknown", "Record<string, unknown>"):
                free = type_ = FREE[field]
            lines.append(comment(said, "  ") + self.line(field, type_, optional))
        parameter = f"<{free} = Record<string, unknown>>" if free else ""
        return "\n".join([f"{note}export interface {name}{parameter} {{", *lines, "}"])

    def fields(self, module: Module, made: type) -> Iterator[tuple[str, str, bool, str]]:
        """Return the fields of a class and of those that it extends: name, type, whether it may be missing, comment."""
        renamed = getattr(made, "__struct_config__", None) and {
            one.name: one.encode_name for one in msgspec.structs.fields(made)
        }
        for own, definition in self.lineage(module, made.__name__):
            for node in definition.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    field, said = node.target.id, own.comment_at(node.lineno)
                    type_, optional = self.required(own, node.annotation)
                    yield (renamed or {}).get(field, field), type_, optional or optional_in(made, field), said

    def lineage(self, module: Module, name: str) -> Iterator[tuple[Module, ast.ClassDef]]:
        """Yield the classes that a class extends, as far as they are ours, then the class."""
        if name not in module.classes:
            origin, name = module.origins.get(name, ("", name))
            module = self.module(origin) if origin.startswith("dicehouse.") else module
        if name in module.classes:
            for base in module.classes[name].bases:
                if isinstance(base, ast.Name):
                    yield from self.lineage(module, base.id)
            yield module, module.classes[name]

    def type_of(self, module: Module, node: ast.expr) -> str:
        """Return a type in TypeScript."""
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.Constant(value=str(text)):
                return self.type_of(module, ast.parse(text, mode="eval").body)
            case ast.BinOp(op=ast.BitOr()):
                return f"{self.type_of(module, node.left)} | {self.type_of(module, node.right)}"
            case ast.Name(id=name):
                return SIMPLE[name] if name in SIMPLE else self.define(module, name)
            case ast.Attribute(attr=name) if name in SIMPLE:
                return SIMPLE[name]
            case ast.Subscript(value=ast.Name(id=outer), slice=inner):
                return self.generic(module, outer, inner)
        raise AssertionError(f"{module.name}: what is {ast.unparse(node)} in TypeScript?")

    def generic(self, module: Module, outer: str, inner: ast.expr) -> str:
        parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
        if outer == "Annotated":
            return self.type_of(module, parts[0])
        if outer == "Literal":
            return " | ".join(json_of(part) for part in parts)
        if outer == "tuple" and not (len(parts) == 2 and ast.unparse(parts[1]) == "..."):
            return f"[{', '.join(self.type_of(module, part) for part in parts)}]"
        if outer in LISTS:
            item = self.type_of(module, parts[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if outer in MAPS:
            key, value = (self.type_of(module, part) for part in parts)
            literal = isinstance(parts[0], ast.Name) and self.is_literal(module, parts[0].id)
            return f"Partial<Record<{key}, {value}>>" if literal else f"Record<{key}, {value}>"
        raise AssertionError(f"{module.name}: what is {outer}[...] in TypeScript?")

    def is_literal(self, module: Module, name: str) -> bool:
        if name not in module.aliases and name in module.origins:
            origin, own = module.origins[name]
            return self.is_literal(self.module(origin), own)
        return name in module.aliases and ast.unparse(module.aliases[name]).startswith("Literal[")


def optional_in(made: type, field: str) -> bool:
    """Return whether a page may leave out a field of a message that it sends."""
    if not issubclass(made, msgspec.Struct) or tag_of(made) is None:
        return False
    return not next(one for one in msgspec.structs.fields(made) if one.name == field).required


def tag_of(made: type) -> tuple[str, str] | None:
    config = getattr(made, "__struct_config__", None)
    return None if config is None or config.tag is None else (config.tag_field, config.tag)


def json_of(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant)
    if isinstance(node.value, bool):
        return str(node.value).lower()
    return f'"{node.value}"' if isinstance(node.value, str) else str(node.value)


def comment(text: str, indent: str = "") -> str:
    """Return a comment of TypeScript, with the line that ends it; nothing for an empty text."""
    text = re.sub(r"\bNone\b", "null", " ".join(text.split()))
    text = text[:1].upper() + text[1:]
    if not text:
        return ""
    if len(indent) + len(text) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, WIDTH - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]) + "\n"


# the files ----------------------------------------------------------------------------------------------------------


def messages() -> str:
    """Return the file of all messages between the page and the server."""
    from dicehouse.web import frame_types, socket_messages

    writer = Writer()
    types = writer.module(frame_types.__name__)
    for name in types.classes:
        writer.define(types, name)
    writer.define(types, "ServerMessage")
    for made in get_args(socket_messages.ClientMessage):
        writer.define(writer.module(made.__module__), made.__name__)
    sent = " | ".join(made.__name__ for made in get_args(socket_messages.ClientMessage))
    notice = NOTICE.format("web/frame_types.py, server/commands.py and web/socket_messages.py")
    return "\n\n".join([notice, *writer.texts.values(), f"export type ClientMessage = {sent};"]) + "\n"


def shared() -> dict[str, str]:
    """Return the names that a game's types may use, and where TypeScript finds them."""
    return dict.fromkeys(["Option", "GameEvent"], "../../contract/messages")


def view_of(game: str) -> str | None:
    """Return the file with the types of a game's view, options and events; None for a game that describes none."""
    package = all_games()[game].hooks.view.__module__.rpartition(".")[0]
    try:
        module = f"{package}.view_types"
        importlib.import_module(module)
    except ModuleNotFoundError:
        return None
    writer = Writer(shared())
    types = writer.module(module)
    for name in (*types.aliases, *types.classes):
        writer.define(types, name)
    used = [f'import type {{ {name} }} from "{writer.known[name]}";' for name in sorted(writer.imported)]
    notice = NOTICE.format("/".join(module.split(".")[2:]) + ".py")
    act = "export type Act = Option<OptionFacts>;" if "OptionFacts" in {*types.classes, *types.aliases} else ""
    if act and "Option" not in writer.imported:
        used.append('import type { Option } from "../../contract/messages";')
    return "\n".join([notice, *used]) + "\n\n" + "\n\n".join(filter(None, [*writer.texts.values(), act])) + "\n"


def files() -> dict[Path, str]:
    """Return all files that are written from Python's types."""
    games = {UI / "games" / game / "view.ts": view_of(game) for game in all_games()}
    return {MESSAGES: messages()} | {path: text for path, text in games.items() if text is not None}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
