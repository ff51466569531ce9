"""Frames, as they may arrive: several at once, in pieces, in parts of one message, or unlawful."""

import socket
from collections.abc import Iterator

import msgspec
import pytest
from websockets.frames import CloseCode, Frame, Opcode
from websockets.streams import StreamReader

from herzdame.client import Guest, Table
from herzdame.server import protocol as say
from tests.server.conftest import Come
from tests.server.serving import PATIENCE
from tests.server.test_tables import TOY


class Raw:
    """A socket at a table that sends bytes as they are."""

    def __init__(self, guest: Guest, table: str) -> None:
        host = guest.address.removeprefix("http://")
        self.line = socket.create_connection(host.split(":"), PATIENCE)  # type: ignore[arg-type]
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\nCookie: {guest.cookie}\r\n\r\n"
        )
        self.line.sendall(head.encode())
        self.reader = StreamReader()
        while b"\r\n\r\n" not in self.reader.buffer:
            self.reader.feed_data(self.line.recv(65536))
        del self.reader.buffer[: self.reader.buffer.index(b"\r\n\r\n") + 4]

    def next(self) -> Frame:
        """The next frame from the server."""
        parsing = Frame.parse(self.reader.read_exact, mask=False)
        while True:
            try:
                next(parsing)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            self.reader.feed_data(self.line.recv(65536))

    def answers(self, number: int) -> list[str | None]:
        """The ids of so many accepted commands, in the order of the answers."""
        found: list[str | None] = []
        while len(found) < number:
            frame = self.next()
            message = msgspec.json.decode(frame.data, type=say.AnyMessage)
            if isinstance(message, say.Accepted):
                found.append(message.id)
        return found

    def closed(self) -> int:
        """Read until the server closes; why it did."""
        while (frame := self.next()).opcode is not Opcode.CLOSE:
            pass
        return int.from_bytes(frame.data[:2], "big")


@pytest.fixture
def table(come: Come) -> Table:
    return come("Anna").open(TOY, 2)


@pytest.fixture
def raw(table: Table) -> Iterator[Raw]:
    raw = Raw(table.guest, table.id)
    yield raw
    raw.line.close()


def hello(name: str) -> bytes:
    return msgspec.json.encode(say.Say(id=name, phrase="hello"))


def written(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


def text(name: str) -> bytes:
    return written(Opcode.TEXT, hello(name))


def test_commands_that_come_in_one_packet_are_answered_in_their_order(raw: Raw) -> None:
    names = [f"{at}" for at in range(30)]
    raw.line.sendall(b"".join(text(name) for name in names))
    assert raw.answers(30) == names


def test_a_command_may_come_byte_by_byte(raw: Raw) -> None:
    long = "x" * 60 + "1"  # so that its length is written in three bytes
    raw.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in text("short") + written(Opcode.TEXT, hello(long).ljust(200)):
        raw.line.sendall(bytes([byte]))
    assert raw.answers(2) == ["short", long]


def test_a_message_in_parts_is_one_command_and_a_ping_between_them_is_answered(raw: Raw) -> None:
    command = hello("parts")
    raw.line.sendall(
        text("before")
        + written(Opcode.TEXT, command[:10], fin=False)
        + written(Opcode.PING, b"here")
        + written(Opcode.CONT, command[10:20], fin=False)
        + written(Opcode.CONT, command[20:])
        + text("after")
    )
    seen = [raw.next() for _ in range(8)]
    assert [frame.data for frame in seen if frame.opcode is Opcode.PONG] == [b"here"]
    told = [msgspec.json.decode(frame.data, type=say.AnyMessage) for frame in seen if frame.opcode is Opcode.TEXT]
    accepted: list[str | None] = [message.id for message in told if isinstance(message, say.Accepted)]
    accepted += raw.answers(3 - len(accepted))
    assert accepted == ["before", "parts", "after"]


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        (written(Opcode.TEXT, hello("x"), mask=False), CloseCode.PROTOCOL_ERROR),
        (written(Opcode.TEXT, b"{", fin=False) + text("x"), CloseCode.PROTOCOL_ERROR),
        (bytes([0x91, 0x80, 0, 0, 0, 0]), CloseCode.PROTOCOL_ERROR),  # a bit that means nothing
        (bytes([0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), CloseCode.MESSAGE_TOO_BIG),  # a terabyte, it says
        (written(Opcode.TEXT, b"\xff"), CloseCode.INVALID_DATA),
        (written(Opcode.CLOSE, (1000).to_bytes(2, "big")), CloseCode.NORMAL_CLOSURE),
    ],
    ids=["unmasked", "in between", "reserved bit", "too big", "no text", "goodbye"],
)
def test_what_is_unlawful_ends_the_connection_with_the_reason(
    raw: Raw, table: Table, frames: bytes, why: CloseCode
) -> None:
    raw.line.sendall(frames)
    assert raw.closed() == why
    assert table.do(say.Say(id="still here", phrase="hello")) > 0
