"""The window to the past: a match step by step, each as one reader saw it then.

Like `window.py`, made of what the kernel's `view` and an event's `told_to` let through, and of nothing else.
"""

from collections.abc import Sequence
from typing import Literal

from herzdame.kernel.event import Event
from herzdame.kernel.match import Match, Step, read
from herzdame.kernel.run import view as face_down
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fair
from herzdame.kernel.transcript import Reader

from . import protocol as say
from .window import result

MOST = 200  # steps in one answer


def replay(match: Match, reader: Reader, after: int, most: int, steps: Sequence[Step] | None = None) -> say.Replay:
    """So many steps after a number, and what stands over and under all of them.

    `steps` are those of the moment that was asked for, where the match goes on meanwhile.
    """
    known = match.steps if steps is None else steps
    return say.Replay(
        game=match.game.id,
        rules=match.game.version,
        options=match.options,
        players=list(match.players),
        view=name_of(reader),
        commitment=match.seeds.commitment if isinstance(match.seeds, Fair) else None,
        steps=len(known),
        moments=[moment(match, step, reader) for step in known[after : after + min(most, MOST)]],
        result=result(match),
    )


def name_of(reader: Reader) -> str:
    return "spectator" if reader == EVERYBODY else str(reader)


def moment(match: Match, step: Step, reader: Reader) -> say.Moment:
    """One step, and the table after it."""
    table, action = step.table.copy(), step.action
    if reader != "open":
        face_down(table, 0, reader)
        action = step.action_for((reader,))
    told = say.StepNews(step.number, whose(step), action, [[event_for(event, reader) for event in step.events]])
    eyes = None if reader in ("open", EVERYBODY) else int(reader)
    return say.Moment(told, say.Sight(eyes, read(match.game, table[0])))


def whose(step: Step) -> int | Literal["chance"]:
    return step.seat if step.seat == "chance" else int(step.seat)


def event_for(event: Event, reader: Reader) -> say.Told:
    if reader == "open":
        return say.Told(event.code, event.clause, event.params | event.secret, bool(event.secret))
    found = event.told_to(reader)
    return say.Told(found.code, found.clause, found.params, found.seen)
