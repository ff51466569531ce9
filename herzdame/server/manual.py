"""`docs/protocol.md`: how to talk to a house, made of the protocol's types and of the handlers.

python -m herzdame.server.manual > docs/protocol.md      the page
python -m herzdame.server.manual settings                the table of settings in docs/operating.md
"""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as look

from herzdame.kernel import errors

from . import protocol, sockets
from .app import LARGEST_BODY, SPOKEN
from .decisions import PHRASES
from .guests import COOKIE
from .imports import LARGEST as LARGEST_TRANSCRIPT
from .live import AGAIN, FIRST_NEWS, POLICY, TAIL
from .openapi import openapi
from .rest import MOST_NEWS
from .settings import Server
from .wire import MOST_WAITING, PATIENCE

INTRODUCTION = Path(__file__).with_name("manual.md")


def manual() -> str:
    """The whole page."""
    return "\n".join([introduction(), *addresses(), *types(), *codes()])


def introduction() -> str:
    return INTRODUCTION.read_text(encoding="utf-8").format(
        cookie=COOKIE,
        first=FIRST_NEWS,
        most_news=MOST_NEWS,
        tail=TAIL,
        command=sockets.LARGEST,
        request=LARGEST_BODY,
        transcript=LARGEST_TRANSCRIPT,
        again=AGAIN,
        policy=POLICY,
        waiting=MOST_WAITING,
        patience=PATIENCE,
        phrases=", ".join(f"`{phrase}`" for phrase in PHRASES),
    )


# --- Parts ---------------------------------------------------------------------------------------


def addresses() -> Iterator[str]:
    yield "## Addresses\n"
    yield "Where a cookie is needed, it says so. A refusal is a `Problem`, with the status that fits.\n"
    yield "| | takes | gives | |"
    yield "|---|---|---|---|"
    described = openapi(SPOKEN)
    for path, operations in described["paths"].items():
        for method, one in operations.items():
            takes = [f"`{field['name']}`" for field in one["parameters"] if field["in"] == "query"]
            takes += [content(one["requestBody"])] if "requestBody" in one else []
            status = next(iter(one["responses"]))
            cookie = " *(cookie)*" if "security" in one else ""
            said = one["summary"] + cookie
            yield f"| `{method.upper()} {path}` | {', '.join(takes)} | {content(one['responses'][status])} | {said} |"
    yield ""


def content(body: Any) -> str:
    """What a body is, in a word."""
    ((media, inner),) = body["content"].items()
    if media != "application/json":
        return "a transcript"
    return linked(inner["schema"])


def linked(schema: Any) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if schema.get("type") == "array":
        return f"{linked(schema['items'])}, a list"
    return "one of the [commands](#commands-what-a-client-can-wish-for)" if "anyOf" in schema else "texts by key"


def types() -> Iterator[str]:
    """Every type, in the order and under the headings of its source."""
    source = inspect.getsource(protocol)
    for heading, body in re.findall(r"# --- (.*?) -*\n(.*?)(?=# --- |\Z)", source, re.DOTALL):
        yield f"## {heading}\n"
        for name in re.findall(r"^class (\w+)\(", body, re.MULTILINE):
            yield from described(getattr(protocol, name))


def described(kind: type[msgspec.Struct]) -> Iterator[str]:
    info: Any = look.type_info(kind)
    if "__doc__" not in vars(kind) or not info.fields:
        return
    yield f"### {kind.__name__}\n"
    yield (inspect.cleandoc(vars(kind)["__doc__"] or "") if has_docstring(kind) else "") + "\n"
    yield "| field | | |"
    yield "|---|---|---|"
    if info.tag not in (None, kind.__name__):
        yield f'| `{info.tag_field}` | `"{info.tag}"` | |'
    said = comments(kind)
    for field in info.fields:
        yield f"| `{field.name}` | {written(field.type)}{default(field)} | {said.get(field.name, '')} |"
    yield ""


def has_docstring(kind: type) -> bool:
    return '"""' in inspect.getsource(kind)


def comments(kind: type) -> dict[str, str]:
    """What stands behind the fields in the source, also in that of its parents."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__ == protocol.__name__:
            found |= dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(one), re.MULTILINE))
    return found


def default(field: Any) -> str:
    if field.required:
        return ""
    value = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    if value is None or isinstance(value, msgspec.Struct):
        return ", may be left out"
    return f"; `{msgspec.json.encode(value).decode()}` if left out"


def written(kind: Any) -> str:  # noqa: C901 (a line or two for each kind of type)
    """A type in words."""
    match kind:
        case look.Metadata():
            return written(kind.type)
        case look.StructType():
            return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
        case look.UnionType():
            return " or ".join(written(part) for part in kind.types)
        case look.LiteralType():
            return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in kind.values)
        case look.ListType():
            inner = written(kind.item_type)
            return f"list of ({inner})" if " or " in inner else f"list of {inner}"
        case look.DictType():
            return f"{written(kind.value_type)} by {written(kind.key_type)}"
        case look.StrType():
            return "text" + bounds(kind.min_length, kind.max_length, "characters")
        case look.IntType():
            return "whole number" + bounds(kind.ge, kind.le, "")
        case look.FloatType():
            return "number"
        case look.BoolType():
            return "true or false"
        case look.NoneType():
            return "null"
        case look.AnyType():
            return "anything"
    raise TypeError(f"{kind} has no words yet.")


def bounds(low: int | None, high: int | None, what: str) -> str:
    if high is None:
        return ""
    if not what:
        return f" from {low or 0} to {high}"
    return f" of {low} to {high} {what}" if low else f" of at most {high} {what}"


def codes() -> Iterator[str]:
    """Why something is refused, for programs."""
    yield "## Codes of refusals\n"
    yield "| | |"
    yield "|---|---|"
    source = inspect.getsource(errors.Code)
    for name, said in re.findall(r'^    \w+ = "(\w+)"  # (.*)$', source, re.MULTILINE):
        yield f"| `{name}` | {said} |"
    yield ""


def settings_table() -> str:
    """The settings of the server, for `docs/operating.md`."""
    source = inspect.getsource(Server)
    lines = ["| variable | default | |", "|---|---|---|"]
    for one in fields(Server):
        said = re.search(rf"^    {one.name}: .*?  # (.*)$", source, re.MULTILINE)
        usual = "the user's folder for data" if one.name == "data" else shown(one.default)
        lines.append(f"| `HERZDAME_{one.name.upper()}` | {usual} | {said[1] if said else ''} |")
    return "\n".join(lines) + "\n"


def shown(value: object) -> str:
    """As one would write it into the environment."""
    if isinstance(value, bool):
        return "`yes`" if value else "`no`"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return f"`{text}`" if text else ""


if __name__ == "__main__":
    print(settings_table() if sys.argv[1:] == ["settings"] else manual(), end="")
