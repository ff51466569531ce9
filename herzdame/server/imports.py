"""Matches from elsewhere: a transcript that somebody brings is judged, kept by what was done, and can be looked at."""

import asyncio
import base64
import contextlib
from collections import OrderedDict
from hashlib import sha256

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from herzdame.kernel import transcript
from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import CHANCE, Match
from herzdame.kernel.seeds import Fair, Fast

from .store.schema import replays
from .store.store import Forked, Store

LARGEST = 4_194_304  # bytes of a transcript
LONGEST_NAME = 80
REMEMBERED = 32  # matches kept in memory


class Played(Struct, frozen=True):
    """All that a match follows from."""

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    players: tuple[str, ...]
    chance: Fair | Fast
    actions: list[tuple[int, str]]


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(Played).decode


class Imports:
    """Takes transcripts in, and finds them again.  The same match always has the same name."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Match] = OrderedDict()
        self.one_at_a_time = asyncio.Semaphore(1)

    async def take_in(self, body: bytes, at: float) -> str:
        """The name of this match from now on; Refused where it does not follow from the rules."""
        async with self.one_at_a_time:
            match = await asyncio.to_thread(judge, body)
        content = _encode(played(match))
        name = base64.urlsafe_b64encode(sha256(content).digest()[:16]).decode().rstrip("=")

        def work(connection: Connection) -> None:
            if connection.execute(select(replays.c.replay).where(replays.c.replay == name)).first() is None:
                connection.execute(insert(replays).values(replay=name, content=content, created=at))

        with contextlib.suppress(Forked):  # another process has just written the same
            await self.store.write(work=work)
        self.remember(name, match)
        return name

    async def find(self, name: str) -> Match:
        if name in self.known:
            self.known.move_to_end(name)
            return self.known[name]
        wanted = select(replays.c.content).where(replays.c.replay == name)
        content = await self.store.read(lambda connection: connection.execute(wanted).scalar())
        if content is None:
            raise Refused(Code.UNKNOWN_TABLE, "There is no such replay; perhaps the link was not copied whole.")
        return self.remember(name, await asyncio.to_thread(play_again, _decode(content)))

    def remember(self, name: str, match: Match) -> Match:
        self.known[name] = match
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return match


def judge(body: bytes) -> Match:
    """The one match that the transcript tells."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Refused(Code.BAD_TRANSCRIPT, f"This is no text in UTF-8: {error.reason} at byte {error.start}.") from None
    matches = transcript.verify(text.splitlines())
    if len(matches) > 1:
        raise Refused(Code.BAD_TRANSCRIPT, f"The file holds {len(matches)} matches; bring them one by one.")
    names = matches[0].players
    if len(names) > matches[0].seats or any(len(name) > LONGEST_NAME for name in names):
        raise Refused(
            Code.BAD_TRANSCRIPT, f"'players' are at most one name for each seat, of at most {LONGEST_NAME} letters."
        )
    return matches[0]


def played(match: Match) -> Played:
    assert isinstance(match.seeds, Fair | Fast)
    actions = [(int(step.seat), step.action) for step in match.steps if step.seat != CHANCE]
    return Played(
        match.game.id, match.game.version, match.seats, match.options, match.players, match.seeds, actions
    )  # fmt: skip


def play_again(kept: Played) -> Match:
    """The match, carried out once more."""
    found = game(kept.game)
    if found.version != kept.rules:
        raise Refused(
            Code.OTHER_VERSION,
            f"This match was played under version {kept.rules} of the rules of {found.id}; "
            f"this server plays version {found.version}.",
        )
    match = Match(found, kept.seats, kept.options, kept.chance, kept.players)
    for seat, action in kept.actions:
        match.play(seat, action)
    return match
