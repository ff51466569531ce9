"""Finding a chromium, and getting one where there is none."""

import os
import shutil
import subprocess
import sys
from functools import cache

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


@cache
def chromium() -> str | None:
    """The path of an installed one; None for the one that Playwright downloaded."""
    named = os.environ.get("HERZDAME_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if named:
        return named
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        ways.insert(0, ["sh", "-c", "apt-get update -qq && apt-get install -y -qq chromium"])
    for way in ways:
        if subprocess.run(way, capture_output=True).returncode == 0:
            return next(filter(None, map(shutil.which, NAMES)), None)
    raise RuntimeError(
        "The tests of the pages need chromium: install it as your system does, or name one in HERZDAME_CHROMIUM."
    )
