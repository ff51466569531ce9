"""What the characters do when they are played (LT.9-19), and what they ask."""

from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import NOBODY
from herzdame.kernel.table import bit, first_of, show

from . import choices, court
from .chapter import colours_left, gain, into_chapel, was_played
from .court import (
    BACKS,
    DARK,
    DEED,
    EXECUTIONER,
    HAND,
    INQUISITOR,
    LAST,
    LIGHT,
    MIDDLE,
    NONE,
    OFFERED,
    OPTIONAL,
    SAINT,
    TRADE,
    VICTIMS,
    WITH_BACK,
    Kingdom,
    lowest_rank,
    open_top,
    place,
    rank_of,
    turn_card,
    wide,
)  # fmt: skip
from .hands import (
    back_at,
    close_gap,
    hand_cards,
    holders,
    move,
    receive,
    rule_out,
    show_hand,
    shown_slot,
    slip_out,
    slot_of,
    turn_up,
)  # fmt: skip


@compiled
def instruct(s: Kingdom, seat: int, card: int) -> tuple[int, int]:
    """LT.9: ask what the card wants to know.  What is impossible is not asked, nor what everybody can see."""
    s.phase = choices.QUESTION[DEED[card]]
    s.swapped = 0
    if DEED[card] == court.SCHEME:
        scheme(s, seat)
    options = 0
    if s.phase != choices.DONE:
        options = answers(s, seat)
    if options == 0:
        s.phase = choices.DONE
    elif choices.PUBLIC[s.phase] and options & (options - 1) == 0 and not OPTIONAL[card]:
        return choices.VERBS[s.phase], first_of(options)
    return choices.PLAY, card


@compiled_apart
def do(s: Kingdom, seat: int, verb: int, what: int) -> None:
    """Carry out the answer to what a card asked, but for swaps; nothing, where somebody declined."""
    if verb == choices.RANK:
        s.rank = what  # LT.19
        s.phase = choices.NAMING
    elif verb == choices.NAME:
        name(s, seat, what)
    else:
        do_at_once(s, seat, verb, what)
        s.phase = choices.DONE


@compiled
def do_at_once(s: Kingdom, seat: int, verb: int, what: int) -> None:
    """What needs no further answer."""
    if verb == choices.STRIKE:
        eliminate(s, seat, owner_of(s, what))  # LT.10
    elif verb == choices.HEAL:
        heal(s, seat, what)
    elif verb == choices.BLESS:
        s.supply[what] -= 1
        into_chapel(s, what)
    elif verb == choices.MIDDLE:
        exchange(s, seat, what)
    elif verb == choices.TAKE:
        gain(s, seat, what, wide(1))  # LT.20
    elif verb == choices.LOOK:
        show_hand(s, what, seat)  # LT.17
    elif verb == choices.GAZE:
        for slot in range(MIDDLE, MIDDLE + 4):
            show(s, slot, seat)


@compiled_apart
def answers(s: Kingdom, seat: int) -> int:
    """What is due can be answered with these: a mask of cards, or of seats, colours, places or ranks."""
    phase, mine = s.phase, hand_cards(s, seat)
    if phase == choices.PLAYING:
        return mine
    if phase == choices.PASSING_LIGHT:
        return mine & int(WITH_BACK[LIGHT])
    if phase == choices.PASSING_DARK:
        return mine & int(WITH_BACK[DARK])
    if phase == choices.OFFERING:
        return offers(s, seat)
    if phase == choices.RETURNING:
        return mine & int(WITH_BACK[back_at(s, OFFERED + s.turn)])
    if phase == choices.NAMING:
        return names(s)
    if phase == choices.STRIKING:
        return open_victims(s)
    if phase == choices.HEALING:
        return eliminated(s, seat)
    return other_answers(s, seat)


@compiled
def other_answers(s: Kingdom, seat: int) -> int:
    """Where no card is the answer."""
    phase = s.phase
    if phase == choices.CHOOSING_PARTNER:
        return holders(s, seat, back_at(s, OFFERED + seat))
    if phase == choices.LOOKING:
        return with_cards(s, seat)
    if phase == choices.CHOOSING_MIDDLE:
        return 0b11 << 2 * back_at(s, OFFERED + seat)
    if phase == choices.BLESSING or phase == choices.COLLECTING:
        return colours_left(s)
    return 0b11 if phase == choices.RANKING else 0b1


@compiled
def with_cards(s: Kingdom, but: int) -> int:
    """LT.17: the other seats that still hold cards."""
    found = 0
    for seat in range(wide(s.seats)):
        if seat != but and s.held[seat]:
            found |= bit(seat)
    return found


# --- Elimination ------------------------------------------------------------------------------------


@compiled_apart
def threatener(s: Kingdom, seat: int, card: int) -> int:
    """LT.12: who threatens the card that this seat plays, the nearest clockwise; nobody threatens the saint (LT.14)."""
    for step in range(1, wide(s.seats)):
        other = (seat + step) % s.seats
        top = open_top(s, other)
        if top == EXECUTIONER and card == s.named:
            return other
        if DEED[top] == court.THREATEN and VICTIMS[top] >> card & 1:
            return other
    return NOBODY


@compiled_apart
def eliminate(s: Kingdom, by: int, seat: int) -> None:
    """LT.11: the whole pile turns.  LT.13: one point for it, as long as there are any (LT.1)."""
    s.down |= (bit(s.height[seat]) - 1) << place(seat, 0)
    if s.eliminations:
        s.eliminations -= 1
        s.points[by] += 1


@compiled
def open_victims(s: Kingdom) -> int:
    """LT.10: whom the murderer just played can reach: open on top of a pile; on the own one he lies himself."""
    found = 0
    for seat in range(wide(s.seats)):
        found |= bit(open_top(s, seat))
    return found & int(VICTIMS[turn_card(s)])


@compiled
def owner_of(s: Kingdom, card: int) -> int:
    """On whose pile this card lies on top."""
    seat = 0
    while open_top(s, seat) != card:
        seat += 1
    return seat


# --- Quack and schemer ------------------------------------------------------------------------------


@compiled
def eliminated(s: Kingdom, seat: int) -> int:
    """The eliminated cards of the own pile, for the quack (LT.9)."""
    found = 0
    for at in range(place(seat, 0), place(seat, s.height[seat])):
        if s.down >> at & 1:
            found |= bit(s.pile[at])
    return found


@compiled
def heal(s: Kingdom, seat: int, card: int) -> None:
    """LT.9: the card, and only that, is turned up where it lies."""
    for at in range(place(seat, 0), place(seat, s.height[seat])):
        if s.pile[at] == card:
            s.down &= 0xFFFF ^ bit(at)


@compiled
def scheme(s: Kingdom, seat: int) -> None:
    """LT.15: change places with the highest open card; what lies below stays."""
    best = seat
    for other in range(wide(s.seats)):
        top = open_top(s, other)
        if top != NONE and rank_of(s, top) > rank_of(s, open_top(s, best)):
            best = other
    mine, theirs = place(seat, s.height[seat] - 1), place(best, s.height[best] - 1)
    s.pile[mine], s.pile[theirs] = s.pile[theirs], s.pile[mine]


# --- Swaps ------------------------------------------------------------------------------------------


@compiled_apart
def offers(s: Kingdom, seat: int) -> int:
    """LT.16: for the courtesan, what somebody else can give a card for; LT.17, LT.18: else any card in hand."""
    any_card = DEED[turn_card(s)] != TRADE
    mine = 0
    for slot in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        back = back_at(s, slot)
        if any_card or (not s.swapped >> back & 1 and holders(s, seat, back)):
            mine |= bit(s.card[slot])
    return mine


@compiled_apart
def swap_on(s: Kingdom, seat: int, verb: int, what: int) -> None:
    """LT.16-18: a card is offered, a partner chosen, a card returned, or the swap left."""
    card = NONE
    if verb == choices.OFFER:
        what = offer(s, seat, what)
        if what != NOBODY:
            card = ask_partner(s, what)
    elif verb == choices.PARTNER:
        card = ask_partner(s, what)
    elif verb == choices.RETURN:
        card = what
    else:  # LT.9: declined
        s.phase = choices.DONE
    if card != NONE:
        give_back(s, card)


@compiled
def offer(s: Kingdom, seat: int, card: int) -> int:
    """LT.16-18: a hand card is laid face down, to be swapped; returns the only possible partner, if there is one."""
    slip_out(s, seat, slot_of(s, seat, card), OFFERED + seat)
    if turn_card(s) == INQUISITOR:
        take_shown(s, seat)
        s.phase = choices.DONE
    elif DEED[turn_card(s)] == TRADE:
        s.swapped |= bit(BACKS[card])
        s.phase = choices.CHOOSING_PARTNER
        partners = holders(s, seat, wide(BACKS[card]))
        if partners & (partners - 1) == 0:
            return first_of(partners)
    else:
        s.phase = choices.CHOOSING_MIDDLE
    return NOBODY


@compiled_apart
def ask_partner(s: Kingdom, partner: int) -> int:
    """LT.16: the partner has to return a card with the same back, unseen; returns the only one, if it is."""
    s.partner = partner
    s.phase = choices.RETURNING
    options = hand_cards(s, partner) & int(WITH_BACK[back_at(s, OFFERED + s.turn)])
    if options & (options - 1):
        s.acting = bit(partner)
        return NONE
    return first_of(options)


@compiled
def give_back(s: Kingdom, card: int) -> None:
    """LT.16: both cards change hands, and a swap with the other back may follow."""
    turn = wide(s.turn)
    partner = wide(s.partner)
    slip_out(s, partner, slot_of(s, partner, card), OFFERED + partner)
    receive(s, turn, OFFERED + partner)
    receive(s, partner, OFFERED + turn)
    s.acting = bit(turn)
    s.phase = choices.OFFERING if offers(s, turn) else choices.DONE


@compiled
def exchange(s: Kingdom, seat: int, at: int) -> None:
    """LT.17: the middle card, unseen before, for the one offered, which nobody sees."""
    receive(s, seat, MIDDLE + at)
    move(s, OFFERED + seat, MIDDLE + at)


# --- Executioner and inquisitor ---------------------------------------------------------------------


@compiled
def names(s: Kingdom) -> int:
    """LT.12: the executioner names anybody of this game but the saint.  LT.18: the inquisitor anybody."""
    anybody = bit(LAST + 1) - bit(lowest_rank(s))
    return anybody if turn_card(s) == INQUISITOR else anybody ^ bit(SAINT)


@compiled
def name(s: Kingdom, seat: int, card: int) -> None:
    """LT.12: from now on the executioner threatens this card.  LT.18: or its holder has to show it."""
    if turn_card(s) == EXECUTIONER:
        s.named = card
        s.phase = choices.DONE
    else:
        inquire(s, seat, card)


@compiled
def inquire(s: Kingdom, seat: int, card: int) -> None:
    """LT.18: another player who holds the card shows it to all, and it may be swapped for a card in hand."""
    for other in range(wide(s.seats)):
        slot = slot_of(s, other, card)
        if other != seat and slot < HAND + 4 * other + s.held[other]:
            turn_up(s, other, slot)
            s.partner = other
            s.phase = choices.OFFERING
    if s.phase == choices.NAMING and not was_played(s, card):
        rule_out(s, seat, card)
    if s.phase == choices.NAMING or s.held[seat] == 0:
        s.phase = choices.DONE


@compiled
def take_shown(s: Kingdom, seat: int) -> None:
    """LT.18: the card shown for the one offered."""
    partner = wide(s.partner)
    slot = shown_slot(s, partner)
    receive(s, seat, slot)
    close_gap(s, partner, slot)
    receive(s, partner, OFFERED + seat)
