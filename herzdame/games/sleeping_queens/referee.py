"""An independent referee for open Sleeping Queens transcripts.

Written from the pages about transcripts and from the rulebook alone.
It shares no code with the program it judges. Of a transcript it trusts only the order of the cards after each deal
and each shuffle, who was drawn as dealer, and the actions; everything else it works out again and compares.
"""

import copy
import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

COPIES = {"king": 8, "jester": 5, "knight": 4, "potion": 4, "dragon": 3, "wand": 3} | {str(n): 4 for n in range(1, 11)}
RED = [card for card, copies in COPIES.items() for _ in range(copies)]
POINTS = {"heart": 20, "cat": 15, "dog": 15, "pancake": 15, "ladybug": 10, "moon": 10, "peacock": 10, "sunflower": 10}
POINTS |= {"cake": 5, "rainbow": 5, "rose": 5, "starfish": 5}
QUEENS = list(POINTS)
GOAL = {2: (5, 50), 3: (5, 50), 4: (4, 40), 5: (4, 40)}
KINDS = ["king", "jester", "knight", "potion", "dragon", "wand", "number"]
ENDINGS = {"enough_queens": "SQ.16", "enough_points": "SQ.16", "all_awake": "SQ.17", "no_end": "SQ.17"}
MOST_SHUFFLES = 100
HEADER = ["format", "version", "game", "rules", "seats", "options", "players", "view", "chance", "commitment"]

State = dict[str, Any]
Log = list[dict[str, Any]]
Rows = Iterator[tuple[int, Any]]
Spot = tuple[int, int | None]  # line and step


class Foul(Exception):
    """The first place where a transcript and the rules disagree."""

    def __init__(self, spot: Spot, what: str, expected: object, found: object) -> None:
        self.line, self.step, self.what, self.expected, self.found = *spot, what, expected, found
        super().__init__(f"line {self.line}, step {self.step}: {what}: expected {expected!r}, found {found!r}")


def holds(spot: Spot, truth: bool, what: str, expected: object, found: object) -> None:
    """Something must be true."""
    if not truth:
        raise Foul(spot, what, expected, found)


def same(spot: Spot, what: str, expected: object, found: object) -> None:
    """Two JSON values must be the same; 1, 1.0 and true are three values."""
    holds(spot, json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True), what, expected, found)


def keys(spot: Spot, what: str, expected: Iterable[str], found: Any) -> None:
    """A JSON object must have these keys and no others."""
    holds(spot, isinstance(found, dict), what, "an object", found)
    same(spot, f"keys of {what}", sorted(expected), sorted(found))


# ------------------------------------------------------------------------------------------------------- The table


def new_table(seats: int) -> State:
    """The table before anything happened. `homes` is our own note: who lies or lay at which place, and who was seen."""
    state: State = {"step": 0, "seats": seats, "acting": [], "over": None, "first": None, "turn": None, "round": 0}
    state |= {"phase": "deal", "weapon": None, "aim": None, "middle": [], "points": [0] * seats, "shuffles": 0}
    state |= {"draw_pile": [], "discard_pile": [], "homes": [], "seen": set()}
    return state | {key: [[] for _ in range(seats)] for key in ("courts", "hands", "known")}


def told(state: State) -> State:
    """What of our table stands in a transcript."""
    return {key: value for key, value in state.items() if key not in ("homes", "seen")}


def tell(log: Log, code: str, clause: str, secret: Any = None, readers: Any = None, **params: Any) -> None:
    """Add an event; `params`, `secret` and `readers` are left out where there are none."""
    parts = {"code": code, "clause": clause, "params": params, "secret": secret, "readers": readers}
    log.append({key: part for key, part in parts.items() if part})


def clockwise(state: State, start: int) -> list[int]:
    """All seats, clockwise from this one."""
    return [(start + offset) % state["seats"] for offset in range(state["seats"])]


def owner(state: State, queen: str) -> int:
    """Before whom a queen lies."""
    return next(seat for seat in range(state["seats"]) if queen in state["courts"][seat])


def kind(card: str) -> str:
    return "number" if card.isdecimal() else card


def sleeping(state: State) -> list[int]:
    """The places where somebody sleeps, counted from 1."""
    return [place for place, queen in enumerate(state["middle"], 1) if queen is not None]


# ---------------------------------------------------------------------------------------------------- What is legal


def victims(state: State, seat: int, weapon: str) -> list[str]:
    """SQ.8, SQ.9: awake queens of others; SQ.15: a knight does not bring cat and dog together."""
    others = [queen for other in range(state["seats"]) if other != seat for queen in state["courts"][other]]
    if weapon == "knight":
        others = [queen for queen in others if not quarrel(state["courts"][seat], queen)]
    return sorted(others, key=QUEENS.index)


def quarrel(court: list[str], queen: str) -> bool:
    """SQ.15: is it the cat beside the dog?"""
    return {"cat": "dog", "dog": "cat"}.get(queen) in court


def number_sets(hand: list[str]) -> list[str]:
    """SQ.7: one number, two equal ones, or some of which the largest is the sum of the others."""
    numbers = sorted(int(card) for card in hand if card.isdecimal())
    found = set()
    for many in range(1, len(numbers) + 1):
        for some in itertools.combinations(numbers, many):
            if many == 1 or (many == 2 and some[0] == some[1]) or (many > 2 and sum(some[:-1]) == some[-1]):
                found.add("discard " + " ".join(map(str, some)))
    return sorted(found)


def legal(state: State) -> list[str]:
    """The notations of the actions that are legal for the acting seat, sorted."""
    if not state["acting"]:
        return []
    seat, phase = state["acting"][0], state["phase"]
    hand = state["hands"][seat]
    if phase == "turn":
        return sorted(turn_choices(state, seat, hand))
    if phase == "aim":
        verb = "rob" if state["weapon"] == "knight" else "lull"
        return sorted(f"{verb} {queen}" for queen in victims(state, seat, state["weapon"]))
    if phase == "answer":
        defence = "dragon" if state["weapon"] == "knight" else "wand"
        return sorted(["let", *([defence] if defence in hand else [])])  # SQ.12, SQ.13
    places = [f"wake {place}" for place in sleeping(state)]
    return sorted([*places, "decline"] if phase == "may_wake" else places)


def turn_choices(state: State, seat: int, hand: list[str]) -> list[str]:
    """SQ.19: whatever can do something; SQ.10: else any card is discarded."""
    choices: list[str] = [card for card in ("king", "jester") if card in hand]
    choices += [card for card in ("knight", "potion") if card in hand and victims(state, seat, card)]
    choices += number_sets(hand)
    return choices or [f"discard {card}" for card in set(hand)]


# ---------------------------------------------------------------------------------------------- Cards and knowledge


def take(state: State, seat: int, card: str, who: Any) -> None:
    """A card comes behind the others of a hand."""
    state["hands"][seat].append(card)
    state["known"][seat].append({"seen": who, "witnessed": copy.copy(who), "not": []})


def lay(state: State, seat: int, card: str) -> None:
    """A card leaves a hand for the discard pile; TRANSCRIPT.md says which place becomes empty."""
    hand, known = state["hands"][seat], state["known"][seat]
    open_ones = [at for at, held in enumerate(hand) if held == card and known[at]["seen"] == "all"]
    if open_ones:
        empty = open_ones[0]
    else:
        hidden = [at for at, entry in enumerate(known) if entry["seen"] != "all"]
        allowed = [at for at in hidden if kind(card) not in known[at]["not"]]
        empty = max(allowed, key=lambda at: (len(known[at]["not"]), -at))
        real = max(at for at in hidden if hand[at] == card)
        hand[empty], hand[real] = hand[real], hand[empty]
    hand[empty], known[empty] = hand[-1], known[-1]
    hand.pop()
    known.pop()
    state["discard_pile"].append(card)


def draw_up(state: State, log: Log) -> None:
    """SQ.11: everybody up to five, the seat on turn first; SQ.12. Waits where the pile is empty; else the next turn."""
    state["phase"], state["acting"] = "refill", []
    for seat in clockwise(state, state["turn"]):
        drawn = []
        while len(state["hands"][seat]) < 5 and state["draw_pile"]:
            drawn.append(state["draw_pile"].pop(0))
            take(state, seat, drawn[-1], [seat])
        if drawn:
            tell(log, "drew", "SQ.11", {"cards": drawn}, [seat], seat=seat, number=len(drawn))
    if any(len(hand) < 5 for hand in state["hands"]):
        enough_is_enough(state, log)
    else:
        begin_turn(state, (state["turn"] + 1) % state["seats"])


def enough_is_enough(state: State, log: Log) -> None:
    """SQ.17: the pile would have to be renewed once too often."""
    if state["shuffles"] == MOST_SHUFFLES:
        state["over"] = "no_end"
        tell(log, "no_end", "SQ.17")
        most_points(state, log)


def begin_turn(state: State, seat: int) -> None:
    state["round"] += seat == state["first"]
    to_play(state, seat)


def to_play(state: State, seat: int) -> None:
    state.update(turn=seat, acting=[seat], phase="turn", weapon=None, aim=None)


# ---------------------------------------------------------------------------------------------------------- Chance


def fall(spot: Spot, state: State, starter: int | None, action: Any, found: Any) -> Log:
    """A step of chance: the dealer, the deal, or a new draw pile."""
    log: Log = []
    if state["phase"] in ("reveal", "refill"):
        same(spot, "action", "reshuffle", action)
        renew(spot, state, log, found)
    elif state["first"] is None and starter is None:
        same(spot, "action", "starter", action)
        first = found["first"]
        holds(spot, type(first) is int and first in range(state["seats"]), "state, first", "a seat", first)
        state["first"] = first
        tell(log, "starter", "SQ.3", dealer=(first - 1) % state["seats"], seat=first)
    else:
        same(spot, "action", "deal", action)
        state["first"] = starter if state["first"] is None else state["first"]
        deal(spot, state, log, found)
    return log


def deal(spot: Spot, state: State, log: Log, found: Any) -> None:
    """SQ.3, with the order of the cards as it is found."""
    same(spot, "queens", sorted(QUEENS), sorted(map(str, found["middle"])))
    sizes = [len(found["draw_pile"]), *map(len, found["hands"])]
    same(spot, "sizes of the piles", [67 - 5 * state["seats"], *[5] * state["seats"]], sizes)
    red = [card for cards in [found["draw_pile"], *found["hands"]] for card in cards]
    same(spot, "the red cards", sorted(RED), sorted(red))
    state["middle"], state["homes"] = list(found["middle"]), list(found["middle"])
    state["draw_pile"] = list(found["draw_pile"])
    tell(log, "laid_out", "SQ.3", number=12)
    for seat in range(state["seats"]):
        for card in found["hands"][seat]:
            take(state, seat, card, [seat])
        tell(log, "dealt", "SQ.3", {"cards": list(found["hands"][seat])}, [seat], seat=seat, number=5)
    tell(log, "begins", "SQ.3", seat=state["first"])
    begin_turn(state, state["first"])


def renew(spot: Spot, state: State, log: Log, found: Any) -> None:
    """SQ.11: the order of the new pile is found in what was drawn of it at once, and in what is left."""
    state["shuffles"] += 1
    cards = state["discard_pile"]
    tell(log, "reshuffled", "SQ.11", number=len(cards))
    state["discard_pile"] = []
    if state["phase"] == "reveal":
        at_once = found["discard_pile"] or found["hands"][state["turn"]][len(state["hands"][state["turn"]]) :]
    else:
        missing = [(seat, len(state["hands"][seat])) for seat in clockwise(state, state["turn"])]
        at_once = [card for seat, held in missing for card in found["hands"][seat][held:]]
    state["draw_pile"] = [*at_once, *found["draw_pile"]]
    same(spot, "the cards shuffled", sorted(cards), sorted(state["draw_pile"]))
    if state["phase"] == "reveal":
        turn_up(state, log)
    else:
        draw_up(state, log)


# ---------------------------------------------------------------------------------------------------------- A turn


def play(state: State, action: str) -> Log:
    """A legal action, and what follows without a choice."""
    log: Log = []
    seat = state["acting"][0]
    verb, *objects = action.split(" ")
    if verb == "discard":
        discard(state, log, seat, objects)
    elif verb == "wake":
        clause = {"wake": "SQ.4", "may_wake": "SQ.6", "wake_more": "SQ.14"}[state["phase"]]
        wake(state, log, seat, int(objects[0]), clause)
    elif verb == "decline":
        tell(log, "declined", "SQ.6", seat=seat)
        draw_up(state, log)
    elif verb in ("rob", "lull"):
        attack(state, log, objects[0])
    elif verb == "let":
        let(state, log, seat)
    elif state["phase"] == "answer":
        lay(state, seat, verb)
        tell(log, "defended", "SQ.12", seat=seat, card=verb, queen=state["aim"])
        draw_up(state, log)
    else:
        play_card(state, log, seat, verb)
    return log


def play_card(state: State, log: Log, seat: int, card: str) -> None:
    """A king, jester, knight or potion."""
    lay(state, seat, card)
    clause = {"king": "SQ.4", "jester": "SQ.5", "knight": "SQ.8", "potion": "SQ.9"}[card]
    tell(log, "played", clause, seat=seat, card=card)
    if card == "king":
        state["phase"] = "wake"
        if len(sleeping(state)) == 1:
            wake(state, log, seat, sleeping(state)[0], "SQ.4")
    elif card == "jester":
        turn_up(state, log)
    else:
        state.update(phase="aim", weapon=card)
        if len(victims(state, seat, card)) == 1:
            attack(state, log, victims(state, seat, card)[0])


def turn_up(state: State, log: Log) -> None:
    """SQ.5: the top card for all to see; SQ.6: a number is counted."""
    seat = state["turn"]
    if not state["draw_pile"]:
        state.update(phase="reveal", acting=[])
        enough_is_enough(state, log)
        return
    card = state["draw_pile"].pop(0)
    if not card.isdecimal():
        take(state, seat, card, "all")
        tell(log, "took", "SQ.5", seat=seat, card=card)
        to_play(state, seat)
        return
    state["discard_pile"].append(card)
    counted = clockwise(state, seat) * 10
    target = counted[int(card) - 1]
    tell(log, "counted", "SQ.6", seat=seat, card=card, target=target)
    state.update(phase="may_wake", acting=[target])


def discard(state: State, log: Log, seat: int, cards: list[str]) -> None:
    """SQ.7: numbers; SQ.10: a card where nothing can be played."""
    for card in cards:
        lay(state, seat, card)
    if not cards[0].isdecimal():
        tell(log, "discarded_useless", "SQ.10", seat=seat, card=cards[0])
        could = ["king", "jester", "number", *(card for card in ("knight", "potion") if victims(state, seat, card))]
        for entry in state["known"][seat]:
            entry["not"] = [name for name in KINDS if name in entry["not"] or name in could]
    elif len(cards) == 1:
        tell(log, "discarded", "SQ.7", seat=seat, card=cards[0])
    elif len(cards) == 2:
        tell(log, "discarded_pair", "SQ.7", seat=seat, cards=cards)
    else:
        added = " + ".join(cards[:-1]) + " = " + cards[-1]
        tell(log, "discarded_sum", "SQ.7", seat=seat, cards=cards, sum=added)
    draw_up(state, log)


# ---------------------------------------------------------------------------------------------------------- Queens


def wake(state: State, log: Log, seat: int, place: int, clause: str) -> None:
    """SQ.4, SQ.6: a queen is turned up; SQ.14: the rose wakes one more; SQ.15: cat and dog."""
    queen = state["homes"][place - 1]
    state["seen"].add(queen)
    if quarrel(state["courts"][seat], queen):
        other = {"cat": "dog", "dog": "cat"}[queen]
        tell(log, "quarrel", "SQ.15", seat=seat, place=place, queen=queen, other=other)
        draw_up(state, log)
        return
    state["middle"][place - 1] = None
    gains(state, seat, queen)
    tell(log, "woke", clause, seat=seat, place=place, queen=queen)
    if ended(state, log, seat):
        return
    if queen != "rose":
        draw_up(state, log)
        return
    tell(log, "one_more", "SQ.14", seat=seat)
    state.update(phase="wake_more", acting=[seat])
    if len(sleeping(state)) == 1:
        wake(state, log, seat, sleeping(state)[0], "SQ.14")


def gains(state: State, seat: int, queen: str) -> None:
    state["courts"][seat] = sorted([*state["courts"][seat], queen], key=QUEENS.index)
    count(state)


def count(state: State) -> None:
    state["points"] = [sum(POINTS[queen] for queen in court) for court in state["courts"]]


def attack(state: State, log: Log, queen: str) -> None:
    """SQ.8, SQ.9: somebody wants a queen; SQ.13: her owner is asked."""
    target = owner(state, queen)
    code, clause = ("robs", "SQ.8") if state["weapon"] == "knight" else ("lulls", "SQ.9")
    tell(log, code, clause, seat=state["turn"], queen=queen, target=target)
    tell(log, "asked", "SQ.13", seat=target)
    state.update(phase="answer", aim=queen, acting=[target])


def let(state: State, log: Log, seat: int) -> None:
    """SQ.8: she changes sides; SQ.9: she sleeps again where she came from."""
    queen = state["aim"]
    tell(log, "let", "SQ.13", seat=seat)
    state["courts"][seat].remove(queen)
    if state["weapon"] == "potion":
        place = state["homes"].index(queen) + 1
        state["middle"][place - 1] = queen
        count(state)
        tell(log, "lulled", "SQ.9", queen=queen, target=seat, place=place)
        draw_up(state, log)
        return
    gains(state, state["turn"], queen)
    tell(log, "robbed", "SQ.8", seat=state["turn"], queen=queen, target=seat)
    if not ended(state, log, state["turn"]):
        draw_up(state, log)


# ------------------------------------------------------------------------------------------------------------ Ends


def ended(state: State, log: Log, seat: int) -> bool:
    """SQ.16, then SQ.17, after each single queen."""
    number, points = len(state["courts"][seat]), state["points"][seat]
    queens_needed, points_needed = GOAL[state["seats"]]
    if number >= queens_needed:
        state["over"] = "enough_queens"
        tell(log, "won_queens", "SQ.16", seat=seat, number=number)
    elif points >= points_needed:
        state["over"] = "enough_points"
        tell(log, "won_points", "SQ.16", seat=seat, points=points)
    elif not sleeping(state):
        state["over"] = "all_awake"
        tell(log, "all_awake", "SQ.17")
        most_points(state, log)
    if state["over"]:
        state.update(acting=[], phase="refill")
    return bool(state["over"])


def richest(state: State) -> list[int]:
    return [seat for seat, points in enumerate(state["points"]) if points == max(state["points"])]


def most_points(state: State, log: Log) -> None:
    """SQ.17: shared, if several have as many."""
    best, points = richest(state), max(state["points"])
    if len(best) == 1:
        tell(log, "most_points", "SQ.17", seat=best[0], points=points)
    else:
        tell(log, "most_points_shared", "SQ.17", seats=best, points=points)


def result_of(state: State) -> dict[str, Any]:
    """The result line of a finished match."""
    winners = richest(state)
    if state["over"] == "enough_queens":
        winners = [seat for seat, court in enumerate(state["courts"]) if len(court) >= GOAL[state["seats"]][0]]
    scores = [1 / len(winners) if seat in winners else 0.0 for seat in range(state["seats"])]
    result = {"ending": state["over"], "clause": ENDINGS[state["over"]], "winners": winners, "scores": scores}
    return {"result": result, "steps": state["step"]}


# ----------------------------------------------------------------------------------------------------------- Views


def seen_by(state: State, seen: set[str], seat: int | None) -> State:
    """The state as one seat (None: a spectator) may see it; `seen` are the queens that were ever turned up."""
    view = copy.deepcopy(state)
    view["draw_pile"] = ["?" for _ in state["draw_pile"]]
    view["middle"] = [queen if queen is None or queen in seen else "?" for queen in state["middle"]]
    for hand, entries in zip(view["hands"], view["known"], strict=True):
        for place, entry in enumerate(entries):
            if entry["seen"] != "all" and seat not in entry["seen"]:
                hand[place] = "?"
    return view


def told_to(event: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The event as one seat (None: a spectator) may read it."""
    view = {key: copy.deepcopy(part) for key, part in event.items() if key not in ("secret", "readers")}
    if seat in event.get("readers", []):
        view["params"] = view.get("params", {}) | copy.deepcopy(event["secret"])
        view["seen"] = True
    return view


# --------------------------------------------------------------------------------------------------------- Judging


def judge(lines: Iterable[str]) -> int:
    """Judge every match of a file; the number of matches, or the first Foul."""
    rows = read(lines)
    matches = 0
    for line, header in rows:
        judge_match(line, header, rows)
        matches += 1
    holds((1, None), matches > 0, "file", "a match", "the end of the file")
    return matches


def read(lines: Iterable[str]) -> Rows:
    """The JSON values of a file with the numbers of their lines; empty lines are skipped."""
    for number, line in enumerate(lines, start=1):
        try:
            if line.strip():
                yield number, json.loads(line)
        except ValueError as error:
            raise Foul((number, None), "line", "JSON", str(error)) from error


def judge_match(line: int, header: Any, rows: Rows) -> None:
    """Judge one match: its header, its steps, its result."""
    state, starter = open_table((line, None), header)
    while state["over"] is None:
        state["step"] += 1
        line, row = next(rows, (line + 1, None))
        judge_step((line, state["step"]), state, starter, row)
    line, row = next(rows, (line + 1, None))
    holds((line, state["step"]), row is not None, "line", "the result", "the end of the file")
    same((line, state["step"]), "result", result_of(state), row)


def open_table(spot: Spot, header: Any) -> tuple[State, int | None]:
    """Check the header; the table before the first step, and the starter where one was named (SQ.3)."""
    keys(spot, "header", HEADER, header)
    expected = {"format": "herzdame transcript", "version": 1, "game": "sleeping_queens", "view": "open"}
    for key, value in expected.items():
        same(spot, key, value, header[key])
    seats, options, players, commitment = (header[key] for key in ("seats", "options", "players", "commitment"))
    holds(spot, type(header["rules"]) is int, "rules", "a number", header["rules"])
    holds(spot, type(seats) is int and seats in GOAL, "seats", "2 to 5", seats)
    holds(spot, isinstance(players, list) and len(players) in (0, seats), "players", "none, or one a seat", players)
    digest = commitment is None or re.fullmatch("[0-9a-f]{64}", str(commitment))
    holds(spot, bool(digest), "commitment", "a SHA-256 or null", commitment)
    keys(spot, "options", ["starter"], options)
    names = [str(seat) for seat in range(seats)]
    holds(spot, options["starter"] in ["chance", *names], "starter", ["chance", *names], options["starter"])
    return new_table(seats), None if options["starter"] == "chance" else int(options["starter"])


def judge_step(spot: Spot, state: State, starter: int | None, row: Any) -> None:
    """Play one step on our own table and compare everything with the line."""
    holds(spot, row is not None, "line", "a step", "the end of the file")
    keys(spot, "step", ["step", "seat", "action", "events", "state"], row)
    keys(spot, "state", told(state), row["state"])
    same(spot, "step", state["step"], row["step"])
    same(spot, "seat", state["acting"][0] if state["acting"] else "chance", row["seat"])
    if state["acting"]:
        holds(spot, row["action"] in legal(state), "action", legal(state), row["action"])
        log = play(state, row["action"])
    else:
        log = fall(spot, state, starter, row["action"], row["state"])
    holds(spot, isinstance(row["events"], list), "events", "a list", row["events"])
    for number, event in enumerate(log, start=1):
        holds(spot, number <= len(row["events"]), f"event {number}", event, "no more events")
        same(spot, f"event {number}", event, row["events"][number - 1])
    same(spot, "number of events", len(log), len(row["events"]))
    everything = Counter(
        card for cards in [state["draw_pile"], state["discard_pile"], *state["hands"]] for card in cards
    )
    holds(spot, not state["homes"] or everything == Counter(RED), "the red cards", COPIES, everything)
    for key, value in told(state).items():
        same(spot, f"state, {key}", value, row["state"][key])


def main(paths: list[str]) -> int:
    """Judge the files named on the command line."""
    matches = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as file:
            try:
                matches += judge(file)
            except Foul as foul:
                print(f"{path}: {foul}")
                return 1
    print(f"{matches} matches, no foul")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
