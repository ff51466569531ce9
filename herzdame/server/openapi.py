"""What can be asked over HTTP, as OpenAPI 3.1: made of the handlers and of the protocol's types."""

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg

from herzdame import __version__
from herzdame.kernel.errors import Code

from . import protocol as say
from .guests import COOKIE

REFS = "#/components/schemas/{name}"
REFUSALS = {
    "400": "What was sent is not understood; the reason says which part.",
    "403": "Not yours to do or to see, or not known here: ask for /api/me first.",
    "404": "There is nothing of this name.",
    "409": "Understood, but not possible now, or not with this value.",
    "413": "Too long.",
    "429": "Too much at once; wait a moment.",
    "503": "It could not be kept; try again.",
}
BODY_OF_TRANSCRIPT = {
    "required": True,
    "content": {"application/jsonl": {"schema": {"type": "string", "description": "An open transcript of one match."}}},
}

Schema = dict[str, Any]


def openapi(handlers: Iterable[HTTPRouteHandler]) -> Schema:
    """The description of all handlers that want to be in it."""
    shown = [handler for handler in handlers if handler.include_in_schema is not False]
    kinds = list(dict.fromkeys(kind for handler in shown for kind in sent_kinds(handler)))
    schemas, components = msgspec.json.schema_components([*kinds, say.Problem], ref_template=REFS)
    components["Problem"]["properties"]["code"] = {"enum": sorted(Code)}
    known = dict(zip(kinds, schemas, strict=False))
    paths: Schema = {}
    for handler in shown:
        for path in handler.paths:
            plain = re.sub(r"{(\w+):\w+}", r"{\1}", path)
            paths.setdefault(plain, {})[method(handler)] = operation(handler, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Herzdame", "version": __version__, "description": inspect.cleandoc(say.__doc__ or "")},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {status: refusal(said) for status, said in REFUSALS.items()},
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def allowed(handlers: Iterable[HTTPRouteHandler]) -> dict[str, set[str]]:
    """By pattern of an address: what can be done there.  The framework itself forgets all but one."""
    found: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            found.setdefault(re.sub(r"{\w+:\w+}", "[^/]+", path), {"OPTIONS"}).add(method(handler).upper())
    return found


def method(handler: HTTPRouteHandler) -> str:
    (name,) = handler.http_methods
    return name.lower()


def refusal(said: str) -> Schema:
    return {"description": said, "content": {"application/json": {"schema": {"$ref": REFS.format(name="Problem")}}}}


# --- One operation -------------------------------------------------------------------------------


def hints(handler: HTTPRouteHandler) -> dict[str, Any]:
    return get_type_hints(handler.fn, include_extras=True)


def sent_kinds(handler: HTTPRouteHandler) -> Iterator[Any]:
    """The types of the body and of the answer."""
    found = hints(handler)
    if "data" in found:
        yield found["data"]
    yield answered(found)


def answered(found: dict[str, Any]) -> Any:
    kind = found["return"]
    return get_args(kind)[0] if get_origin(kind) is Response else kind


def operation(handler: HTTPRouteHandler, known: dict[Any, Schema]) -> Schema:
    found = hints(handler)
    said = inspect.cleandoc(handler.fn.__doc__ or "")
    made: Schema = {
        "operationId": handler.fn.__name__,
        "summary": said.partition("\n")[0],
        "description": said,
        "parameters": [*parameters(handler, found)],
        "responses": {str(handler.status_code): answer(found, known)},
    }
    if handler.security:
        made["security"] = handler.security
    if "data" in found:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": known[found["data"]]}}}
    elif "body" in found:
        made["requestBody"] = BODY_OF_TRANSCRIPT
    made["responses"] |= {status: {"$ref": f"#/components/responses/{status}"} for status in REFUSALS}
    if get_args(answered(found)) == (say.Accepted, say.Rejected):
        made["responses"] |= accepted_or_rejected(known[answered(found)])
    return made


def answer(found: dict[str, Any], known: dict[Any, Schema]) -> Schema:
    if answered(found) is bytes:
        return {"description": "A transcript.", "content": {"application/jsonl": {"schema": {"type": "string"}}}}
    return {"description": "Done.", "content": {"application/json": {"schema": known[answered(found)]}}}


def accepted_or_rejected(either: Schema) -> Schema:
    """A command is answered by itself, whatever comes of it."""
    accepted, rejected = either["anyOf"]
    refused = {"anyOf": [rejected, {"$ref": REFS.format(name="Problem")}]}
    return {
        "200": {"description": "Carried out.", "content": {"application/json": {"schema": accepted}}},
        "409": {"description": REFUSALS["409"], "content": {"application/json": {"schema": refused}}},
    }


def parameters(handler: HTTPRouteHandler, found: dict[str, Any]) -> Iterator[Schema]:
    """What stands in the address, and behind the question mark."""
    (path, *_) = handler.paths
    in_path = dict(re.findall(r"{(\w+):(\w+)}", path))
    for name, kind in found.items():
        if name in ("request", "data", "body", "return"):
            continue
        place = {"in": "path", "required": True} if name in in_path else {"in": "query", "required": False}
        yield {"name": name, **place, "schema": simple(kind)}


def simple(kind: Any) -> Schema:
    """A text or a number within its bounds."""
    bounds = next((one for one in get_args(kind) if isinstance(one, ParameterKwarg)), None)
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    number = plain is int or int in get_args(plain)
    schema: Schema = {"type": "integer" if number else "string"}
    limits = {
        "minimum": bounds and bounds.ge,
        "maximum": bounds and bounds.le,
        "minLength": 1 if not number else None,
        "maxLength": bounds and bounds.max_length,
        "description": bounds and bounds.description,
    }
    return schema | {name: limit for name, limit in limits.items() if limit is not None}
