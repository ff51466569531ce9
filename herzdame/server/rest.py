"""Everything a client can ask or say over HTTP."""

import secrets
import time
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.params import Parameter

from herzdame.kernel.contract import Game, game, games
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.options import Choice, Switch

from . import protocol as say
from . import window
from .gate import visitor
from .guests import COOKIE, FOR, Guest, Guests, hashed
from .house import House
from .live import TAIL
from .store.store import Link

MOST_LISTED = 50
MOST_NEWS = 300  # in one answer
LINKS_LAST = 7 * 24 * 3600.0  # seconds

Asked = Request[Any, Any, Any]
GUEST: list[dict[str, list[str]]] = [{"guest": []}]  # for those only who have the cookie
TableId = Annotated[str, Parameter(max_length=64)]
Number = Annotated[int | None, Parameter(ge=0, le=1_000_000_000)]


def house(request: Asked) -> House:
    return request.app.state.house  # type: ignore[no-any-return]


async def known(request: Asked) -> Guest | None:
    """Who asks, if the house knows them."""
    guests: Guests = request.app.state.guests
    return await guests.find(request.cookies.get(COOKIE))


async def must_know(request: Asked) -> Guest:
    guest = await known(request)
    if guest is None:
        raise Refused(Code.NOT_ALLOWED, "Ask for /api/me first: it hands out the cookie by which you are known.")
    return guest


# --- What there is to play ------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def list_games() -> list[say.GameInfo]:
    """All games, with their options."""
    return [game_info(found) for found in games().values()]


def game_info(found: Game) -> say.GameInfo:
    return say.GameInfo(
        id=found.id,
        clauses=found.clauses,
        seats=list(found.seats),
        options=[option_info(option, found.seats) for option in found.options],
        rules=found.version,
        round_event=found.story.NEW_ROUND,
        cards={card: int(found.rules.BOX[number]) for number, card in enumerate(found.words.CARDS) if number},
    )


def option_info(option: Any, seats: Sequence[int]) -> say.OptionInfo:
    kind: Any = type(option).__name__.lower()
    return say.OptionInfo(
        name=option.name,
        kind=kind,
        values=max((option.values(number) for number in seats), key=len),
        default=option.default(seats[-1]),
        among=["no", "yes"] if isinstance(option, Switch) else list(getattr(option, "among", ())) or None,
        only_for=list(option.only_for) if isinstance(option, Choice) and option.only_for else None,
        least=getattr(option, "least", None),
        most=getattr(option, "most", None),
    )


@get("/api/games/{name:str}/texts/{language:str}", sync_to_thread=False)
def texts(name: str, language: str) -> dict[str, str]:
    """The game's catalogue of texts in one language."""
    return dict(game(name).texts(language).entries)


@get("/api/games/{name:str}/rules/{language:str}", sync_to_thread=False)
def rules(name: str, language: str) -> say.RulebookInfo:
    """The game's rulebook in one language."""
    book = game(name).rulebook(language)
    clauses = [say.ClauseInfo(clause.id, clause.title, clause.text) for clause in book.clauses.values()]
    return say.RulebookInfo(book.markdown, clauses)


# --- Guests ---------------------------------------------------------------------------------------


@get("/api/me")
async def me(request: Asked) -> Response[say.Me]:
    """Who I am here; a newcomer is given a cookie."""
    guest = await known(request)
    if guest is not None:
        return Response(say.Me(guest.name))
    guests: Guests = request.app.state.guests
    if not house(request).limits.newcomers.take(visitor(request.scope), time.monotonic()):
        raise Refused(Code.TOO_MUCH, "Too many newcomers at once; wait a moment.")
    guest, token = await guests.welcome()
    secure = bool(request.app.state.settings.secure)
    cookie = Cookie(COOKIE, value=token, max_age=FOR, httponly=True, samesite="lax", secure=secure, path="/")
    return Response(say.Me(None), cookies=[cookie])


@put("/api/me", security=GUEST)
async def rename(request: Asked, data: say.Rename) -> say.Me:
    """What I want to be called."""
    guest = await must_know(request)
    await request.app.state.guests.rename(guest, data.name)
    return say.Me(data.name)


# --- Lists of tables ------------------------------------------------------------------------------


async def lines(request: Asked, names: Sequence[str], guest: str) -> list[say.TableLine]:
    """Tables as they stand in a list."""
    listed = []
    for name in names:
        try:
            live = await house(request).table(name)
        except Refused:  # one that cannot be read any more hides no others
            continue
        listed.append(window.line(live.room, guest, live.here(house(request).clock())))
    return listed


@get("/api/tables")
async def lobby(request: Asked) -> list[say.TableLine]:
    """Public tables where somebody is still missing."""
    guest = await known(request)
    names = await house(request).store.open_tables(MOST_LISTED)
    return await lines(request, names, guest.id if guest else "")


@get("/api/me/tables", security=GUEST)
async def my_tables(request: Asked) -> list[say.TableLine]:
    """Where I sit or sat: those where it is my turn first, then the latest."""
    guest = await must_know(request)
    listed = await lines(request, await house(request).store.tables_of(guest.id, MOST_LISTED), guest.id)
    return sorted(listed, key=lambda line: (not line.my_turn, line.phase == "over", -line.changed))


# --- One table ------------------------------------------------------------------------------------


@post("/api/tables", security=GUEST)
async def open_table(request: Asked, data: say.Opening) -> say.Opened:
    """Open a table."""
    guest = await must_know(request)
    if not house(request).limits.tables.take(guest.id, time.monotonic()):
        raise Refused(Code.TOO_MUCH, "That is a lot of tables; wait a moment.")
    if data.name:
        await request.app.state.guests.rename(guest, data.name)
    return say.Opened(await house(request).open(guest.id, data))


@get("/api/tables/{table:str}")
async def look(request: Asked, table: TableId, since: Number = None) -> say.Hello:
    """The table as it is, and the news after `since`."""
    guest = await known(request)
    name = guest.id if guest else ""
    live = await house(request).table(table)
    house(request).may_see(live, name)
    house(request).hear(live, name)
    news = live.news_after(since or 0, name, TAIL if since is None else MOST_NEWS)
    return live.hello(name, news, house(request).clock())


@post("/api/tables/{table:str}/commands", status_code=200, security=GUEST)
async def command(request: Asked, table: TableId, data: say.AnyCommand) -> Response[say.Accepted | say.Rejected]:
    """The same commands as over the socket."""
    guest = await must_know(request)
    live = await house(request).table(table)
    house(request).may_see(live, guest.id)
    house(request).hear(live, guest.id)
    answer = await house(request).command(table, guest.id, data)
    return Response(answer, status_code=200 if isinstance(answer, say.Accepted) else 409)


@get("/api/tables/{table:str}/log")
async def log(request: Asked, table: TableId, after: Number = None, upto: Number = None) -> list[say.News]:
    """Earlier news: those after one number, up to another."""
    guest = await known(request)
    name = guest.id if guest else ""
    live = await house(request).table(table)
    house(request).may_see(live, name)
    entries = live.room.entries[after or 0 : upto]
    return live.news_of(entries[:MOST_NEWS], name)


# --- A seat on another device ---------------------------------------------------------------------


@post("/api/tables/{table:str}/seats/{seat:int}/link", security=GUEST)
async def link(request: Asked, table: TableId, seat: int) -> say.SeatLink:
    """A link that moves one's own seat to whichever device opens it, once."""
    guest = await must_know(request)
    live = await house(request).table(table)
    if seat not in live.room.seats_of(guest.id):
        raise Refused(Code.NOT_ALLOWED, f"Seat {seat} is not yours.")
    token = secrets.token_urlsafe(18)
    await house(request).store.new_link(hashed(token), Link(table, seat, guest.id))
    return say.SeatLink(token)


@post("/api/seats/{token:str}", security=GUEST)
async def take_seat(request: Asked, token: Annotated[str, Parameter(max_length=64)]) -> say.Opened:
    """Take over the seat that the link stands for."""
    guest = await must_know(request)
    found = await house(request).store.use_link(hashed(token), house(request).clock() - LINKS_LAST)
    if found is None:
        raise Refused(Code.UNKNOWN_TABLE, "This link is used up, or was not copied whole; ask for another one.")
    await house(request).take_over(found, guest.id)
    return say.Opened(found.table)


# --- Is it alive? ---------------------------------------------------------------------------------


@get("/healthz", include_in_schema=False)
async def healthz(request: Asked) -> dict[str, Any]:
    """For whoever watches over the server: the database answers."""
    await house(request).store.open_tables(1)
    return {"ok": True, "tables": len(house(request).tables)}


ROUTES = [
    list_games, texts, rules, me, rename, lobby, my_tables, open_table, look, command, log, link, take_seat, healthz,
]  # fmt: skip
