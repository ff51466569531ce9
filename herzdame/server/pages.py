"""The client's files, and the one page that all addresses of people lead to."""

import gzip
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

WEB = Path(__file__).with_name("web")
FOR_EVER = "public, max-age=31536000, immutable"  # files with a hash in their name
ASK_AGAIN = "no-cache"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".json": "application/json",
    ".webmanifest": "application/manifest+json", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
WORTH_PACKING = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
MISSING = b"<!doctype html><title>Herzdame</title><p>The pages are not built yet: run <code>make web</code>.</p>"


@cache
def packed(path: Path, changed: int) -> bytes:
    """The file as browsers like to receive it."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def file(request: Request[Any, Any, Any], path: Path, cached: str) -> Response[bytes]:
    headers = {"cache-control": cached, "x-content-type-options": "nosniff", "referrer-policy": "same-origin"}
    if path.suffix == ".html":
        headers["content-security-policy"] = POLICY
    body, kind = path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream")
    if path.suffix in WORTH_PACKING:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = packed(path, path.stat().st_mtime_ns)
    return Response(body, media_type=kind, headers=headers)


def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    index = WEB / "index.html"
    if index.exists():
        return file(request, index, ASK_AGAIN)
    return Response(MISSING, media_type=MediaType.HTML, status_code=503)


@get(["/", "/t/{name:str}", "/replay/{name:str}", "/rules/{name:str}", "/seat/{name:str}"], include_in_schema=False)
async def named_page(
    request: Request[Any, Any, Any], name: Annotated[str, Parameter(max_length=80)] = ""
) -> Response[bytes]:
    """Which page it is, the client knows."""
    return page(request)


@get("/{path:path}", include_in_schema=False)
async def files(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file of the client, else one of its pages."""
    wanted = (WEB / str(path).lstrip("/")).resolve()
    if wanted.is_relative_to(WEB) and wanted.is_file():
        return file(request, wanted, FOR_EVER if "assets" in wanted.parts else ASK_AGAIN)
    if "." in wanted.name or str(path).startswith("/api/"):
        raise NotFoundException("There is nothing at this address.")
    return page(request)


PAGES = [named_page, files]
