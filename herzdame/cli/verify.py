"""`herzdame verify`: is a transcript what the rules make of it?  And was a match at a table dealt as was promised?"""

import sys
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from herzdame.kernel.errors import Code, Refused

from .wishes import screen


def verify(
    file: Annotated[Path | None, typer.Argument(help="A transcript (JSON lines), or - for standard input.")] = None,
    url: Annotated[str | None, typer.Option(help="A table, such as http://127.0.0.1:8000/t/TABLE.")] = None,
    commitment: Annotated[str | None, typer.Option(help="The table's commitment that you noted before.")] = None,
) -> None:
    """Judge a transcript by the rules, or a finished match at a table by its proof.

    Replays it, and names the first step that does not follow, and why.  With --url, the table's seed must fit the
    commitment that was shown before the match, and every deal must follow from that seed.
    """
    if (file is None) == (url is None):
        raise Refused(Code.BAD_VALUE, "Name one thing to verify: a transcript's file, or --url and a table's address.")
    if commitment is not None and url is None:
        raise Refused(Code.BAD_VALUE, "--commitment goes with --url: it is compared with the table's own.")
    if url is not None:
        verify_table(url, commitment)
    elif file is not None:
        verify_file(file)


def verify_file(file: Path) -> None:
    from herzdame.kernel import transcript

    if str(file) == "-":
        matches = transcript.verify(sys.stdin)
    else:
        with file.open(encoding="utf-8", errors="replace") as text:
            matches = transcript.verify(text)
    steps = sum(len(match.steps) for match in matches)
    screen().print(f"{len(matches)} {'match' if len(matches) == 1 else 'matches'}, {steps} steps: all follow.")


def verify_table(url: str, noted: str | None) -> None:
    """Ask the server for the proof and the transcript, and believe neither."""
    from herzdame.client import fetch
    from herzdame.kernel import transcript
    from herzdame.kernel.seeds import Fair
    from herzdame.server.protocol import Proof

    house, table = place(url)
    proof = fetch(house, f"/api/tables/{table}/proof", Proof)
    if noted is not None and noted.strip().lower() != proof.commitment:
        raise Refused(
            Code.DOES_NOT_FOLLOW, f"You noted the commitment {noted}, but the table now shows {proof.commitment}."
        )
    if proof.seed is None:
        raise Refused(
            Code.WRONG_PHASE,
            f"The match is not over: its seed is told afterwards.  Note the commitment until then: {proof.commitment}",
        )
    fair = Fair(proof.seed, tuple(proof.players))
    if fair.commitment != proof.commitment:
        raise Refused(
            Code.DOES_NOT_FOLLOW,
            f"The seed does not fit: its SHA-256 is {fair.commitment}, but the commitment was {proof.commitment}.",
        )
    matches = transcript.verify(fetch(house, f"/api/tables/{table}/transcript?view=open", str).splitlines())
    if len(matches) != 1 or matches[0].seeds != fair:
        raise Refused(Code.DOES_NOT_FOLLOW, "The transcript was dealt from another seed than the one in the proof.")
    told(proof.commitment, fair.players, len(matches[0].steps), sure=noted is not None)


def told(commitment: str, texts: tuple[str, ...], steps: int, *, sure: bool) -> None:
    out = screen()
    out.print(f"The seed fits the commitment {commitment}.")
    out.print(f"Texts that players mixed in: {', '.join(map(repr, texts)) or 'none'}.", markup=False)
    out.print(f"{steps} steps: all follow from the rules, the seed and those texts.")
    if sure:
        out.print("It is the commitment that you noted, so the cards were fixed before the match.")
    else:
        out.print("Is it the commitment that the table showed before the match? --commitment compares it.")


def place(url: str) -> tuple[str, str]:
    """The server and the table that an address means."""
    try:
        parts = urlsplit(url)
        table = parts.path.rstrip("/").rpartition("/")[2]
        if parts.scheme in ("http", "https") and parts.netloc and table:
            return f"{parts.scheme}://{parts.netloc}", table
    except ValueError:
        pass
    raise Refused(Code.BAD_VALUE, f"'{url}' is no address of a table; one looks like http://127.0.0.1:8000/t/TABLE.")
