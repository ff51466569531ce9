"""`herzdame verify`: is a transcript what the rules make of it?"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from .wishes import screen


def verify(
    file: Annotated[Path, typer.Argument(help="A transcript (JSON lines), or - for standard input.")],
) -> None:
    """Judge a transcript by the rules.

    Replays it, and names the first step that does not follow, and why.
    """
    from herzdame.kernel import transcript

    if str(file) == "-":
        matches = transcript.verify(sys.stdin)
    else:
        with file.open(encoding="utf-8", errors="replace") as text:
            matches = transcript.verify(text)
    steps = sum(len(match.steps) for match in matches)
    screen().print(f"{len(matches)} {'match' if len(matches) == 1 else 'matches'}, {steps} steps: all follow.")
