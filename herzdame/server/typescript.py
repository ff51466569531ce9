"""The protocol's types for the web client, made of `protocol.py`.

python -m herzdame.server.typescript > web/src/protocol.ts
"""

import inspect
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import inspect as look

from . import protocol

NAMED_UNIONS = ("Level", "Phase", "AnyCommand", "AnyMessage")
BASES = ("Command", "Message")  # never sent as such
LITERALS = {frozenset(get_args(getattr(protocol, name))): name for name in ("Level", "Phase")}
HEAD = "// Made of herzdame/server/protocol.py by herzdame.server.typescript; do not edit.\n"


def typescript(module: ModuleType = protocol) -> str:
    """Every struct and every named union of the module, in its order."""
    parts = [HEAD, f"export const VERSION = {protocol.VERSION}\n"]
    for name, value in vars(module).items():
        if name in BASES:
            continue
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
            parts.append(interface(look.type_info(value)))
        elif name in NAMED_UNIONS:
            parts.append(f"export type {name} = {union(look.type_info(value))}\n")
    return "\n".join(parts)


def interface(kind: Any) -> str:
    """One struct, with what its docstring says."""
    said = inspect.cleandoc(vars(kind.cls).get("__doc__") or "")
    lines = ["/**", *(f" * {line}".rstrip() for line in said.splitlines()), " */"] if said else []
    lines.append(f"export interface {kind.cls.__name__} {{")
    if kind.tag is not None:
        lines.append(f"  {kind.tag_field}: {msgspec.json.encode(kind.tag).decode()}")
    sent_whole = not kind.cls.__struct_config__.omit_defaults and not kind.forbid_unknown_fields
    for field in kind.fields:
        mark = "" if field.required or sent_whole else "?"
        lines.append(f"  {field.encode_name}{mark}: {written(field.type)}")
    return "\n".join([*lines, "}", ""])


def union(kind: Any) -> str:
    """What a named union stands for."""
    return one_of(kind.values) if isinstance(kind, look.LiteralType) else written(kind)


def one_of(values: Any) -> str:
    return " | ".join(msgspec.json.encode(value).decode() for value in values)


def written(kind: Any) -> str:  # noqa: C901 (a line or two for each kind of type)
    """A type as TypeScript writes it."""
    match kind:
        case look.Metadata():
            return written(kind.type)
        case look.StructType():
            return kind.cls.__name__
        case look.UnionType():
            return " | ".join(written(part) for part in kind.types)
        case look.LiteralType():
            return LITERALS.get(frozenset(kind.values)) or one_of(kind.values)
        case look.ListType():
            inner = written(kind.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case look.DictType():
            return f"Record<{written(kind.key_type)}, {written(kind.value_type)}>"
        case look.StrType():
            return "string"
        case look.IntType() | look.FloatType():
            return "number"
        case look.BoolType():
            return "boolean"
        case look.NoneType():
            return "null"
        case look.AnyType():
            return "any"
    raise TypeError(f"{kind} has no counterpart in TypeScript yet.")


if __name__ == "__main__":
    print(typescript(), end="")
