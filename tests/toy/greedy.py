"""Keep the high cards, and always look."""

from typing import Any

from herzdame.kernel.compile import compiled_apart

from .rules import PASS_LOW, PEEK, Envelopes


@compiled_apart
def worth(s: Envelopes, seat: int, action: int) -> float:
    return 1.0 if action in (PASS_LOW, PEEK) else 0.0


@compiled_apart
def outlook(s: Envelopes, out: Any) -> bool:
    return False
