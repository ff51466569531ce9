"""The match that was left: kept after every move, so that nothing is lost."""

import os
import sys
from pathlib import Path

from herzdame.kernel import transcript
from herzdame.kernel.match import Match


def data_home() -> Path:
    """`HERZDAME_DATA`, else the user's data folder."""
    if named := os.environ.get("HERZDAME_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "herzdame"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "herzdame"


def place() -> Path:
    return data_home() / "match.jsonl"


def keep(match: Match) -> None:
    """Write the match whole, then put it in the place of the last one."""
    place().parent.mkdir(parents=True, exist_ok=True)
    draft = place().with_suffix(".new")
    with draft.open("w", encoding="utf-8") as out:
        out.writelines(line + "\n" for line in transcript.lines(match))
        out.flush()
        os.fsync(out.fileno())
    draft.replace(place())


def resume() -> Match | None:
    """The match that was kept, if there is one."""
    if not place().exists():
        return None
    with place().open(encoding="utf-8", errors="replace") as text:
        return transcript.load(text)


def forget() -> None:
    """The match is over."""
    place().unlink(missing_ok=True)
