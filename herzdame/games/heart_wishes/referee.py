"""An independent referee for open Heart Wishes transcripts.

Written from the pages about transcripts and from the rulebook alone.
It shares no code with the program it judges. Of a transcript it trusts only the actions and
what chance did - the field drawn, the order of the cards after a deal or a shuffle, the dice. Everything else it
works out again and compares.
"""

import copy
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

COLOURS = ["yellow", "blue", "green", "red", "black"]
GROUNDS = ["checkered", "stone", "wood", "cloud", "meadow", "water"]
RING = [f"{colour}-{ground}" for ground in GROUNDS for colour in COLOURS]
PLACE = {wish: at for at, wish in enumerate(RING)}
FACES = [*COLOURS, "white"]
CLAUSES = {"most_stones": "HW.18", "most_wishes": "HW.18", "shared": "HW.18", "turn_limit": "HW.21"}
LIMIT = 600
HEADER = ["format", "version", "game", "rules", "seats", "options", "players", "view", "chance", "commitment"]
OPTIONS = ["stones", "children", "open_hands", "field", "starter", "ages"]

State = dict[str, Any]
Log = list[dict[str, Any]]
Rows = Iterator[tuple[int, Any]]
Spot = tuple[int, int | None]  # line and step


class Foul(Exception):
    """The first place where a transcript and the rules disagree."""

    def __init__(self, spot: Spot, what: str, expected: object, found: object) -> None:
        super().__init__(f"line {spot[0]}, step {spot[1]}: {what}: expected {expected!r}, found {found!r}")


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


class Table:
    """What the referee knows: the state as the pages describe it, and what was chosen in secret."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.chosen: dict[int, list[str]] = {}  # by seat: decided in this turn
        self.asked: list[int] = []
        self.shuffled: list[set[str]] = [set(RING)]  # what was in each pile, by the number of shuffles
        nothing: list[list[Any]] = [[] for _ in range(seats)]
        named = options["starter"] != "youngest"
        self.state: State = {
            "step": 0,
            "seats": seats,
            "acting": [],
            "over": None,
            "children": options["children"] == "yes",
            "open_hands": options["open_hands"] == "yes",
            "ages": [int(seat) for seat in options["ages"].split(",")],
            "first": int(options["starter"]) if named else None,
            "turn": 0,
            "on_turn": None,
            "phase": "dealing",
            "figure": None if options["field"] == "chance" else options["field"],
            "dice": [],
            "pips": None,
            "blood": [0] * seats,
            "supply": 0,
            "stones": [0] * seats,
            "small_heart": 0,
            "of_stones": int(options["stones"]),
            "hands": nothing,
            "since": copy.deepcopy(nothing),
            "decided": [None] * seats,
            "laid": copy.deepcopy(nothing),
            "bundles": copy.deepcopy(nothing),
            "draw_pile": [],
            "discard_pile": [],
            "shuffles": 0,
            "origins": [],
        }

    @property
    def size(self) -> int:
        """HW.3: a full hand."""
        return 4 if self.seats == 4 else 5

    def clockwise(self, start: int) -> list[int]:
        return [(start + step) % self.seats for step in range(self.seats)]

    def in_turn(self) -> list[int]:
        """All seats from the one on turn."""
        return self.clockwise(self.state["on_turn"])

    def reach(self) -> list[str]:
        """The figure's field, the one behind, the one ahead."""
        at = PLACE[self.state["figure"]]
        return [RING[at], RING[at - 1], RING[(at + 1) % len(RING)]]

    def open(self) -> set[str]:
        """The wishes that lie openly."""
        state = self.state
        return {wish for place in [state["discard_pile"], *state["laid"], *state["bundles"]] for wish in place}

    def refresh(self) -> None:
        """Work out what follows from the rest: who has decided what, and what the shuffles tell."""
        state, lying = self.state, self.open()
        order = self.reach() if state["figure"] else []
        state["decided"] = [
            [wish for wish in order if wish in self.chosen[seat]] if seat in self.chosen else None
            for seat in range(self.seats)
        ]
        numbers = {number for seat in state["since"] for number in seat}
        if state["draw_pile"]:
            numbers.add(state["shuffles"])
        state["origins"] = [
            {"since": number, "not": [wish for wish in RING if wish not in lying and not self.may_be(wish, number)]}
            for number in sorted(numbers)
            if state["phase"] != "dealing"
        ]

    def may_be(self, wish: str, number: int) -> bool:
        """HW.15: can a card drawn after so many shuffles, and still hidden, be this wish?"""
        return wish in self.shuffled[number] and not any(wish in later for later in self.shuffled[number + 1 :])


def tell(log: Log, code: str, clause: str, secret: Any = None, readers: Any = None, **params: Any) -> None:
    """Add an event; `params`, `secret` and `readers` are left out where there are none."""
    parts = {"code": code, "clause": clause, "params": params, "secret": secret, "readers": readers}
    log.append({key: part for key, part in parts.items() if part})


def tell_cards(table: Table, log: Log, code: str, clause: str, seat: int, cards: list[str]) -> None:
    """Cards that come into a hand: for its owner alone, or openly."""
    if table.state["open_hands"]:
        tell(log, f"{code}_open", "HW.19" if code == "dealt" else clause, seat=seat, cards=cards)
    else:
        tell(log, code, clause, {"cards": cards}, [seat], seat=seat, number=len(cards))


# ------------------------------------------------------------------------------------------------------------ Legal


def legal(table: Table, seat: int) -> list[str]:
    """The notations of what a seat can do now, sorted (HW.4-HW.9, HW.12)."""
    state = table.state
    if seat not in state["acting"]:
        return []
    if state["phase"] == "choosing":
        return ["hop", "rest", "throb"] if state["blood"][seat] == 0 else ["hop", "throb"]
    if state["phase"] == "dice":
        one, other = state["dice"]
        if one == other:
            return sorted([f"move {one}", "stay"])
        if "white" in (one, other):
            colour = other if one == "white" else one
            return sorted([f"fresh {colour}", *(f"leap {colour}-{ground}" for ground in GROUNDS)])
        return sorted([f"move {one}", f"move {other}"])
    return sorted(" ".join(words) for words in choices(table, seat))


def choices(table: Table, seat: int) -> Iterator[list[str]]:
    """What can be laid: the figure's wish or not, and no, one or both of the neighbours'."""
    here, behind, ahead = (wish if wish in table.state["hands"][seat] else None for wish in table.reach())
    frees = [[], ["lay", here]] if here else [[]]
    neighbours = [wish for wish in (behind, ahead) if wish]
    for free in frees:
        for paid in [[], *([wish] for wish in neighbours), neighbours]:
            if len(paid) <= table.state["blood"][seat] and (paid is not neighbours or len(paid) == 2):
                yield [*free, *(["pay", *paid] if paid else [])] or ["keep"]


# ----------------------------------------------------------------------------------------------------------- Chance


def fall(spot: Spot, table: Table, action: Any, found: State) -> Log:
    """A step of chance: what it did is taken from the transcript, and looked at."""
    state, log = table.state, Log()
    if state["figure"] is None:
        same(spot, "action", "place", action)
        holds(spot, found["figure"] in RING, "figure", "a field", found["figure"])
        state["figure"] = found["figure"]
        tell(log, "placed", "HW.3", field=state["figure"])
    elif state["phase"] == "dealing":
        same(spot, "action", "deal", action)
        deal(spot, table, log, found)
    elif state["phase"] == "hopping":
        same(spot, "action", "roll", action)
        roll_colours(spot, table, log, found)
    elif state["phase"] == "throbbing":
        same(spot, "action", "roll", action)
        holds(spot, found["pips"] in (1, 2, 3), "pips", "1, 2 or 3", found["pips"])
        state["dice"], state["pips"] = [], found["pips"]
        go(table, found["pips"])
        tell(log, "throbbed", "HW.8", seat=state["on_turn"], pips=state["pips"], field=state["figure"])
        begin_wishes(table, log)
    else:
        same(spot, "action", "shuffle", action)
        shuffle(spot, table, log, found)
    return log


def deal(spot: Spot, table: Table, log: Log, found: State) -> None:
    """HW.3: hands, heart-blood, stones, and the first turn."""
    state = table.state
    if state["first"] is None:
        state["first"] = state["ages"][0]
    lists = [*found["hands"], found["draw_pile"]]
    same(spot, "the thirty wishes", sorted(RING), sorted(wish for cards in lists for wish in cards))
    same(spot, "sizes of hands", [table.size] * table.seats, [len(cards) for cards in found["hands"]])
    state["hands"], state["draw_pile"] = copy.deepcopy(found["hands"]), list(found["draw_pile"])
    state["since"] = [[0] * table.size for _ in range(table.seats)]
    state["blood"], state["supply"] = [2] * table.seats, 16 - 2 * table.seats
    state["small_heart"] = state["of_stones"]
    fifteen = state["of_stones"] == 15
    tell(log, "stones", "HW.2" if fifteen else "HW.20", stones=state["of_stones"])
    tell(log, "began", "HW.3", field=state["figure"], blood=2)
    for seat in table.clockwise(state["first"]):
        tell_cards(table, log, "dealt", "HW.3", seat, list(state["hands"][seat]))
    begin_turn(table, state["first"])
    tell(log, "first_turn", "HW.3", seat=state["first"])


def roll_colours(spot: Spot, table: Table, log: Log, found: State) -> None:
    """HW.4: two colour dice; HW.6 and HW.19: where they leave no choice, it is done."""
    state = table.state
    dice = found["dice"]
    holds(spot, isinstance(dice, list) and len(dice) == 2 and set(dice) <= set(FACES), "dice", "two faces", dice)
    state["dice"], state["pips"] = list(dice), None
    tell(log, "rolled", "HW.4", seat=state["on_turn"], dice=list(dice))
    if dice == ["white", "white"]:
        take(table, log, "HW.6", 2)
        begin_wishes(table, log)
    elif state["children"] and "white" in dice:
        go_to(table, next(die for die in dice if die != "white"))
        tell(log, "freshened", "HW.19", seat=state["on_turn"], field=state["figure"])
        take(table, log, "HW.19", 1)
        begin_wishes(table, log)
    else:
        state["phase"], state["acting"] = "dice", [state["on_turn"]]


def shuffle(spot: Spot, table: Table, log: Log, found: State) -> None:
    """HW.15: the discard pile becomes the draw pile; what of it was drawn at once is seen in the hands."""
    state = table.state
    pile = [wish for seat in table.in_turn() for wish in found["hands"][seat] if wish in state["discard_pile"]]
    pile += found["draw_pile"]
    same(spot, "the shuffled pile", sorted(state["discard_pile"]), sorted(pile))
    tell(log, "shuffled", "HW.15", cards=len(pile))
    table.shuffled.append(set(pile))
    state["draw_pile"], state["discard_pile"] = pile, []
    state["shuffles"] += 1
    refill(table, log)


# ------------------------------------------------------------------------------------------------------------ Turns


def begin_turn(table: Table, seat: int) -> None:
    """HW.16, and HW.19: children roll at once."""
    state = table.state
    state["turn"] += 1
    state["on_turn"] = seat
    state["phase"] = "hopping" if state["children"] else "choosing"
    state["acting"] = [] if state["children"] else [seat]


def go(table: Table, steps: int) -> None:
    table.state["figure"] = RING[(PLACE[table.state["figure"]] + steps) % len(RING)]


def go_to(table: Table, colour: str) -> None:
    """HW.11: the next field of the colour, always ahead."""
    go(table, 1)
    while not table.state["figure"].startswith(colour):
        go(table, 1)


def take(table: Table, log: Log, clause: str, due: int) -> None:
    """HW.10: as much as there is."""
    state = table.state
    seat, number = state["on_turn"], min(due, state["supply"])
    state["blood"][seat] += number
    state["supply"] -= number
    if number:
        tell(log, "took", clause, seat=seat, blood=number)
    if number < due:
        tell(log, "supply_empty", "HW.10", seat=seat, missing=due - number)


def play(table: Table, seat: int, action: str) -> Log:
    """A legal action of a seat, and what follows from it."""
    log = Log()
    verb, *rest = action.split(" ")
    state = table.state
    if verb in ("keep", "lay", "pay"):
        decide(table, log, seat, [word for word in rest if word != "pay"])
        return log
    state["acting"] = []
    if verb in ("hop", "throb"):
        state["phase"] = f"{verb}ping" if verb == "hop" else "throbbing"
        tell(log, f"{verb}s", "HW.4" if verb == "hop" else "HW.8", seat=seat)
        return log
    if verb == "rest":
        tell(log, "rested", "HW.9", seat=seat)
        take(table, log, "HW.9", 1)
    elif verb == "stay":
        tell(log, "stayed", "HW.5", seat=seat)
        take(table, log, "HW.5", 1)
    elif verb == "leap":
        state["figure"] = rest[0]
        tell(log, "leapt", "HW.7", seat=seat, field=rest[0])
    elif verb == "fresh":
        go_to(table, rest[0])
        tell(log, "freshened", "HW.7", seat=seat, field=state["figure"])
        take(table, log, "HW.7", 1)
    else:
        double = state["dice"][0] == state["dice"][1]
        go_to(table, rest[0])
        tell(log, "moved", "HW.5" if double else "HW.4", seat=seat, field=state["figure"])
    begin_wishes(table, log)
    return log


# ----------------------------------------------------------------------------------------------------------- Wishes


def begin_wishes(table: Table, log: Log) -> None:
    """HW.12: who is asked."""
    state = table.state
    state["phase"] = "fulfilling"
    table.asked = [seat for seat in range(table.seats) if is_asked(table, seat)]
    state["acting"] = list(table.asked)
    if not table.asked:
        tell(log, "nobody_can", "HW.12")
        go_on(table, log)


def is_asked(table: Table, seat: int) -> bool:
    """Not those of whom all can tell that they have nothing to lay."""
    state = table.state
    within = table.reach() if state["blood"][seat] else table.reach()[:1]
    if state["open_hands"]:
        return any(wish in state["hands"][seat] for wish in within)
    return any(wish not in table.open() for wish in within)


def decide(table: Table, log: Log, seat: int, wishes: list[str]) -> None:
    """HW.12: hidden until the last one has decided."""
    state = table.state
    known = sorted(wishes, key=lambda wish: PLACE[wish])
    tell(log, "decided", "HW.12", {"wishes": known} if known else None, [seat] if known else None, seat=seat)
    table.chosen[seat] = wishes
    state["acting"].remove(seat)
    if not state["acting"]:
        reveal(table, log)


def reveal(table: Table, log: Log) -> None:
    """All wishes come into the open, then all stones."""
    state, chosen = table.state, table.chosen
    table.chosen = {}
    for seat in table.in_turn():
        laid = [wish for wish in table.reach() if wish in chosen.get(seat, [])]
        if not laid:
            continue
        blood = sum(wish != state["figure"] for wish in laid)
        state["blood"][seat] -= blood
        state["supply"] += blood
        for wish in laid:
            at = state["hands"][seat].index(wish)
            del state["hands"][seat][at], state["since"][seat][at]
            state["laid"][seat].append(wish)
        if blood:
            tell(log, "fulfilled_for_blood", "HW.12", seat=seat, wishes=laid, blood=blood)
        else:
            tell(log, "fulfilled", "HW.12", seat=seat, wishes=laid)
    if not any(chosen.values()):
        tell(log, "nobody_did", "HW.12")
    for seat in table.in_turn():
        if len(state["laid"][seat]) >= 3:
            stone(table, log, seat)
    go_on(table, log)


def stone(table: Table, log: Log, seat: int) -> None:
    """HW.14, HW.17: three wishes for a stone, or as one."""
    state = table.state
    three, state["laid"][seat] = state["laid"][seat][:3], state["laid"][seat][3:]
    state["stones"][seat] += 1
    if state["small_heart"]:
        state["small_heart"] -= 1
        state["discard_pile"] = sorted([*state["discard_pile"], *three], key=lambda wish: PLACE[wish])
        tell(log, "stone", "HW.14", seat=seat, wishes=three, stones=state["stones"][seat])
    else:
        state["bundles"][seat] = three
        tell(log, "bundle", "HW.17", seat=seat, wishes=three, stones=state["stones"][seat])


def go_on(table: Table, log: Log) -> None:
    """The end (HW.17, HW.21), or refilling."""
    state = table.state
    if state["small_heart"] == 0:
        tell(log, "last_stone", "HW.17")
        state["over"] = finish(table, log)
    elif state["turn"] == LIMIT:
        tell(log, "turn_limit", "HW.21", turns=LIMIT)
        finish(table, log)
        state["over"] = "turn_limit"
    else:
        refill(table, log)


def refill(table: Table, log: Log) -> None:
    """HW.13: each the whole hand in one go; HW.15: until the pile is used up."""
    state = table.state
    state["phase"], state["acting"] = "refilling", []
    for seat in table.in_turn():
        new = []
        while state["draw_pile"] and len(state["hands"][seat]) < table.size:
            new.append(state["draw_pile"].pop(0))
            state["hands"][seat].append(new[-1])
            state["since"][seat].append(state["shuffles"])
        if new:
            tell_cards(table, log, "refilled", "HW.13", seat, new)
        if not state["draw_pile"]:
            return
    begin_turn(table, (state["on_turn"] + 1) % table.seats)
    tell(log, "turn", "HW.16", seat=state["on_turn"], turn=state["turn"])


# -------------------------------------------------------------------------------------------------------------- End


def winners(table: Table) -> list[int]:
    """HW.18: most stones, then most wishes."""
    state = table.state
    merits = [(state["stones"][seat], len(state["laid"][seat])) for seat in range(table.seats)]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


def finish(table: Table, log: Log) -> str:
    """Tell who has won; what decided it."""
    state, best = table.state, winners(table)
    stones, wishes = state["stones"][best[0]], len(state["laid"][best[0]])
    if len(best) > 1:
        tell(log, "won_together", "HW.18", seats=best, stones=stones, wishes=wishes)
        return "shared"
    if state["stones"].count(stones) > 1:
        tell(log, "won_by_wishes", "HW.18", seat=best[0], stones=stones, wishes=wishes)
        return "most_wishes"
    tell(log, "won", "HW.18", seat=best[0], stones=stones)
    return "most_stones"


def result_of(table: Table) -> dict[str, Any]:
    """The result line of a finished match."""
    best, over = winners(table), table.state["over"]
    scores = [1 / len(best) if seat in best else 0.0 for seat in range(table.seats)]
    result = {"ending": over, "clause": CLAUSES[over], "winners": best, "scores": scores}
    return {"result": result, "steps": table.state["step"]}


# ----------------------------------------------------------------------------------------------------------- Views


def seen_by(state: State, seat: int | None) -> State:
    """The state as one seat (None: a spectator) may see it."""
    view = copy.deepcopy(state)
    view["draw_pile"] = ["?" for _ in state["draw_pile"]]
    for owner in range(state["seats"]):
        if owner != seat:
            if not state["open_hands"]:
                view["hands"][owner] = ["?" for _ in state["hands"][owner]]
            if state["decided"][owner] is not None:
                view["decided"][owner] = "?"
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
    table = open_table((line, None), header)
    while table.state["over"] is None:
        table.state["step"] += 1
        line, row = next(rows, (line + 1, None))
        judge_step((line, table.state["step"]), table, row)
    line, row = next(rows, (line + 1, None))
    same((line, table.state["step"]), "result", result_of(table), row)


def open_table(spot: Spot, header: Any) -> Table:
    """Check the header; the table before the first step."""
    keys(spot, "header", HEADER, header)
    for key, value in {"format": "herzdame transcript", "version": 1, "game": "heart_wishes", "view": "open"}.items():
        same(spot, key, value, header[key])
    seats, options, players = header["seats"], header["options"], header["players"]
    holds(spot, seats in (2, 3, 4), "seats", "2, 3 or 4", seats)
    holds(spot, len(players) in (0, seats), "players", "none, or one a seat", players)
    keys(spot, "options", OPTIONS, options)
    names = [str(seat) for seat in range(seats)]
    allowed = {
        "stones": [str(number) for number in range(3, 16)],
        "children": ["no", "yes"],
        "open_hands": ["no", "yes"],
        "field": ["chance", *RING],
        "starter": ["youngest", *names],
    }
    for option, values in allowed.items():
        holds(spot, options[option] in values, option, values, options[option])
    holds(spot, sorted(re.split(",", options["ages"])) == names, "ages", "each seat once", options["ages"])
    return Table(seats, options)


def judge_step(spot: Spot, table: Table, row: Any) -> None:
    """Play one step on our own table and compare everything with the line."""
    keys(spot, "step", ["step", "seat", "action", "events", "state"], row)
    keys(spot, "state", table.state, row["state"])
    same(spot, "step", table.state["step"], row["step"])
    acting = table.state["acting"]
    if acting:
        holds(spot, row["seat"] in acting, "seat", acting, row["seat"])
        possible = legal(table, row["seat"])
        holds(spot, row["action"] in possible, "action", possible, row["action"])
        log = play(table, row["seat"], row["action"])
    else:
        same(spot, "seat", "chance", row["seat"])
        log = fall(spot, table, row["action"], row["state"])
    table.refresh()
    same(spot, "events", log, row["events"])
    for key, value in table.state.items():
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
