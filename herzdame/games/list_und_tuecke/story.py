"""What happened in Mit List und Tücke, told as events that cite a clause and say who may read what.

The story compares the table before and after; it never plays.
"""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.event import Event
from herzdame.kernel.seats import NOBODY

from . import COLOURS, ROUNDS, SIXTEEN, choices, court, words
from .words import BACKS, CARDS, hand, top_card

SILENT = MappingProxyType(
    {
        "LT.14": "nothing can happen to the saint, and nothing is told of what does not happen",
    }
)

NEW_ROUND = "chapter"


# --- Chance --------------------------------------------------------------------------------------


def tell_chance(before: Any, after: Any) -> list[Event]:
    """Who begins, or cards with one of the backs for everybody."""
    first = int(after.first)
    if before.first == NOBODY:
        return [Event("starter", "LT.3", {"seat": first})]
    light = after.phase == choices.PASSING_LIGHT
    events = chapter_begins(after) if light else []
    for seat in range(after.seats):
        dealt = {"cards": [CARDS[after.card[slot]] for slot in hand(after, seat)[-2:]]}
        clause = "LT.5" if light else "LT.6"
        events.append(Event("dealt_light" if light else "dealt_dark", clause, {"seat": seat}, dealt, (seat,)))
    events.append(Event("middle_light" if light else "middle_dark", "LT.5" if light else "LT.6"))
    if after.seats == 3 and SIXTEEN[after.sixteen] == "random":
        events.append(Event("set_aside", "LT.2", {"back": BACKS[not light]}))
    return events


def chapter_begins(after: Any) -> list[Event]:
    """LT.4: a chapter, which is LT.22: dealt anew.  LT.2: who does not take part."""
    clause = "LT.4" if after.chapter == 1 else "LT.22"
    events = [Event("chapter", clause, {"chapter": int(after.chapter), "seat": int(after.first)})]
    if after.chapter == 1 and after.seats == 3 and SIXTEEN[after.sixteen] == "fixed":
        events.append(Event("left_out", "LT.2", {"cards": [*CARDS[1 : court.LEFT_OUT + 1]]}))
    return events


# --- A step --------------------------------------------------------------------------------------


def tell(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """One answer, and all that follows from it."""
    verb, what = choices.ACTIONS[action]
    if verb == choices.PASS:
        return passed(before, seat, what, after)
    if verb == choices.TAKE:
        took = Event("knight_took", "LT.20", {"seat": seat, "colour": COLOURS[what]})
        return [took, *collected(before, after, int(before.collected))]
    if verb == choices.DECLINE and before.phase == choices.COLLECTING:
        return [declined(seat, court.BLACK_KNIGHT), *collected(before, after, int(before.collected))]
    events = played(before, seat, what, after) if verb == choices.PLAY else answered(before, seat, verb, what, after)
    return events + (turn_ended(before, after) if after.turns > before.turns else [])


def passed(before: Any, seat: int, card: int, after: Any) -> list[Event]:
    """LT.5, LT.6: somebody has chosen; once everybody has, the cards go round, and after the dark ones play begins."""
    light = before.phase == choices.PASSING_LIGHT
    clause = "LT.5" if light else "LT.6"
    chosen = {"card": CARDS[card]}
    events = [Event("chose_light" if light else "chose_dark", clause, {"seat": seat}, chosen, (seat,))]
    if after.phase == before.phase:
        return events
    for giver in range(after.seats):
        target = (giver + (1 if light else -1)) % int(after.seats)
        both, card_passed = {"seat": giver, "target": target}, {"card": last_of(after, target)}
        code_readers = (giver, target)
        events.append(Event("passed_light" if light else "passed_dark", clause, both, card_passed, code_readers))
    return events if light else [*events, turn_begins(after)]


# --- A card is played ----------------------------------------------------------------------------


def played(before: Any, seat: int, card: int, after: Any) -> list[Event]:
    """LT.7: the card, and what it does without a further question."""
    events = [Event("played", "LT.7", {"seat": seat, "card": CARDS[card]})]
    if victim_of(before, after) == seat:
        by = threatener(before, seat, card)
        return events + eliminated(before, after, by, top_card(before, by), card)
    asks = after.turns == before.turns
    return events + at_once(before, seat, card, after, asks=asks)


def at_once(before: Any, seat: int, card: int, after: Any, *, asks: bool) -> list[Event]:
    """LT.9: an instruction that asks nothing, or that cannot be carried out."""
    deed, name = court.DEED[card], {"seat": seat, "card": CARDS[card]}
    if deed == court.THREATEN:
        (victim,) = [CARDS[one] for one in range(1, court.LAST + 1) if court.VICTIMS[card] >> one & 1]
        return [Event("threatens", "LT.12", name | {"victim": victim})]
    if deed == court.SCHEME:
        return [schemed(seat, after)]
    if asks:
        return []
    if deed == court.STRIKE:
        return struck(before, seat, after) or [Event("nobody_there", "LT.10", name)]
    if deed == court.HEAL:
        return healed(before, seat, after) or [Event("nobody_to_heal", "LT.9", name)]
    if deed == court.BLESS:
        return blessed(before, seat, after) or [Event("no_token", "LT.21", name)]
    if deed in (court.TRADE, court.EXCHANGE):
        return [Event("no_swap", "LT.16" if deed == court.TRADE else "LT.17", name)]
    return [Event("no_look", "LT.17", name)] if deed == court.LOOK else []


def schemed(seat: int, after: Any) -> Event:
    """LT.15: whose card the schemer changed places with."""
    for other in range(after.seats):
        if other != seat and top_card(after, other) == court.SCHEMER:
            card = CARDS[top_card(after, seat)]
            return Event("schemed", "LT.15", {"seat": seat, "target": other, "card": card})
    return Event("schemer_stays", "LT.15", {"seat": seat})


def struck(before: Any, seat: int, after: Any) -> list[Event]:
    """LT.10: the victim of a murderer, if there is one."""
    victim = victim_of(before, after)
    if victim == NOBODY:
        return []
    return eliminated(before, after, seat, top_card(after, seat), top_card(after, victim))


def healed(before: Any, seat: int, after: Any) -> list[Event]:
    """LT.9: the card that was turned up, if there is one."""
    up = int(before.down) & ~int(after.down)
    found = [CARDS[after.pile[at]] for at in range(len(after.pile)) if up >> at & 1]
    return [Event("healed", "LT.9", {"seat": seat, "card": card}) for card in found]


def blessed(before: Any, seat: int, after: Any) -> list[Event]:
    """LT.9: the saint's token, if there was one left."""
    for was, now in zip(before.chapel, after.chapel, strict=True):
        if was == 0 and 0 < now <= len(COLOURS):
            return [Event("chapel_token", "LT.9", {"seat": seat, "colour": COLOURS[now - 1]})]
    return []


# --- A question is answered ----------------------------------------------------------------------


def answered(before: Any, seat: int, verb: int, what: int, after: Any) -> list[Event]:
    """What somebody chose, and what it brought about."""
    card = top_card(before, int(before.turn))
    if verb == choices.DECLINE:
        return [declined(seat, card)]
    if verb == choices.STRIKE:
        return struck(before, seat, after)
    if verb == choices.HEAL:
        return healed(before, seat, after)
    if verb == choices.BLESS:
        return blessed(before, seat, after)
    if verb == choices.RANK:
        return [Event("rank", "LT.19", {"seat": seat, "rank": what})]
    if verb in (choices.LOOK, choices.GAZE):
        return [looked(seat, verb, what, after)]
    if verb == choices.NAME:
        return named(before, seat, card, what)
    return swapping(before, seat, verb, what, after)


def declined(seat: int, card: int) -> Event:
    """LT.9: "may" is not "must"."""
    return Event("declined", "LT.9", {"seat": seat, "card": CARDS[card]})


def looked(seat: int, verb: int, what: int, after: Any) -> Event:
    """LT.17: the witch sees a hand, by rank.  LT.9: the clairvoyant looks at the middle."""
    if verb == choices.LOOK:
        cards = {"cards": [CARDS[card] for card in sorted(int(after.card[slot]) for slot in hand(after, what))]}
        return Event("looked", "LT.17", {"seat": seat, "target": what}, cards, (seat,))
    cards = {"cards": [CARDS[after.card[slot]] for slot in words.MIDDLE]}
    return Event("gazed", "LT.9", {"seat": seat}, cards, (seat,))


def named(before: Any, seat: int, card: int, what: int) -> list[Event]:
    """LT.12: the executioner's threat.  LT.18: the inquisitor's question."""
    if card == court.EXECUTIONER:
        return [Event("threatens", "LT.12", {"seat": seat, "card": CARDS[card], "victim": CARDS[what]})]
    asked = Event("inquired", "LT.18", {"seat": seat, "card": CARDS[what]})
    for other in range(before.seats):
        if other != seat and what in [int(before.card[slot]) for slot in hand(before, other)]:
            return [asked, Event("showed", "LT.18", {"seat": other, "card": CARDS[what]})]
    return [asked, Event("nobody_showed", "LT.18", {"seat": seat, "card": CARDS[what]})]


def swapping(before: Any, seat: int, verb: int, what: int, after: Any) -> list[Event]:
    """LT.16-18: a card is offered, and sooner or later another one comes for it."""
    turn, card = int(before.turn), top_card(before, int(before.turn))
    if verb == choices.MIDDLE:
        cards = {"gave": CARDS[after.card[court.MIDDLE + what]], "got": last_of(after, seat)}
        public = {"seat": seat, "back": BACKS[what // 2], "place": what + 1}
        return [Event("exchanged", "LT.17", public, cards, (seat,))]
    events = []
    if verb == choices.OFFER:
        clause = {court.INQUISITOR: "LT.18"}.get(card, "LT.16" if court.DEED[card] == court.TRADE else "LT.17")
        public = {"seat": seat, "back": BACKS[court.BACKS[what]]}
        events.append(Event("offered", clause, public, {"card": CARDS[what]}, (seat,)))
    partner = int(after.partner)
    if card == court.INQUISITOR:
        public = {"seat": seat, "target": partner, "card": last_of(after, seat)}
        events.append(Event("took_shown", "LT.18", public, {"gave": last_of(after, partner)}, (seat, partner)))
    elif after.phase == choices.RETURNING:
        events.append(Event("asked", "LT.16", {"seat": turn, "target": partner, "back": offered_back(after)}))
    elif after.phase not in (choices.CHOOSING_PARTNER, choices.CHOOSING_MIDDLE):
        cards = {"gave": last_of(after, partner), "got": last_of(after, turn)}
        both = {"seat": turn, "target": partner}
        events.append(Event("traded", "LT.16", both, cards, (seat, partner if seat == turn else turn)))
    return events


def offered_back(s: Any) -> str:
    """The back of the card that lies before the courtesan's partner."""
    return BACKS[words.back(s, court.OFFERED + int(s.turn))]


# --- Elimination ---------------------------------------------------------------------------------


def threatener(before: Any, seat: int, card: int) -> int:
    """LT.12: whose card struck the one just played: the nearest clockwise that threatens it."""
    for step in range(1, int(before.seats)):
        other = (seat + step) % int(before.seats)
        if not before.height[other] or int(before.down) >> (ROUNDS * other + int(before.height[other]) - 1) & 1:
            continue
        top = top_card(before, other)
        threatened = court.VICTIMS[top] if court.DEED[top] == court.THREATEN else 0
        if threatened >> card & 1 or (top == court.EXECUTIONER and before.named == card):
            return other
    raise AssertionError("a card that was struck was threatened")


def victim_of(before: Any, after: Any) -> int:
    """Whose pile was turned, if any was."""
    turned = int(after.down) & ~int(before.down)
    return next((at // ROUNDS for at in range(len(after.pile)) if turned >> at & 1), NOBODY)


def eliminated(before: Any, after: Any, by: int, murderer: int, victim: int) -> list[Event]:
    """LT.10, LT.12: one card strikes another.  LT.11: the pile turns.  LT.13: a point, if there is one (LT.1)."""
    target = victim_of(before, after)
    at_once = court.DEED[murderer] == court.STRIKE
    public = {"seat": by, "card": CARDS[murderer], "target": target, "victim": CARDS[victim]}
    events = [Event("eliminated", "LT.10" if at_once else "LT.12", public)]
    turned = int(after.down) & ~int(before.down)
    cards = [CARDS[after.pile[at]] for at in range(len(after.pile)) if turned >> at & 1]
    if len(cards) > 1:
        events.append(Event("turned", "LT.11", {"seat": by, "target": target, "cards": cards}))
    if not before.eliminations:
        return [*events, Event("no_point", "LT.1", {"seat": by})]
    return [*events, Event("point", "LT.13", {"seat": by, "points": int(after.points[by])})]


# --- Ends ----------------------------------------------------------------------------------------


def turn_ended(before: Any, after: Any) -> list[Event]:
    """LT.8: after each round the start-player card may move on."""
    if after.turns % after.seats:
        return []
    first = int(after.first)
    moved = Event("start_card", "LT.8", {"seat": first, "card": CARDS[top_card(after, first)]})
    if after.turns < ROUNDS * after.seats:
        return [moved, turn_begins(after)]
    return [moved, *collected(before, after, 0)]


def turn_begins(after: Any) -> Event:
    """LT.7: a round, and who plays first."""
    return Event("round", "LT.7", {"round": int(after.turns) // int(after.seats) + 1, "seat": int(after.first)})


def collected(before: Any, after: Any, done: int) -> list[Event]:
    """LT.20: what everybody takes who had not yet, up to a knight who is asked."""
    asked = after.phase == choices.COLLECTING
    until = int(after.collected)
    events = []
    for at in range(done, until):
        events += influence(before, after, (int(after.first) + at) % int(after.seats))
    return events if asked else events + chapter_ended(before, after)


def influence(before: Any, after: Any, seat: int) -> list[Event]:
    """LT.20: the tokens a seat takes, and those it should have had."""
    was, now, due = words.tokens(before, seat), words.tokens(after, seat), crests(after, seat)
    took = {colour: now[colour] - was[colour] for colour in COLOURS}
    lacked = [colour for colour in COLOURS if took[colour] < due[colour]]
    if any(took.values()):
        events = [Event("influence", "LT.20", {"seat": seat, **took})]
    else:
        events = [Event("no_influence", "LT.20", {"seat": seat})]
    return [*events, *([Event("lacking", "LT.20", {"seat": seat, "colours": lacked})] if lacked else [])]


def crests(s: Any, seat: int) -> dict[str, int]:
    """What the open cards of a pile bring, by colour."""
    places = range(ROUNDS * seat, ROUNDS * (seat + 1))
    up = [int(s.pile[at]) for at in places if not int(s.down) >> at & 1]
    return {colour: int(sum(court.CRESTS[card][at] for card in up)) for at, colour in enumerate(COLOURS)}


def chapter_ended(before: Any, after: Any) -> list[Event]:
    """LT.21: a point for the chapel, where the saint was not played; and after the last chapter the count."""
    events = []
    if court.SAINT not in map(int, after.pile):
        seat = int(after.first)
        if after.eliminations < eliminations_left(before, after):
            events.append(Event("chapel_point", "LT.21", {"seat": seat}))
        else:
            events.append(Event("no_chapel_point", "LT.1", {"seat": seat}))
    return events + (match_ended(after) if after.over else [])


def eliminations_left(before: Any, after: Any) -> int:
    """How many points the supply still had after those that were earned in this step."""
    return int(before.eliminations) - int(sum(after.points) - sum(before.points))


def match_ended(after: Any) -> list[Event]:
    """LT.23: what everything is worth.  LT.24: who has most."""
    worth = {colour: left(after, at) for at, colour in enumerate(COLOURS)}
    events = [Event("values", "LT.23", worth)]
    totals = []
    for seat in range(after.seats):
        points = sum(number * worth[colour] for colour, number in words.tokens(after, seat).items())
        totals.append(points + int(after.points[seat]))
        sums = {"influence": points, "eliminations": int(after.points[seat]), "total": totals[seat]}
        events.append(Event("counted", "LT.23", {"seat": seat, **sums}))
    best = [seat for seat, number in enumerate(totals) if number == max(totals)]
    if len(best) == 1:
        return [*events, Event("won", "LT.24", {"seat": best[0], "total": max(totals)})]
    holder = int(after.first)
    winner = min(best, key=lambda seat: (seat - holder) % int(after.seats))
    return [*events, Event("won_tied", "LT.24", {"seats": best, "seat": winner, "holder": holder})]


# --- Words used above ----------------------------------------------------------------------------


def last_of(s: Any, seat: int) -> str:
    """The card that came into a hand last."""
    return CARDS[int(s.card[hand(s, seat)[-1]])]


def left(s: Any, colour: int) -> int:
    """LT.23: how many tokens of a colour lie in the supply and in the chapel."""
    return int(s.supply[colour]) + sum(int(what) == colour + 1 for what in s.chapel)
