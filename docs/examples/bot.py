"""A bot for Love Letter that remembers what it has seen.  Others play against it in the browser.

python docs/examples/bot.py http://127.0.0.1:8000            opens a table, says where, and waits for somebody
python docs/examples/bot.py http://127.0.0.1:8000/t/TABLE    sits down at a table that somebody has opened
"""

import sys

from herzdame.client import Guest, Table
from herzdame.server.protocol import Sight

RANK = ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"]
COPIES = dict(zip(RANK, (5, 2, 2, 2, 2, 1, 1, 1), strict=True))


def choose(sight: Sight) -> str:
    """The action that looks best to this seat: keep the higher card, and name the card that is likeliest."""
    return max((choice.action for choice in sight.choices), key=lambda action: worth(action.split(), sight))


def worth(words: list[str], sight: Sight) -> float:
    card, *target = words
    if card not in RANK:
        return 0.0
    value = -float(RANK.index(card))
    if card == "guard" and len(target) == 2:
        value += 3 * chance(int(target[0]), target[1], sight)
    if card == "prince" and target == [str(sight.seat)]:
        value -= 5
    return value


def chance(other: int, named: str, sight: Sight) -> float:
    """How likely the other player holds this card, for all that this seat can see."""
    hand = sight.view["hands"][other]
    if "?" not in hand:
        return float(named in hand)
    seen = [card for pile in [*sight.view["hands"], *sight.view["piles"], sight.view["open"]] for card in pile]
    left = {card: max(0, count - seen.count(card)) for card, count in COPIES.items()}
    return left.get(named, 0) / max(1, sum(left.values()))


def sit_down(guest: Guest, table: str | None) -> Table:
    if table:
        return guest.join(table)
    opened = guest.open("love_letter", seats=2, options={"edition": "hearts"})
    print(f"Come and play: {guest.address}/t/{opened.id}", flush=True)
    opened.until(lambda table: all(seat.name for seat in table.now.seats), patience=None)
    opened.start()
    return opened


def main(address: str) -> None:
    house, _, table = address.rstrip("/").partition("/t/")
    with Guest(house, name="Minna") as guest:
        match = sit_down(guest, table or None)
        for sight in match.turns():
            match.act(sight.seat, choose(sight))
        assert match.now.result
        won = set(match.now.result.winners) & set(match.seats)
        print("I have won." if won else "Well played!")


if __name__ == "__main__":
    main(*sys.argv[1:])
