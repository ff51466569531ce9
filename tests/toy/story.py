"""What happened in Envelopes."""

from typing import Any

from herzdame.kernel.event import Event
from herzdame.kernel.seats import EVERYBODY

from . import rules
from .words import CARDS, hand

NEW_ROUND = None
SILENT = {"TY.1": "what the box holds"}


def tell_chance(before: Any, after: Any) -> list[Event]:
    if before.phase == rules.ROLLING:
        return [Event("rolled", "TY.4", {"die": int(after.die)})]
    cards = [[CARDS[after.card[slot]] for slot in hand(seat)] for seat in range(after.seats)]
    return [Event("dealt", "TY.2", {"seat": seat}, {"cards": mine}, (seat,)) for seat, mine in enumerate(cards)]


def tell(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    if before.phase == rules.PASSING:
        chosen = Event("chose", "TY.3", {"seat": seat})
        if after.phase == rules.PASSING:
            return [chosen]
        news = [(left, CARDS[after.card[rules.HAND + 3 * left + 1]]) for left in range(after.seats)]
        return [chosen, *(Event("received", "TY.3", {"seat": left}, {"card": card}, (left,)) for left, card in news)]
    left = (seat + 1) % int(after.seats)
    card = CARDS[after.card[rules.HAND + 3 * left + 2]]
    peeked = Event("peeked", "TY.4", {"seat": seat, "target": left}, {"card": card}, (seat,))
    open_slots = [slot for slot in range(rules.PASSED) if after.shown[slot] >> EVERYBODY & 1]
    shown = [
        Event("highest", "TY.5", {"seat": slot // 3, "received": slot % 3 == 1, "card": CARDS[after.card[slot]]})
        for slot in open_slots
    ]
    return [*([peeked] if action == rules.PEEK else [Event("declined", "TY.4", {"seat": seat})]), *shown]
