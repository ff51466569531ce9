"""Envelopes by name."""

from typing import Any

from herzdame.kernel.errors import Code, unknown
from herzdame.kernel.match import read_knowledge, read_slots

from . import rules

CARDS = ("none", *(f"light{n}" for n in range(1, rules.LIGHT + 1)), *(f"dark{n}" for n in range(1, rules.DARK + 1)))
ENDINGS = {1: ("counted", "TY.5")}
NAMES = ("pass low", "pass high", "peek", "decline")


def name(action: int) -> str:
    return NAMES[action]


def parse(text: str) -> int:
    if text not in NAMES:
        raise unknown(Code.UNKNOWN_ACTION, "The action", text, NAMES)
    return NAMES.index(text)


def phrase(action: int) -> tuple[str, dict[str, Any]]:
    return f"action.{NAMES[action].replace(' ', '_')}", {}


def chance_name(s: Any) -> str:
    return "deal" if s.phase == rules.DEALING else "roll"


def secret(action: int) -> bool:
    return action in (rules.PASS_LOW, rules.PASS_HIGH)


def hand(seat: int) -> range:
    return range(rules.HAND + 3 * seat, rules.HAND + 3 * seat + 3)


def read(s: Any) -> dict[str, Any]:
    return {
        "phase": int(s.phase),
        "die": int(s.die),
        "hands": [read_slots(s, hand(seat), CARDS) for seat in range(s.seats)],
        "known": [read_knowledge(s, hand(seat), CARDS[1:]) for seat in range(s.seats)],
        "passed": [read_slots(s, [rules.PASSED + seat], CARDS) for seat in range(s.seats)],
        "rest": read_slots(s, range(rules.REST, rules.REST + rules.LIGHT + rules.DARK), CARDS),
    }
