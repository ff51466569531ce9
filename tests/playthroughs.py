"""Generated files, reviewed as diffs: one whole match as every seat sees it, and the digests of many.

    make playthroughs

A change of the rules shows here, in words; a test fails while the files are stale.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from herzdame.kernel import run, transcript
from herzdame.kernel.contract import games
from herzdame.kernel.match import Match, Step, read
from herzdame.kernel.seats import EVERYBODY
from tests.gallery import VARIANTS, Variant

RUN = 2026
DIGESTED = 25  # matches for each line of digests.txt


def main() -> None:
    """Write all files anew."""
    for path, text in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def files() -> Iterator[tuple[Path, str]]:
    """Every generated file of every game."""
    published = [variant for variant in VARIANTS if variant.game.package.startswith("herzdame.")]
    for variant in published:
        yield folder(variant) / f"{variant.label}.txt", playthrough(variant)
    for game in games().values():
        mine = [variant for variant in published if variant.game.id == game.id]
        if mine:
            yield folder(mine[0]) / "digests.txt", "".join(digest(variant) + "\n" for variant in mine)


def folder(variant: Variant) -> Path:
    return variant.game.folder / "playthroughs"


# --- One match, seen by all ----------------------------------------------------------------------


def playthrough(variant: Variant) -> str:
    """A match that random players finish, step by step."""
    match = play(variant, 0)
    lines = [f"{match.game.id}, rules version {match.game.version}: {json.dumps(match.options)}, {match.seats} seats"]
    before: list[dict[str, Any]] = [{} for _ in views(match, match.steps[0])]
    for step in match.steps:
        who = step.seat if isinstance(step.seat, str) else f"seat {step.seat}"
        lines += ["", f"--- step {step.number}, {who}: {step.action}"]
        for event in step.events:
            told = " ".join(f"{key}={compact(value)}" for key, value in event.params.items())
            secret = " ".join(f"{key}={compact(value)}" for key, value in event.secret.items())
            readers = f" [for {compact(event.readers)}: {secret}]" if secret else ""
            lines.append(f"{event.clause} {event.code} {told}{readers}".rstrip())
        now = views(match, step)
        for name, view, earlier in zip(("all", *range(match.seats), "spectator"), now, before, strict=True):
            lines += changes(name if isinstance(name, str) else f"seat {name}", view, earlier, now[0])
        for seat in [seat for seat in range(match.seats) if int(step.table[0].acting) >> seat & 1]:
            lines.append(f"seat {seat} can: {', '.join(can(match, step, seat))}")
        before = now
    assert match.result
    lines += ["", f"{match.result.ending} ({match.result.clause}): {compact(match.result.scores)}", ""]
    return "\n".join(lines)


def views(match: Match, step: Step) -> list[dict[str, Any]]:
    """The table openly, then as each seat and a spectator see it."""
    found = [read(match.game, step.table[0])]
    for reader in [*range(match.seats), EVERYBODY]:
        table = step.table.copy()
        run.view(table, 0, reader)
        found.append(read(match.game, table[0]))
    return found


def changes(name: str, view: dict[str, Any], earlier: dict[str, Any], whole: dict[str, Any]) -> list[str]:
    """What is new in a view; for a seat, only where it differs from the open table."""
    return [
        f"{name:9} {key}: {compact(value)}"
        for key, value in view.items()
        if value != earlier.get(key) and key != "step" and (view is whole or value != whole[key])
    ]


def can(match: Match, step: Step, seat: int) -> list[str]:
    out, _ = match.game.room()
    return [match.game.words.name(int(action)) for action in out[: run.legal(step.table, 0, seat, out)]]


def compact(value: Any) -> str:
    if isinstance(value, list) and len(value) > 3 and set(map(str, value)) == {"?"}:
        return f"{len(value)} face down"
    return json.dumps(value, ensure_ascii=False).replace('"', "")


# --- Many matches, as a digest -------------------------------------------------------------------


def digest(variant: Variant) -> str:
    """Counts and a hash over everything that happened in some matches, and over every choice there was."""
    steps = choices = 0
    everything = sha256()
    for number in range(DIGESTED):
        match = play(variant, number)
        for step in match.steps:
            for seat in range(match.seats):
                actions = can(match, step, seat)
                choices += len(actions)
                everything.update(" ".join(actions).encode())
        everything.update("\n".join(transcript.lines(match)).encode())
        steps += len(match.steps)
    return f"{variant.label:12} {DIGESTED} matches, {steps} steps, {choices} choices: {everything.hexdigest()[:32]}"


def play(variant: Variant, number: int) -> Match:
    match, anyhow = variant.match(number, RUN), np.random.default_rng(number)
    while not match.over:
        seat = match.acting[int(anyhow.integers(len(match.acting)))]
        actions = match.actions(seat)
        match.act(seat, actions[int(anyhow.integers(len(actions)))])
    return match


if __name__ == "__main__":
    main()
