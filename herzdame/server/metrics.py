"""Figures for whoever watches over the house, in the text format of Prometheus.  They name no table and nobody."""

import os
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from herzdame import __version__

from . import protocol as say

if TYPE_CHECKING:
    from .house import House

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT")
STARTED = time.time()

Labels = tuple[str, ...]


class Histogram:
    """How long something took, by labels."""

    def __init__(self) -> None:
        self.counts: dict[Labels, list[int]] = {}
        self.sums: Counter[Labels] = Counter()

    def took(self, seconds: float, *labels: str) -> None:
        counts = self.counts.setdefault(labels, [0] * (len(BOUNDS) + 1))
        counts[bisect_left(BOUNDS, seconds)] += 1
        self.sums[labels] += seconds  # type: ignore[assignment]


class Numbers:
    """What has been counted since the start."""

    def __init__(self) -> None:
        self.requests: Counter[Labels] = Counter()
        self.commands: Counter[Labels] = Counter()
        self.sockets: Counter[Labels] = Counter()
        self.keeping = Histogram()
        self.thinking = Histogram()

    def asked(self, method: str, status: int) -> None:
        self.requests[method if method in METHODS else "other", str(status)] += 1

    def answered(self, command: say.AnyCommand, answer: say.Accepted | say.Rejected) -> None:
        outcome = "accepted" if isinstance(answer, say.Accepted) else answer.code
        self.commands[str(type(command).__struct_config__.tag), outcome] += 1


def exposition(house: "House", open_sockets: int) -> str:
    """Everything, to be read by Prometheus."""
    numbers, phases = house.numbers, Counter[str](live.room.phase for live in house.tables.values())
    parts = [
        one("herzdame_info", "gauge", "Which version this is.", ["version"], {(__version__,): 1}),
        one("herzdame_tables", "gauge", "Tables in memory.", ["phase"], {(phase,): phases[phase] for phase in PHASES}),
        one("herzdame_sockets", "gauge", "WebSockets that are open.", [], {(): open_sockets}),
        one("herzdame_bots_thinking", "gauge", "Bots that think or pause.", [], {(): len(house.bots.tasks)}),
        one("herzdame_requests_total", "counter", "Answers over HTTP.", ["method", "status"], numbers.requests),
        one(
            "herzdame_commands_total", "counter", "Commands, by what came of them.", ["do", "outcome"], numbers.commands
        ),
        one("herzdame_sockets_total", "counter", "WebSockets, by how it went.", ["outcome"], numbers.sockets),
        histogram("herzdame_keep_seconds", "From deciding until it is on the disk.", [], numbers.keeping),
        histogram("herzdame_think_seconds", "How long bots think.", ["level"], numbers.thinking),
        *process(),
    ]
    return "".join(parts)


PHASES = ("gathering", "playing", "over")


def process() -> Iterator[str]:
    """What the process itself takes."""
    yield one("process_cpu_seconds_total", "counter", "CPU time.", [], {(): time.process_time()})
    yield one("process_start_time_seconds", "gauge", "When it started.", [], {(): STARTED})
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 (names are not needed)
        yield one("process_resident_memory_bytes", "gauge", "Memory.", [], {(): memory})
        yield one("process_open_fds", "gauge", "Open files and sockets.", [], {(): files})


# --- The format ----------------------------------------------------------------------------------


def one(name: str, kind: str, said: str, labels: list[str], values: Mapping[Labels, float]) -> str:
    head = f"# HELP {name} {said}\n# TYPE {name} {kind}\n"
    return head + "".join(f"{name}{braces(labels, key)} {number(value)}\n" for key, value in sorted(values.items()))


def histogram(name: str, said: str, labels: list[str], found: Histogram) -> str:
    lines = [f"# HELP {name} {said}\n# TYPE {name} histogram\n"]
    for key, counts in sorted(found.counts.items()):
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
            total += count
            lines.append(f"{name}_bucket{braces([*labels, 'le'], [*key, bound])} {total}\n")
        lines.append(f"{name}_sum{braces(labels, key)} {number(found.sums[key])}\n")
        lines.append(f"{name}_count{braces(labels, key)} {total}\n")
    return "".join(lines)


def braces(labels: Iterable[str], values: Iterable[str]) -> str:
    """The labels are words of our own: nothing needs to be escaped."""
    inner = ",".join(f'{label}="{value}"' for label, value in zip(labels, values, strict=True))
    return f"{{{inner}}}" if inner else ""


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))
