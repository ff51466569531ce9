"""How long people have for their turns.  When time is over the house plays on for them, this once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from . import protocol as say


@dataclass
class Clock:
    """When each acting seat began to think, and how much of its time it has used up before."""

    setting: say.Clock
    began: dict[int, float] = field(default_factory=dict)
    used: dict[int, float] = field(default_factory=dict)

    def turn(self, acting: Iterable[int], at: float, *, acted: int | None = None) -> None:
        """From now on these seats are to act; one that just acted begins anew."""
        if self.setting.kind == "none":
            return
        now = set(acting)
        for seat in [seat for seat in self.began if seat not in now or seat == acted]:
            self.used[seat] = self.used.get(seat, 0.0) + at - self.began.pop(seat)
        for seat in now:
            self.began.setdefault(seat, at)

    def left(self, seat: int, at: float) -> float | None:
        """How many seconds a seat has left; None where there is no hurry."""
        if self.setting.kind == "none" or seat not in self.began:
            return None
        used = self.used.get(seat, 0.0) if self.setting.kind == "bank" else 0.0
        return self.setting.seconds - used - (at - self.began[seat])

    def end(self, seat: int) -> float | None:
        """When this seat's time will be over."""
        left = self.left(seat, self.began.get(seat, 0.0))
        return None if left is None else self.began[seat] + left
