"""What was, over HTTP: replays, transcripts and proofs of tables, and matches from elsewhere."""

import asyncio
import time
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter

from herzdame.kernel import transcript
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match

from . import protocol as say
from . import window
from .imports import LARGEST, Imports
from .replay import MOST, replay
from .rest import GUEST, Asked, Number, TableId, house, known, must_know
from .room import Room

ReplayId = Annotated[str, Parameter(max_length=64)]
View = Annotated[str, Parameter(max_length=20, description="`spectator`, the number of a seat, or `open`")]
HowMany = Annotated[int | None, Parameter(ge=1, le=MOST)]


async def room_for(request: Asked, table: str) -> tuple[Room, str]:
    """The table, if whoever asks may look at it; and who that is."""
    guest = await known(request)
    name = guest.id if guest else ""
    live = await house(request).table(table)
    house(request).may_see(live, name)
    return live.room, name


@get("/api/tables/{table:str}/replay")
async def replay_table(
    request: Asked, table: TableId, view: View = "spectator", after: Number = None, most: HowMany = None
) -> say.Replay:
    """The match step by step, as one reader saw it then.

    While it goes on: one's own seats' views and a spectator's; after the end every view, and `open`, which shows all.
    """
    room, guest = await room_for(request, table)
    match, reader = window.past(room, guest, view)
    return await asyncio.to_thread(replay, match, reader, after or 0, most or MOST, [*match.steps])


@get("/api/tables/{table:str}/transcript")
async def write_transcript(request: Asked, table: TableId, view: View = "spectator") -> Response[bytes]:
    """The match as JSON lines, from one point of view: `open` (after the end), `spectator`, or a seat."""
    room, guest = await room_for(request, table)
    return await as_file(*window.past(room, guest, view), f"{room.settings.game}-{table[:8]}")


@get("/api/tables/{table:str}/proof")
async def proof(request: Asked, table: TableId) -> say.Proof:
    """With this every deal can be checked, once the match is over."""
    room, _ = await room_for(request, table)
    return window.proof(room)


@post("/api/replays", request_max_body_size=LARGEST, security=GUEST)
async def bring(request: Asked, body: bytes) -> say.Imported:
    """Bring the open transcript of one match: it is judged by the rules, and can then be looked at."""
    guest = await must_know(request)
    if not house(request).limits.tables.take(guest.id, time.monotonic()):
        raise Refused(Code.TOO_MUCH, "Those are a lot of matches; wait a moment.")
    return say.Imported(await imports(request).take_in(body, house(request).clock()))


@get("/api/replays/{name:str}")
async def replay_import(
    request: Asked, name: ReplayId, view: View = "spectator", after: Number = None, most: HowMany = None
) -> say.Replay:
    """A match from elsewhere, step by step; it is over, so that everybody may read every view."""
    match = await imports(request).find(name)
    return await asyncio.to_thread(replay, match, window.reader_named(view, match.seats), after or 0, most or MOST)


@get("/api/replays/{name:str}/transcript")
async def write_import(request: Asked, name: ReplayId, view: View = "open") -> Response[bytes]:
    """The same as JSON lines."""
    match = await imports(request).find(name)
    return await as_file(match, window.reader_named(view, match.seats), f"{match.game.id}-{name[:8]}")


def imports(request: Asked) -> Imports:
    return request.app.state.imports  # type: ignore[no-any-return]


async def as_file(match: Match, reader: transcript.Reader, name: str) -> Response[bytes]:
    """A transcript to be kept."""
    content = await asyncio.to_thread(lambda: "".join(line + "\n" for line in transcript.lines(match, reader)))
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(content.encode(), media_type="application/jsonl", headers=headers)


ARCHIVE = [replay_table, write_transcript, proof, bring, replay_import, write_import]
