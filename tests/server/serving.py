"""Starting, stopping and killing servers, and waiting for what they are about to do."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from herzdame.client import Guest
from herzdame.kernel.errors import Refused

COMPILING = 600.0  # seconds until a server opens whose rules were never compiled, beside others that compile, too
PATIENCE = 60.0  # seconds; machines that run tests are sometimes very busy
ROOT = Path(__file__).parents[2]
BRISK = {"HERZDAME_BOT_PAUSE": "0", "HERZDAME_COMMANDS": "100000", "HERZDAME_VISITS": "100000"}

T = TypeVar("T")


def wait_for(what: Callable[[], T | None], patience: float = PATIENCE) -> T:
    """What it answers, once it does."""
    until = time.monotonic() + patience
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < until, f"it never happened: {what}"
        time.sleep(0.01)


def refusal(work: Callable[[], object]) -> Refused:
    """The refusal that this meets."""
    try:
        work()
    except Refused as refused:
        return refused
    raise AssertionError("it was not refused")


class House:
    """A server process, on a port that stays the same when it is started again."""

    program = "tests.server.run"

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = {**BRISK, **settings}
        self.log = folder / "log.txt"
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "House":
        clean = {key: value for key, value in os.environ.items() if not key.startswith("HERZDAME_") or "CACHE" in key}
        told = len(self.said())
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.program, "--port", str(self.port)],
                cwd=ROOT,
                env=clean | {"HERZDAME_DATA": str(self.folder / "data"), "NO_COLOR": "1", **self.settings},
                stdout=log,
                stderr=log,
            )
        self.port = int(wait_for(lambda: self.opened(told), COMPILING))
        return self

    def opened(self, told: int) -> str | None:
        assert self.process
        assert self.process.poll() is None, self.said()
        found = re.search(r"is open: http://\S+?:(\d+)/", self.said()[told:])
        return found[1] if found else None

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)

    def again(self, how: signal.Signals = signal.SIGTERM) -> "House":
        self.stop(how)
        return self.start()

    def guest(self, name: str) -> Guest:
        return Guest(self.address, name)
