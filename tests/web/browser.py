"""Finding a chromium, and getting one where there is none."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
ARGUMENTS = ["--no-sandbox"] if ROOT else []
DEBIAN = [
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
]
QUIET = {"DEBIAN_FRONTEND": "noninteractive"}
PLAYWRIGHT = [[sys.executable, "-m", "playwright", "install", "chromium"]]


@cache
def chromium() -> str | None:
    """The path of an installed one; None for the one that Playwright downloaded."""
    if named := os.environ.get("HERZDAME_CHROMIUM"):
        return named
    with one_at_a_time():  # several processes test at once
        return installed() or fetched()


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def fetched() -> str | None:
    """Debian's package for whoever may install it, else Playwright's own."""
    said = []
    ways = [DEBIAN] if ROOT and shutil.which("apt-get") else []
    for way in [*ways, PLAYWRIGHT]:
        for command in way:
            done = subprocess.run(command, capture_output=True, text=True, env=os.environ | QUIET)
            if done.returncode:
                said.append(f"`{' '.join(command)}`: {(done.stderr or done.stdout).strip()[-300:]}")
                break
        else:
            return installed()
    raise RuntimeError(
        "The tests of the pages need chromium, and none could be had: install it as your system does, or name one in "
        "HERZDAME_CHROMIUM.\n" + "\n".join(said)
    )


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (Path(tempfile.gettempdir()) / f"herzdame-chromium-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
