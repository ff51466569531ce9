"""What the client takes for the protocol is the protocol."""

from pathlib import Path

from herzdame.games.love_letter import EDITIONS, rules
from herzdame.server.typescript import typescript

SOURCES = Path(__file__).parents[2] / "web" / "src"


def test_the_types_of_the_protocol_are_fresh() -> None:
    kept = (SOURCES / "protocol.ts").read_text(encoding="utf-8")
    assert kept == typescript(), "stale: python -m herzdame.server.typescript > web/src/protocol.ts"


def test_the_board_of_love_letter_shows_as_many_tokens_as_it_takes_to_win() -> None:
    court = (SOURCES / "games" / "love_letter" / "court.ts").read_text(encoding="utf-8")
    for number, edition in enumerate(EDITIONS):
        needed = ", ".join(f"{seats}: {rules.NEEDED[number, seats]}" for seats in range(2, 5))
        assert f"{edition}: {{ {needed} }}" in court
