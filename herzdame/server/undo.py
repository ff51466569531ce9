"""May a step be taken back?  Only while nobody came to know anything by it about cards that they do not see."""

from collections import Counter
from itertools import takewhile
from typing import Any

from herzdame.kernel import run
from herzdame.kernel.contract import Game
from herzdame.kernel.match import Match, members, read
from herzdame.kernel.page import copied, page
from herzdame.kernel.seats import EVERYBODY


def can_undo(match: Match, seat: int) -> bool:
    """Was the last step of the match this seat's own, and did it reveal nothing?"""
    if match.over or len(match.steps) < 2:
        return False
    before, last = match.steps[-2], match.steps[-1]
    return last.seat == seat and not opens(match, seat) and not reveals(match.game, before.table, last.table)


def opens(match: Match, seat: int) -> bool:
    """Did this seat choose in secret as the last one?  What all have chosen is open then, even that nobody did."""
    if not match.steps[-1].secret or members(page(match.steps[-2].table).acting) != (seat,):
        return False
    chosen = takewhile(lambda step: step.secret, reversed(match.steps))
    return any(step.seat != seat for step in chosen)


def reveals(game: Game, before: Any, after: Any) -> bool:
    """Between these two tables: does any reader now know more of what was hidden from them?"""
    readers = [*range(int(after[0].seats)), EVERYBODY]
    if any(run.unseen(after, 0, reader) < run.unseen(before, 0, reader) for reader in readers):
        return True  # the others are only needed where as many cards are hidden as before
    if ruled_out(after) - ruled_out(before):
        return True
    return any(seen(game, after, reader) - seen(game, before, reader) for reader in readers)


def ruled_out(table: Any) -> Counter[int]:
    """What unseen cards are openly known not to be: a wrong guess tells something, too."""
    return Counter(mask for mask in page(table).barred if mask)


def seen(game: Game, table: Any, reader: int) -> Counter[str]:
    """The cards that this reader sees, wherever they lie."""
    view = copied(table)
    run.view(view, 0, reader)
    return Counter(named(read(game, view), frozenset(game.words.CARDS[1:])))


def named(tree: Any, cards: frozenset[str]) -> list[str]:
    """The cards named in a view, but for those that something is known not to be."""
    if isinstance(tree, dict):
        return [card for key, value in tree.items() if key != "not" for card in named(value, cards)]
    if isinstance(tree, list | tuple):
        return [card for value in tree for card in named(value, cards)]
    return [tree] if tree in cards else []
