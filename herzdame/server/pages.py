"""The client's files, and the one page that all addresses of people lead to."""

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

CLIENT = Path(__file__).with_name("client")  # built by `make web`
FOR_EVER = "public, max-age=31536000, immutable"  # files with a hash in their name
ASK_AGAIN = "no-cache"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".json": "application/json",
    ".webmanifest": "application/manifest+json", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
MISSING = b"<!doctype html><title>Herzdame</title><p>The pages are not built yet: run <code>make web</code>.</p>"


PACKINGS = (("br", ".br"), ("gzip", ".gz"))  # written beside each file by the build, the best one first


def file(request: Request[Any, Any, Any], path: Path, cached: str) -> Response[bytes]:
    """A file of the client, packed as the browser likes to receive it."""
    headers = {"cache-control": cached, "x-content-type-options": "nosniff", "referrer-policy": "same-origin"}
    if path.suffix == ".html":
        headers["content-security-policy"] = POLICY
    body, packing = packed(path, request.headers.get("accept-encoding", ""))
    headers["vary"] = "accept-encoding"
    if packing:
        headers["content-encoding"] = packing
    return Response(body, media_type=TYPES.get(path.suffix, "application/octet-stream"), headers=headers)


def packed(path: Path, accepted: str) -> tuple[bytes, str | None]:
    """What the file holds, and how it is packed."""
    known = {name.partition(";")[0].strip() for name in accepted.split(",")}
    for name, ending in PACKINGS:
        beside = path.with_name(path.name + ending)
        if name in known and beside.is_file():
            return beside.read_bytes(), name
    return path.read_bytes(), None


def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    index = CLIENT / "index.html"
    if index.exists():
        return file(request, index, ASK_AGAIN)
    return Response(MISSING, media_type=MediaType.HTML, status_code=503)


@get("/", include_in_schema=False)
async def first_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return page(request)


@get("/{path:path}", include_in_schema=False)
async def files(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file of the client, else its one page: which of its pages is meant, the client knows."""
    wanted = (CLIENT / str(path).lstrip("/")).resolve()
    if wanted.is_relative_to(CLIENT) and wanted.is_file():
        return file(request, wanted, FOR_EVER if "assets" in wanted.parts else ASK_AGAIN)
    if "." in wanted.name or str(path).startswith("/api/"):
        raise NotFoundException("There is nothing at this address.")
    return page(request)


PAGES = [first_page, files]
