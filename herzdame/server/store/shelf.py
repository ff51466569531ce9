"""From what is kept to a table that can be played at: every entry is carried out again, and its seal checked."""

import logging
from collections.abc import Iterable

import msgspec

from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused

from ..entry import Deed, decode
from ..room import Room
from .store import Kept

log = logging.getLogger("herzdame.server")


def rebuild(deed: Deed, seal: str, kept: Iterable[Kept]) -> Room:
    """The table as its entries say; Refused if they cannot be followed to their end."""
    found = game(deed.settings.game)
    if found.version != deed.rules:
        raise Refused(
            Code.OTHER_VERSION,
            f"This table was opened under version {deed.rules} of the rules of {found.id}; "
            f"this server plays version {found.version}. Nothing is lost, but it cannot go on here.",
        )
    room = Room(deed, chain=seal)
    for one in kept:
        take_in(room, one)
    return room


def take_in(room: Room, kept: Kept) -> None:
    """Carry out one kept entry; Refused if it was altered, or makes no sense."""
    number = room.number + 1
    try:
        entry = decode(kept.body)
        if entry.number != number:
            raise Refused(Code.DOES_NOT_FOLLOW, f"expected entry {number}, found {entry.number}")
        room.carry_out(entry, kept.body)
        if room.chain != kept.chain:
            raise Refused(Code.DOES_NOT_FOLLOW, "the seal does not fit")
    except (Refused, msgspec.DecodeError, LookupError, TypeError, ValueError, AssertionError) as error:
        log.error("entry %d of a table does not follow: %s", number, error, extra={"table": room.deed.table})
        raise Refused(
            Code.DOES_NOT_FOLLOW,
            f"What is kept of this table was damaged at entry {number}, so that it cannot be shown any more.",
        ) from error
