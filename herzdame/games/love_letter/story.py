"""What happened in Love Letter, told as events that cite a clause and say who may read what.

The story compares the table before and after; it never plays.
"""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.event import Event
from herzdame.kernel.seats import EVERYBODY, NOBODY

from . import rules
from .words import CARDS, hand, laid, members

SILENT = MappingProxyType(
    {
        "LL.1": "what the box holds; nothing happens",
        "LL.8": "it says whom one may not choose; what cannot be chosen is never told",
        "LL.24": "nobody can lie here, so that there is nothing to tell",
        "LL.25": "what a player remembers is shown, in silence, to that player alone",
    }
)

NEW_ROUND = "round"

CLAUSE = {
    rules.GUARD: "LL.17",
    rules.PRIEST: "LL.16",
    rules.BARON: "LL.15",
    rules.HANDMAID: "LL.14",
    rules.PRINCE: "LL.13",
    rules.KING: "LL.12",
    rules.COUNTESS: "LL.11",
    rules.PRINCESS: "LL.10",
}


# --- Chance --------------------------------------------------------------------------------------


def tell_chance(before: Any, after: Any) -> list[Event]:
    """Who begins, or a new round and what it brings everybody."""
    first = after.first
    if before.first == NOBODY:
        return [Event("starter", "LL.4", {"seat": first})]
    clause = "LL.4" if after.rounds == 1 else "LL.5"
    events = [
        Event("round", clause, {"round": after.rounds, "seat": first}),
        *(dealt(after, seat) for seat in range(after.seats)),
        Event("reserve", "LL.2"),
    ]
    if after.seats == 2:
        cards = [CARDS[after.card[slot]] for slot in range(rules.OPEN_THREE, rules.RESERVE)]
        events.append(Event("open_three", "LL.3", {"cards": cards}))
    return [*events, drew(after, first)]


def dealt(after: Any, seat: int) -> Event:
    """LL.2: a first card, for its owner's eyes."""
    return Event("dealt", "LL.2", {"seat": seat}, {"card": held(after, seat)}, (seat,))


# --- A turn --------------------------------------------------------------------------------------


def tell(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """One turn, from the card laid to the next player's draw or the end of the round."""
    card, target, guess = rules.ACTIONS[action]
    events = [played(seat, card, target, guess)]
    if target != NOBODY:
        events += aimed(before, seat, action, after)
    elif card == rules.HANDMAID:
        events.append(Event("protected", "LL.14", {"seat": seat}))
    elif card == rules.PRINCESS:
        events.append(knocked_out(seat, "LL.10", kept(before, seat, card)))
    elif card != rules.COUNTESS:
        events.append(Event("no_effect", "LL.9", {"seat": seat, "card": CARDS[card]}))
    return events + (round_ended(before, after) if after.acting == 0 else next_turn(before, after))


def played(seat: int, card: int, target: int, guess: int) -> Event:
    """LL.6: a card is laid, and aimed, and a person named."""
    params: dict[str, Any] = {"seat": seat, "card": CARDS[card]}
    if target == NOBODY:
        return Event("played", CLAUSE[card], params)
    params["target"] = target
    if guess == rules.NONE:
        return Event("played_at", CLAUSE[card], params)
    return Event("played_guess", CLAUSE[card], params | {"guess": CARDS[guess]})


def aimed(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """What the card did to the one it was aimed at."""
    card, target, _ = rules.ACTIONS[action]
    both = {"seat": seat, "target": target}
    mine, theirs = kept(before, seat, card), held(before, target)
    if card == rules.GUARD:
        return guarded(before, after, both, theirs)
    if card == rules.PRIEST:
        return [Event("looked", "LL.16", both, {"card": theirs}, (seat,))]
    if card == rules.BARON:
        return compared(before, after, both, {"mine": mine, "theirs": theirs})
    if card == rules.PRINCE:
        return discarded(before, after, target, mine if target == seat else theirs)
    return [Event("swapped", "LL.12", both, {"gave": mine, "got": theirs}, (seat, target))]


def guarded(before: Any, after: Any, both: dict[str, Any], card: str) -> list[Event]:
    """LL.17: right or wrong."""
    if is_newly_out(before, after, both["target"]):
        return [Event("guessed_right", "LL.17", both), knocked_out(both["target"], "LL.7", card)]
    return [Event("guessed_wrong", "LL.17", both)]


def compared(before: Any, after: Any, both: dict[str, Any], cards: dict[str, Any]) -> list[Event]:
    """LL.15: only those two see the cards; all see who has to go."""
    seat, target = both["seat"], both["target"]
    looked = Event("compared", "LL.15", both, cards, (seat, target))
    for loser, card in ((seat, cards["mine"]), (target, cards["theirs"])):
        if is_newly_out(before, after, loser):
            return [looked, knocked_out(loser, "LL.7", card)]
    return [looked, Event("equal", "LL.15", both)]


def discarded(before: Any, after: Any, target: int, card: str) -> list[Event]:
    """LL.13: the hand goes, another card comes; from an empty draw pile it is the reserve."""
    events = [Event("discarded", "LL.13", {"seat": target, "card": card})]
    if is_newly_out(before, after, target):
        return [*events, knocked_out(target, "LL.10")]
    new = {"card": CARDS[after.card[rules.HAND + 2 * target]]}
    drew_new = Event("drew_new" if before.draw_pile else "drew_reserve", "LL.13", {"seat": target}, new, (target,))
    return [*events, drew_new]


def knocked_out(seat: int, clause: str, card: str | None = None) -> Event:
    """LL.7: out, with the hand card laid openly, if there still was one."""
    if card is None:
        return Event("out", clause, {"seat": seat})
    return Event("out_laying", clause, {"seat": seat, "card": card})


def next_turn(before: Any, after: Any) -> list[Event]:
    """LL.14: a Handmaid's time is over.  LL.6: the next player draws."""
    (seat,) = members(after.acting)
    events = []
    if before.safe >> seat & 1:
        events.append(Event("protection_ended", "LL.14", {"seat": seat}))
    return [*events, drew(after, seat)]


def drew(after: Any, seat: int) -> Event:
    """LL.6: the second card of the hand."""
    card = CARDS[after.card[rules.HAND + 2 * seat + 1]]
    return Event("drew", "LL.6", {"seat": seat}, {"card": card}, (seat,))


# --- Ends ----------------------------------------------------------------------------------------


def round_ended(before: Any, after: Any) -> list[Event]:
    """How the round ended, who gets a token, and whether that was the match."""
    winners = [seat for seat in range(after.seats) if after.tokens[seat] > before.tokens[seat]]
    if revealed(after):
        events = shown(after, winners)
    else:
        events = [Event("last_standing", "LL.18", {"seat": winners[0]})]
    events += [Event("token", "LL.21", {"seat": seat, "tokens": after.tokens[seat]}) for seat in winners]
    if after.over:
        events += match_ended(after)
    return events


def shown(after: Any, winners: list[int]) -> list[Event]:
    """LL.19: all hands are turned up.  LL.20: and equal ones told apart, or not."""
    hands = {seat: after.card[rules.HAND + 2 * seat] for seat in range(after.seats) if not out(after, seat)}
    best = max(hands.values())
    tied = [seat for seat, card in hands.items() if card == best]
    events = [Event("revealed", "LL.19", {"seat": seat, "card": CARDS[card]}) for seat, card in hands.items()]
    if len(tied) == 1:
        return [*events, Event("highest_card", "LL.19", {"seat": tied[0], "card": CARDS[best]})]
    if after.edition == rules.HEARTS:
        return [*events, Event("tie_shared", "LL.20", {"seats": tied, "card": CARDS[best]})]
    sums = [sum(CARDS.index(card) for card in laid(after, seat)) for seat in tied]
    found = {"tied": tied, "sums": sums, "seats": winners}
    return [*events, Event("tie_by_sum" if len(winners) == 1 else "tie_by_sum_shared", "LL.20", found)]


def match_ended(after: Any) -> list[Event]:
    """LL.22: enough tokens.  LL.23: several at once."""
    needed = int(rules.NEEDED[after.edition, after.seats])
    victors = [seat for seat in range(after.seats) if after.tokens[seat] >= needed]
    if len(victors) == 1:
        return [Event("won", "LL.22", {"seat": victors[0], "tokens": needed})]
    if after.edition == rules.PREMIUM:
        return [Event("won_together", "LL.23", {"seats": victors, "tokens": needed})]
    youngest = min(victors, key=lambda seat: after.age[seat])
    return [Event("won_youngest", "LL.23", {"seats": victors, "seat": youngest})]


# --- Words used above ----------------------------------------------------------------------------


def held(s: Any, seat: int) -> str:
    """The card a seat keeps from turn to turn."""
    return CARDS[s.card[rules.HAND + 2 * seat]]


def kept(before: Any, seat: int, card: int) -> str:
    """What stays in the hand of the one who lays this card."""
    mine = [before.card[slot] for slot in hand(seat)]
    mine.remove(card)
    return CARDS[mine[0]]


def out(s: Any, seat: int) -> bool:
    return bool(s.out >> seat & 1)


def is_newly_out(before: Any, after: Any, seat: int) -> bool:
    return out(after, seat) and not out(before, seat)


def revealed(after: Any) -> bool:
    """LL.19: do the hands lie open?"""
    return any(after.shown[slot] >> EVERYBODY & 1 for slot in range(rules.DRAW_PILE))
