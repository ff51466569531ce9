"""Faults planted on purpose, one at a time, to see which test catches each.

python bench/faults.py            every fault of every game, uncompiled
python bench/faults.py GAME ...   those of some games

The faults stand in `faults/GAME.toml`: what it does, in which file, the text that is right, and the text that
takes its place.  Each is planted in a copy of the sources; a fault that no test catches ends the run with 1.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FAULTS = Path(__file__).with_suffix("")
SOURCES = ("herzdame", "tests", "pyproject.toml", "README.md", "docs")
CAUGHT = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


def main() -> int:
    """Plant the faults of these games, or of all."""
    known = sorted(path.stem for path in FAULTS.glob("*.toml"))
    for word in sys.argv[1:]:
        if word not in known:
            print(f"faults: none are written down for '{word}'; there are some for {', '.join(known)}", file=sys.stderr)
            return 2
    work = [
        (game, fault)
        for game in sys.argv[1:] or known
        for fault in tomllib.loads((FAULTS / f"{game}.toml").read_text())["fault"]
    ]
    with ThreadPoolExecutor(os.cpu_count()) as hands:
        caught = list(hands.map(lambda pair: report(*pair), work))
    print(f"{sum(caught)} of {len(work)} faults caught")
    return 0 if all(caught) else 1


def report(game: str, fault: dict[str, Any]) -> bool:
    """Plant one fault and say who caught it."""
    test = planted(game, fault)
    print(f"{game:16} {fault['what']:64} {test or 'NOT CAUGHT'}", flush=True)
    return test is not None


def planted(game: str, fault: dict[str, Any]) -> str | None:
    """The first test that fails in a copy of the sources with this fault in it: scenes first."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in SOURCES:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        file = copy / fault["file"]
        right = file.read_text()
        if right.count(fault["right"]) != 1:
            raise SystemExit(
                f"faults: {fault['file']} holds {right.count(fault['right'])} times, and not once: {fault['right']}"
            )
        file.write_text(right.replace(fault["right"], fault["wrong"]))
        own = f"herzdame/games/{game}"
        return first_failure(copy, f"{own}/test_rules.py") or first_failure(
            copy, own, "tests/test_every_game.py", "-k", game
        )


def first_failure(copy: Path, *wanted: str) -> str | None:
    """The first of these tests that fails."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *wanted],
        cwd=copy, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = CAUGHT.search(run.stdout)
    if run.returncode and not found:
        raise SystemExit(f"faults: the tests could not run:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return found and found[1].rpartition("::")[2]


if __name__ == "__main__":
    sys.exit(main())
