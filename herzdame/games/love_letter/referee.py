"""An independent referee for open Love Letter transcripts.

Written from the pages about transcripts and from the rulebook alone.
It shares no code with the program it judges. Of a transcript it trusts only the order of the cards after each deal,
who was drawn as starter, and the actions; everything else it works out again and compares, value for value.
"""

import copy
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

NAMES = ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"]
VALUE = {name: value for value, name in enumerate(NAMES, start=1)}
COPIES = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2, "king": 1, "countess": 1, "princess": 1}
CLAUSE = dict(zip(NAMES, ["LL.17", "LL.16", "LL.15", "LL.14", "LL.13", "LL.12", "LL.11", "LL.10"], strict=True))
SIXTEEN = sorted(name for name in NAMES for _ in range(COPIES[name]))
GOAL = {"hearts": {2: 5, 3: 4, 4: 3}, "premium": {2: 7, 3: 5, 4: 4}}
ENDINGS = {"last_standing": "LL.18", "highest_card": "LL.19", "largest_sum": "LL.20", "tie": "LL.20"}
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


def new_table(seats: int, edition: str, ages: list[int]) -> State:
    """The table before anything happened."""
    common: State = {"step": 0, "seats": seats, "acting": [], "over": None}
    match = {"edition": edition, "ages": ages, "round": 0, "first": None, "tokens": [0] * seats}
    cards: State = {"draw_pile": [], "reserve": None, "open": []}
    return common | match | cards | cleared(seats)


def cleared(seats: int) -> State:
    """What lies at the seats before a deal."""
    lists: State = {key: [[] for _ in range(seats)] for key in ("hands", "known", "piles")}
    return lists | {"beside": [None] * seats, "out": [], "protected": []}


def tell(log: Log, code: str, clause: str, secret: Any = None, readers: Any = None, **params: Any) -> None:
    """Add an event; `params`, `secret` and `readers` are left out where there are none."""
    parts = {"code": code, "clause": clause, "params": params, "secret": secret, "readers": readers}
    log.append({key: part for key, part in parts.items() if part})


def still_in(state: State) -> list[int]:
    """The seats that are in the round."""
    return [seat for seat in range(state["seats"]) if seat not in state["out"]]


def youngest(state: State, seats: list[int]) -> int:
    """The youngest of some seats (LL.4)."""
    return next(int(seat) for seat in state["ages"] if seat in seats)


def legal(state: State) -> list[str]:
    """The notations of the actions that are legal for the acting seat, sorted (LL.6-LL.17)."""
    if not state["acting"]:
        return []
    seat = state["acting"][0]
    hand = set(state["hands"][seat])
    if "countess" in hand and ("king" in hand or "prince" in hand):
        return ["countess"]  # LL.11
    targets = [other for other in still_in(state) if other != seat and other not in state["protected"]]  # LL.8
    actions: list[str] = []
    for card in hand:
        if card == "prince":
            actions += [f"prince {target}" for target in [*targets, seat]]  # LL.13
        elif card in ("handmaid", "countess", "princess") or not targets:
            actions += [card]  # LL.9
        elif card == "guard":
            actions += [f"guard {target} {name}" for target in targets for name in NAMES[1:]]  # LL.17
        else:
            actions += [f"{card} {target}" for target in targets]
    return sorted(actions)


# ------------------------------------------------------------------------------------------ What is known of a card


def take(state: State, seat: int, card: str) -> None:
    """A card comes into a hand; only its holder knows it."""
    state["hands"][seat].append(card)
    state["known"][seat].append({"seen": [seat], "witnessed": [seat], "not": []})


def witness(state: State, holder: int, seats: list[int]) -> None:
    """These seats see the hand card of the holder, and everybody can tell that they did (LL.25)."""
    entry = state["known"][holder][0]
    for key in ("seen", "witnessed"):
        entry[key] = sorted({*entry[key], *seats})


def rule_out(state: State, holder: int, names: list[str]) -> None:
    """The hand card of the holder is none of these, as everybody can tell."""
    entry = state["known"][holder][0]
    entry["not"] = [name for name in NAMES if name in entry["not"] or name in names]


def lay(state: State, seat: int, card: str) -> None:
    """One of [kept, drawn] leaves the hand; what is known of the other follows (LL.11, LL.25)."""
    kept, drawn = state["hands"][seat]
    before = state["known"][seat][0]
    stays = kept if card == drawn else drawn
    state["hands"][seat], state["known"][seat] = [], []
    take(state, seat, stays)
    if card in before["not"]:  # everybody can tell that it was the card just drawn
        state["known"][seat] = [before]
    elif card == drawn and card != kept:  # who had seen the old card still knows it
        state["known"][seat][0]["seen"] = before["seen"]
    if card in ("king", "prince"):
        rule_out(state, seat, ["countess"])


# ---------------------------------------------------------------------------------------------------------- Chance


def draw_lots(spot: Spot, state: State, starter: int | None, action: Any, found: Any) -> Log:
    """A step of chance: who begins the match (LL.4), where nobody was named, else a deal (LL.2)."""
    log: Log = []
    if state["first"] is None and starter is None:
        same(spot, "action", "starter", action)
        first = found["first"]
        holds(spot, type(first) is int and first in range(state["seats"]), "state, first", "a seat", first)
        state["first"] = first
        tell(log, "starter", "LL.4", seat=first)
        return log
    same(spot, "action", "deal", action)
    if state["first"] is None:
        state["first"] = starter
    deal(state, log, deck_of(spot, state["seats"], state["first"], found))
    return log


def deck_of(spot: Spot, seats: int, first: int, found: Any) -> list[str]:
    """The trusted order after a deal: hands, first draw, draw pile, reserve, open cards; all must be there (LL.1-3)."""
    hands, pile, opened = found["hands"], found["draw_pile"], found["open"]
    lists = [pile, opened, *hands] if isinstance(hands, list) else [hands]
    holds(spot, all(isinstance(cards, list) for cards in lists), "cards dealt", "lists", lists)
    same(spot, "sizes of hands", [2 if seat == first else 1 for seat in range(seats)], [len(hand) for hand in hands])
    same(spot, "open cards", 3 if seats == 2 else 0, len(opened))
    deck: list[str] = [hand[0] for hand in hands] + [hands[first][1]] + pile + [found["reserve"]] + opened
    holds(spot, all(card in NAMES for card in deck), "cards dealt", NAMES, deck)
    same(spot, "the sixteen cards", SIXTEEN, sorted(deck))
    return deck


def deal(state: State, log: Log, deck: list[str]) -> None:
    """Begin a round (LL.5) with a deck in the order of `deck_of`."""
    seats = state["seats"]
    state.update(cleared(seats))
    state["round"] += 1
    tell(log, "round", "LL.4" if state["round"] == 1 else "LL.5", round=state["round"], seat=state["first"])
    for seat in range(seats):
        take(state, seat, deck[seat])
        tell(log, "dealt", "LL.2", {"card": deck[seat]}, [seat], seat=seat)
    end = 12 if seats == 2 else 15
    state["draw_pile"], state["reserve"], state["open"] = deck[seats:end], deck[end], deck[end + 1 :]
    tell(log, "reserve", "LL.2")
    if seats == 2:
        tell(log, "open_three", "LL.3", cards=state["open"])
    begin_turn(state, log, state["first"])


# ---------------------------------------------------------------------------------------------------------- A turn


def begin_turn(state: State, log: Log, seat: int) -> None:
    """Protection ends (LL.14), then the top card is drawn (LL.6)."""
    if seat in state["protected"]:
        state["protected"].remove(seat)
        if state["beside"][seat] is not None:
            state["piles"][seat].append(state["beside"][seat])
            state["beside"][seat] = None
        tell(log, "protection_ended", "LL.14", seat=seat)
    card = state["draw_pile"].pop(0)
    take(state, seat, card)
    tell(log, "drew", "LL.6", {"card": card}, [seat], seat=seat)
    state["acting"] = [seat]


def play(state: State, action: str) -> Log:
    """Play a legal action: a whole turn, and what follows from it (LL.6)."""
    log: Log = []
    seat = state["acting"][0]
    card, *aim = action.split(" ")
    lay(state, seat, card)
    at_once = state["edition"] == "premium" or card in ("countess", "princess")
    if at_once:
        state["piles"][seat].append(card)
    if aim:
        play_at(state, log, seat, card, int(aim[0]), aim[1:])
    else:
        play_alone(state, log, seat, card)
    if card == "handmaid" and not at_once:
        state["beside"][seat] = card  # LL.14
    elif not at_once:
        state["piles"][seat].append(card)
    end_turn(state, log, seat)
    return log


def play_alone(state: State, log: Log, seat: int, card: str) -> None:
    """A card is laid without aim: it never has one, or there is nobody to choose (LL.9)."""
    tell(log, "played", CLAUSE[card], seat=seat, card=card)
    if card == "princess":
        knock_out(state, log, seat, "LL.10")
    elif card == "handmaid":
        state["protected"] = sorted([*state["protected"], seat])
        tell(log, "protected", "LL.14", seat=seat)
    elif card != "countess":
        tell(log, "no_effect", "LL.9", seat=seat, card=card)


def play_at(state: State, log: Log, seat: int, card: str, target: int, guess: list[str]) -> None:
    """A card is aimed at a seat, and takes effect (LL.12-LL.17)."""
    if card == "guard":
        tell(log, "played_guess", "LL.17", seat=seat, card=card, target=target, guess=guess[0])
        right = state["hands"][target] == guess
        tell(log, "guessed_right" if right else "guessed_wrong", "LL.17", seat=seat, target=target)
        if right:
            knock_out(state, log, target, "LL.7")
        else:
            rule_out(state, target, guess)
        return
    tell(log, "played_at", CLAUSE[card], seat=seat, card=card, target=target)
    if card == "priest":
        witness(state, target, [seat])
        tell(log, "looked", "LL.16", {"card": state["hands"][target][0]}, [seat], seat=seat, target=target)
    elif card == "baron":
        compare(state, log, seat, target)
    elif card == "prince":
        discard(state, log, target)
    else:
        swap(state, log, seat, target)


def knock_out(state: State, log: Log, seat: int, clause: str) -> None:
    """A seat is out and lays the hand card (LL.7)."""
    card = lose_hand(state, seat)
    state["out"] = sorted([*state["out"], seat])
    tell(log, "out_laying", clause, seat=seat, card=card)


def lose_hand(state: State, seat: int) -> str:
    """The hand card goes openly onto the pile of its holder."""
    card = str(state["hands"][seat][0])
    state["hands"][seat], state["known"][seat] = [], []
    state["piles"][seat].append(card)
    return card


def compare(state: State, log: Log, seat: int, target: int) -> None:
    """The Baron: the lower card is out; equal: nothing (LL.15)."""
    both = [seat, target]
    mine, theirs = state["hands"][seat][0], state["hands"][target][0]
    tell(log, "compared", "LL.15", {"mine": mine, "theirs": theirs}, both, seat=seat, target=target)
    for holder in both:
        witness(state, holder, both)
    if mine == theirs:
        tell(log, "equal", "LL.15", seat=seat, target=target)
        for holder in both:
            rule_out(state, holder, [name for name in NAMES if COPIES[name] == 1])
        return
    loser, winner = (seat, target) if VALUE[mine] < VALUE[theirs] else (target, seat)
    knock_out(state, log, loser, "LL.7")
    rule_out(state, winner, NAMES[: min(VALUE[mine], VALUE[theirs])])


def discard(state: State, log: Log, target: int) -> None:
    """The Prince: the hand card is discarded; the Princess knocks out, else a new card is drawn (LL.10, LL.13)."""
    card = lose_hand(state, target)
    tell(log, "discarded", "LL.13", seat=target, card=card)
    if card == "princess":
        state["out"] = sorted([*state["out"], target])
        tell(log, "out", "LL.10", seat=target)
        return
    code = "drew_new" if state["draw_pile"] else "drew_reserve"
    if state["draw_pile"]:
        new = state["draw_pile"].pop(0)
    else:
        new, state["reserve"] = state["reserve"], None
    take(state, target, new)
    tell(log, code, "LL.13", {"card": new}, [target], seat=target)


def swap(state: State, log: Log, seat: int, target: int) -> None:
    """The King: two hands change places, with all that is known of them (LL.12)."""
    both = [seat, target]
    gave, got = state["hands"][seat][0], state["hands"][target][0]
    for key in ("hands", "known"):
        state[key][seat], state[key][target] = state[key][target], state[key][seat]
    for holder in both:
        witness(state, holder, both)
    tell(log, "swapped", "LL.12", {"gave": gave, "got": got}, both, seat=seat, target=target)


# ------------------------------------------------------------------------------------------------------------ Ends


def end_turn(state: State, log: Log, seat: int) -> None:
    """One left (LL.18), or no card left to draw (LL.19), or the next seat's turn (LL.6)."""
    state["acting"] = []
    left = still_in(state)
    if len(left) == 1:
        tell(log, "last_standing", "LL.18", seat=left[0])
        reward(state, log, left, "last_standing")
    elif not state["draw_pile"]:
        winners, ending = showdown(state, log, left)
        reward(state, log, winners, ending)
    else:
        begin_turn(state, log, min(left, key=lambda other: (other - seat - 1) % int(state["seats"])))


def showdown(state: State, log: Log, left: list[int]) -> tuple[list[int], str]:
    """All who are in reveal; the highest card wins (LL.19), ties by edition (LL.20)."""
    for seat in left:
        state["known"][seat][0].update(seen="all", witnessed="all")
        tell(log, "revealed", "LL.19", seat=seat, card=state["hands"][seat][0])
    card = max((state["hands"][seat][0] for seat in left), key=lambda name: VALUE[name])
    tied = [seat for seat in left if state["hands"][seat] == [card]]
    if len(tied) == 1:
        tell(log, "highest_card", "LL.19", seat=tied[0], card=card)
        return tied, "highest_card"
    if state["edition"] == "hearts":
        tell(log, "tie_shared", "LL.20", seats=tied, card=card)
        return tied, "tie"
    sums = [sum(VALUE[laid] for laid in state["piles"][seat]) for seat in tied]
    winners = [seat for seat, total in zip(tied, sums, strict=True) if total == max(sums)]
    alone = len(winners) == 1
    tell(log, "tie_by_sum" if alone else "tie_by_sum_shared", "LL.20", tied=tied, sums=sums, seats=winners)
    return winners, "largest_sum" if alone else "tie"


def reward(state: State, log: Log, winners: list[int], ending: str) -> None:
    """A token for every winner (LL.21); the youngest begins next (LL.5); the match may be over (LL.22, LL.23)."""
    for seat in winners:
        state["tokens"][seat] += 1
        tell(log, "token", "LL.21", seat=seat, tokens=state["tokens"][seat])
    state["first"] = youngest(state, winners)
    enough = having_enough(state)
    if not enough:
        return
    state["over"] = ending
    goal = GOAL[state["edition"]][state["seats"]]
    if len(enough) == 1:
        tell(log, "won", "LL.22", seat=enough[0], tokens=goal)
    elif state["edition"] == "hearts":
        tell(log, "won_youngest", "LL.23", seats=enough, seat=youngest(state, enough))
    else:
        tell(log, "won_together", "LL.23", seats=enough, tokens=goal)


def having_enough(state: State) -> list[int]:
    """The seats with enough hearts or tokens to win (LL.22)."""
    goal = GOAL[state["edition"]][state["seats"]]
    return [seat for seat, tokens in enumerate(state["tokens"]) if tokens >= goal]


def result_of(state: State) -> dict[str, Any]:
    """The result line of a finished match (LL.22, LL.23)."""
    winners = having_enough(state)
    if state["edition"] == "hearts":
        winners = [youngest(state, winners)]
    scores = [1 / len(winners) if seat in winners else 0.0 for seat in range(state["seats"])]
    result = {"ending": state["over"], "clause": ENDINGS[state["over"]], "winners": winners, "scores": scores}
    return {"result": result, "steps": state["step"]}


# ----------------------------------------------------------------------------------------------------------- Views


def seen_by(state: State, seat: int | None) -> State:
    """The state as one seat (None: a spectator) may see it."""
    view = copy.deepcopy(state)
    view["draw_pile"] = ["?" for _ in state["draw_pile"]]
    view["reserve"] = None if state["reserve"] is None else "?"
    for hand, entries in zip(view["hands"], view["known"], strict=True):
        for place, entry in enumerate(entries):
            if entry["seen"] == "all":
                continue
            if seat in entry["seen"]:
                entry["seen"] = sorted({*entry["witnessed"], seat})
            else:
                entry["seen"] = list(entry["witnessed"])
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
    """Check the header; the table before the first step, and the starter where one was named (LL.4)."""
    keys(spot, "header", HEADER, header)
    for key, value in {"format": "herzdame transcript", "version": 1, "game": "love_letter", "view": "open"}.items():
        same(spot, key, value, header[key])
    seats, options, players, commitment = (header[key] for key in ("seats", "options", "players", "commitment"))
    holds(spot, type(header["rules"]) is int, "rules", "a number", header["rules"])
    holds(spot, type(seats) is int and seats in (2, 3, 4), "seats", "2, 3 or 4", seats)
    holds(spot, isinstance(players, list) and len(players) in (0, seats), "players", "none, or one a seat", players)
    digest = commitment is None or re.fullmatch("[0-9a-f]{64}", str(commitment))
    holds(spot, bool(digest), "commitment", "a SHA-256 or null", commitment)
    keys(spot, "options", ["edition", "starter", "ages"], options)
    holds(spot, all(isinstance(value, str) for value in options.values()), "options", "texts", options)
    edition, starter, ages = options["edition"], options["starter"], options["ages"]
    names = [str(seat) for seat in range(seats)]
    order = ages.split(",") if re.search("[0-9]", ages) else names  # LL.4: seat order, where nothing else is said
    holds(spot, edition in GOAL, "edition", list(GOAL), edition)
    holds(spot, starter in ["chance", *names], "starter", ["chance", *names], starter)
    holds(spot, sorted(order) == names, "ages", "each seat once", ages)
    named = None if starter == "chance" else int(starter)
    return new_table(seats, edition, [int(seat) for seat in order]), named


def judge_step(spot: Spot, state: State, starter: int | None, row: Any) -> None:
    """Play one step on our own table and compare everything with the line."""
    holds(spot, row is not None, "line", "a step", "the end of the file")
    keys(spot, "step", ["step", "seat", "action", "events", "state"], row)
    keys(spot, "state", state, row["state"])
    same(spot, "step", state["step"], row["step"])
    same(spot, "seat", state["acting"][0] if state["acting"] else "chance", row["seat"])
    if state["acting"]:
        holds(spot, row["action"] in legal(state), "action", legal(state), row["action"])
        log = play(state, row["action"])
    else:
        log = draw_lots(spot, state, starter, row["action"], row["state"])
    holds(spot, isinstance(row["events"], list), "events", "a list", row["events"])
    for number, event in enumerate(log, start=1):
        holds(spot, number <= len(row["events"]), f"event {number}", event, "no more events")
        same(spot, f"event {number}", event, row["events"][number - 1])
    same(spot, "number of events", len(log), len(row["events"]))
    for key, value in state.items():
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
