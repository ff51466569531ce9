"""What is kept of a table: its deed, and every command that was carried out, numbered and chained."""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from .protocol import AnyCommand, Settings, TakeOver

BOT = ""  # who acted, where it was a bot
HOUSE = "house"  # or the house itself, for somebody whose time was over


class Deed(Struct, frozen=True):
    """How a table began.  The seed is the table's secret until the match is over."""

    table: str
    host: str  # a guest's id
    settings: Settings
    seed: str
    rules: int
    created: float


class Entry(Struct, frozen=True):
    """One command that was carried out.

    `values` holds what the house decided about it, so that a replay need not decide again.
    """

    number: int
    at: float
    who: str
    command: AnyCommand | TakeOver
    values: dict[str, Any] = {}


_encoder = msgspec.json.Encoder()
_sorted = msgspec.json.Encoder(order="sorted")  # a deed read back leads to the same link
_decoder = msgspec.json.Decoder(Entry)
_deeds = msgspec.json.Decoder(Deed)


def encode(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode(body: bytes | str) -> Entry:
    return _decoder.decode(body)


def encode_deed(deed: Deed) -> bytes:
    return _sorted.encode(deed)


def decode_deed(body: bytes | str) -> Deed:
    return _deeds.decode(body)


def first_link(deed: bytes | str) -> str:
    """The chain of a table's entries begins with its deed, as it was written: a later version might write more."""
    return sha256(deed.encode() if isinstance(deed, str) else deed).hexdigest()


def next_link(chain: str, body: bytes) -> str:
    """Each link seals everything before it."""
    return sha256(chain.encode() + body).hexdigest()
