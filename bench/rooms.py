"""The house under load: durable moves for a second of CPU, waiting times, memory, coming back, starting.

python bench/rooms.py moves|waiting|growth|resync|start [--database URL]

Two sockets around every table of Love Letter, each of another guest, driven from a process of their own over a
client that knows just enough of WebSockets not to be what is measured.  CPU-seconds and memory are the
server's alone, as the system counts them.
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvloop

NO_LIMIT = {"HERZDAME_COMMANDS": "1e9", "HERZDAME_VISITS": "1e9", "HERZDAME_SOCKETS": "100000"}
PING, PONG = 0x89, b"\x8a\x84\0\0\0\0"  # the server's pings carry four bytes
TICK = os.sysconf("SC_CLK_TCK")
PAIRS = 50  # of guests, who share all tables


class Choice(msgspec.Struct):
    action: str


class Sight(msgspec.Struct):
    seat: int | None
    choices: list[Choice] = []


class Now(msgspec.Struct):
    """As much of a table as a player needs who just plays anything."""

    number: int
    phase: str
    step: int = 0
    sights: list[Sight] = []


class Frame(msgspec.Struct):
    kind: str = msgspec.field(name="is")
    number: int = 0
    reason: str = ""
    now: Now | None = None


decode = msgspec.json.Decoder(Frame).decode


# --- The server -----------------------------------------------------------------------------------


class Server:
    """One server process, and what the system says it used."""

    def __init__(self, folder: Path, database: str, **settings: str) -> None:
        command = [sys.executable, "-c", "from herzdame.cli.main import main; main()", "serve", "--port", "0"]
        command += ["--data", str(folder), *(["--database", database] if database else [])]
        environment = os.environ | NO_LIMIT | {"NO_COLOR": "1"} | settings
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        while "is open" not in line:
            assert line, "the server did not start"
            line = self.process.stdout.readline()
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])

    @property
    def cpu(self) -> tuple[float, float]:
        """CPU-seconds used so far, by the program and by the system for it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) / TICK, int(fields[12]) / TICK

    def cpu_since(self, before: tuple[float, float]) -> float:
        return sum(self.cpu) - sum(before)

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return int(Guest(self.port).ask("GET", "/healthz")["tables"])

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


@contextmanager
def serving(database: str, **settings: str) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), database, **settings)
        try:
            yield server
        finally:
            server.stop()


class Guest:
    """Somebody who asks over HTTP."""

    def __init__(self, port: int) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port)
        self.http.request("GET", "/api/me")
        answer = self.http.getresponse()
        self.cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        answer.read()

    def ask(self, method: str, address: str, body: Any = None) -> Any:
        headers = {"cookie": self.cookie, "content-type": "application/json"}
        try:
            self.http.request(method, address, json.dumps(body), headers)
            answer = self.http.getresponse()
        except ConnectionError:  # it was idle for too long
            self.http.close()
            return self.ask(method, address, body)
        found = json.loads(answer.read())
        assert answer.status < 300, found
        return found


def open_table(host: Guest, other: Guest) -> str:
    """A match between these two, just begun."""
    settings = {"game": "love_letter", "seats": 2}
    table = str(host.ask("POST", "/api/tables", {"settings": settings, "name": "Anna"})["table"])
    other.ask("POST", f"/api/tables/{table}/commands", {"do": "sit", "id": "sit", "name": "Ben"})
    host.ask("POST", f"/api/tables/{table}/commands", {"do": "start", "id": "start"})
    return table


# --- The players ----------------------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """One player's WebSocket: whole text frames in and out, and nothing else."""

    def __init__(self, guest: Guest, port: int, address: str, hear: Callable[["Socket", bytes], None]) -> None:
        self.guest, self.port, self.address, self.hear = guest, port, address, hear
        self.waiting, self.open, self.received = b"", False, 0
        self.now: Now | None = None
        self.closing = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        lines = [
            f"GET {self.address} HTTP/1.1", f"host: 127.0.0.1:{self.port}", "upgrade: websocket",
            "connection: upgrade", "sec-websocket-version: 13", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
            f"cookie: {self.guest.cookie}", "", "",
        ]  # fmt: skip
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        data = self.waiting + data
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            assert not end or b" 101 " in head[:20], head
            self.open = bool(end)
        at = 0
        while (found := frame_at(data, at)) is not None:
            start, stop = found
            if data[at] == 0x81:
                self.received = stop - start
                self.hear(self, data[start:stop])
            elif data[at] == PING:
                self.transport.write(PONG + data[start:stop])
            at = stop
        self.waiting = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        assert self.closing, f"the server hung up: {error}"

    def say(self, text: bytes) -> None:
        """A masked frame; under a mask of zeros it stays what it is."""
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)


def frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins here starts and ends; None if it is not whole yet."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1], at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        start += wide
        size = int.from_bytes(data[at + 2 : start], "big")
    return (start, start + size) if len(data) >= start + size else None


class Lane:
    """A table, two sockets, and what to do when something is heard."""

    def __init__(self, name: str, pair: tuple[Guest, Guest]) -> None:
        self.name, self.pair = name, pair
        self.sockets: list[Socket] = []
        self.moves, self.sent, self.last = 0, 0.0, 0
        self.waits: list[float] = []
        self.running = self.over = False
        self.since = 0
        self.on_over: Callable[[Lane], None] = lambda lane: None

    async def connect(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        for guest in self.pair:
            address = f"/api/tables/{self.name}/socket?since={self.since}"
            socket = Socket(guest, port, address, self.hear)
            await loop.create_connection(partial(identity, socket), "127.0.0.1", port)
            self.sockets.append(socket)
            await socket.ready

    def hear(self, socket: Socket, text: bytes) -> None:
        frame = decode(text)
        assert frame.kind != "rejected", frame.reason
        if frame.now is None:
            return
        socket.now = frame.now
        if not socket.ready.done():
            socket.ready.set_result(None)
        if self.sent and frame.kind == "happened" and socket is not self.mover:
            self.waits.append(time.perf_counter() - self.sent)
            self.sent = 0.0
        if frame.now.phase == "over":
            if not self.over:
                self.over = True
                self.on_over(self)
        elif self.running:
            self.move(socket)

    def move(self, socket: Socket) -> bool:
        """Do anything, if this socket's seat may."""
        now = socket.now
        assert now
        for sight in now.sights:
            if sight.choices and now.step > self.last:
                self.moves, self.last = self.moves + 1, now.step
                self.mover, self.sent = socket, time.perf_counter()
                action = random.choice(sight.choices).action
                socket.say(
                    b'{"do":"act","id":"%d","seat":%d,"action":"%s","step":%d}'
                    % (self.moves, sight.seat or 0, action.encode(), now.step)
                )
                return True
        return False

    def close(self) -> None:
        for socket in self.sockets:
            socket.closing = True
            socket.transport.close()


def identity(socket: Socket) -> Socket:
    return socket


async def gather(server: Server, tables: int) -> list[Lane]:
    """So many tables, everybody connected."""
    pairs = [(Guest(server.port), Guest(server.port)) for _ in range(min(PAIRS, tables))]
    lanes = []
    for at in range(tables):
        pair = pairs[at % len(pairs)]
        lanes.append(Lane(open_table(*pair), pair))
        await lanes[-1].connect(server.port)
    return lanes


# --- What is measured -----------------------------------------------------------------------------

AT_ONCE, TABLES = 100, 1_000


async def moves(server: Server) -> None:
    """100 tables in closed loop; whenever a match is over, the next of 1,000 waiting ones begins."""
    lanes = await gather(server, TABLES)
    waiting = lanes[AT_ONCE:]
    ended = asyncio.Event()

    def next_one(lane: Lane) -> None:
        if waiting:
            begin(waiting.pop())
        else:
            ended.set()

    for lane in lanes:
        lane.on_over = next_one
    before, wall = server.cpu, time.perf_counter()
    for lane in lanes[:AT_ONCE]:
        begin(lane)
    await ended.wait()
    system, cpu, wall = server.cpu[1] - before[1], server.cpu_since(before), time.perf_counter() - wall
    done = sum(lane.moves for lane in lanes)
    print(
        f"{done} moves in {wall:.2f} s with {cpu:.2f} CPU-s, {100 * system / cpu:.0f} % of them the system's: "
        f"{done / cpu:,.0f} durable moves / CPU-s, {done / wall:,.0f} / s"
    )


def begin(lane: Lane) -> None:
    lane.running = True
    for socket in lane.sockets:
        lane.move(socket)


MANY, RATE, SECONDS = 2_000, 1_000, 20


async def waiting(server: Server) -> None:
    """2,000 live tables at 1,000 moves a second: from sending a move to its reaching the other seat."""
    before = server.memory
    lanes = await gather(server, MANY)
    cpu, start = server.cpu, time.perf_counter()
    late = 0.0
    for at in range(RATE * SECONDS):
        due = start + at / RATE
        if (ahead := due - time.perf_counter()) > 0:
            await asyncio.sleep(ahead)
        late = max(late, -ahead)
        lane = lanes[at % MANY]
        any(lane.move(socket) for socket in lane.sockets)
    await asyncio.sleep(1)
    waits = sorted(wait * 1000 for lane in lanes for wait in lane.waits)
    cuts = statistics.quantiles(waits, n=100)
    each = (server.memory - before) / MANY / 1024
    wall = time.perf_counter() - start
    print(
        f"{len(waits)} moves in {wall:.1f} s: median {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, p99 {cuts[98]:.1f} ms, "
        f"longest {waits[-1]:.1f} ms; {each:.1f} KB a live table after {RATE * SECONDS // MANY} moves; "
        f"server at {100 * server.cpu_since(cpu) / wall:.0f} % of a core; the load at most {late * 1000:.0f} ms behind"
    )


GENERATION, GENERATIONS = 500, 20


async def growth(server: Server) -> None:
    """10,000 tables opened, played to the end and left: does anything of them stay in memory?"""
    sizes = []
    for at in range(GENERATIONS + 1):
        lanes = await gather(server, GENERATION)
        for lane in lanes:
            begin(lane)
        while not all(lane.over for lane in lanes):
            await asyncio.sleep(0.05)
        for lane in lanes:
            lane.close()
        while server.tables:
            await asyncio.sleep(0.05)
        sizes.append(server.memory / 1024 / 1024)
        if at in (0, GENERATIONS // 2, GENERATIONS):
            print(f"after {(at + 1) * GENERATION} tables: {sizes[-1]:.1f} MB", flush=True)
    print(f"{GENERATION * GENERATIONS} tables later: {sizes[-1] - sizes[0]:+.1f} MB")


async def resync(server: Server) -> None:
    """What somebody who comes back after 1,000 entries is sent at first."""
    (lane,) = await gather(server, 1)
    for at in range(1000):
        lane.pair[at % 2].ask(
            "POST", f"/api/tables/{lane.name}/commands", {"do": "say", "id": f"talk {at}", "text": "hm"}
        )
    begin(lane)
    while lane.moves < 10:
        await asyncio.sleep(0.01)
    lane.running = False
    late = Lane(lane.name, lane.pair)
    for since in (0, 1000, lane.sockets[0].now.number if lane.sockets[0].now else 0):
        late = Lane(lane.name, lane.pair)
        late.since = since
        await late.connect(server.port)
        print(f"since {since}: {late.sockets[0].received} bytes")


def start(database: str) -> None:
    """From the command to the first answer, everything compiled."""
    for _ in range(3):
        began = time.perf_counter()
        with serving(database) as server:
            Guest(server.port)
            print(f"{time.perf_counter() - began:.2f} s until the first answer, {server.cpu_since((0, 0)):.2f} CPU-s")


MEASURES = {"moves": moves, "waiting": waiting, "growth": growth, "resync": resync}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=[*MEASURES, "start"])
    parser.add_argument("--database", default="")
    wish = parser.parse_args()
    random.seed(1)
    if wish.what == "start":
        start(wish.database)
        return
    settings = {"HERZDAME_IDLE": "0.1", "HERZDAME_SWEEP": "0.1"} if wish.what == "growth" else {}
    with serving(wish.database, **settings) as server:
        uvloop.run(asyncio.wait_for(MEASURES[wish.what](server), 900))


if __name__ == "__main__":
    main()
