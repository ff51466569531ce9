"""How a refusal leaves the house over HTTP: a status, a code, and one sentence."""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from herzdame.kernel.errors import Code, Refused

from .protocol import Problem

log = logging.getLogger("herzdame.server")

LONGEST = 1000  # letters of a reason, which may quote what was sent

STATUS = {
    Code.UNKNOWN_TABLE: 404,
    Code.UNKNOWN_GAME: 404,
    Code.UNKNOWN_LANGUAGE: 404,
    Code.UNKNOWN_CLAUSE: 404,
    Code.NOT_ALLOWED: 403,
    Code.TOO_MUCH: 429,
    Code.NOT_KEPT: 503,
    Code.BROKEN: 500,
}


def problem(code: str, reason: str) -> bytes:
    return msgspec.json.encode(Problem(code, reason))


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    return Response(Problem(error.code.value, str(error)[:LONGEST]), status_code=STATUS.get(error.code, 409))


def not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: a wrong body, a wrong parameter, an unknown address."""
    extra: Any = error.extra
    details = [f"{one.get('key', '')}: {one.get('message', '')}" for one in extra] if isinstance(extra, list) else []
    reason = "; ".join([error.detail, *details]) or "That was not understood."
    return Response(
        Problem(Code.BAD_MESSAGE.value, reason[:LONGEST]), status_code=error.status_code, headers=error.headers
    )


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """Brackets within brackets within brackets."""
    return Response(Problem(Code.BAD_MESSAGE.value, "That is nested too deeply."), status_code=400)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Our fault: it is logged with its place, and the visitor learns no more than that."""
    log.error("an unexpected error", exc_info=error, extra={"path": request.url.path})
    return Response(Problem(Code.BROKEN.value, "Something went wrong here; it was noted."), status_code=500)


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: refused,
    HTTPException: not_understood,
    RecursionError: too_deep,
    Exception: broken,
}
