"""Looking at matches again: one's own past while it goes on, everything after the end, and matches from elsewhere."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from herzdame.client import Guest, Table, new_id
from herzdame.kernel import transcript
from herzdame.kernel.errors import Code
from herzdame.kernel.match import Match
from herzdame.kernel.seeds import Fast
from herzdame.server import protocol as say
from herzdame.server.imports import LARGEST
from tests.gallery import GAMES
from tests.server.conftest import Come, Houses
from tests.server.serving import refusal
from tests.server.test_play import around, choose, pass_cards
from tests.server.test_tables import TOY, code, settled

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture
def anna(come: Come) -> Guest:
    return come("Anna")


@pytest.fixture
def ben(come: Come) -> Guest:
    return come("Ben")


@pytest.fixture
def clara(come: Come) -> Guest:
    return come("Clara")


def replay(guest: Guest, address: str, **asked: Any) -> say.Replay:
    """The whole replay, page after page."""
    found: say.Replay | None = None
    moments: list[say.Moment] = []
    while found is None or len(moments) < found.steps:
        query = "&".join(f"{name}={value}" for name, value in {**asked, "after": len(moments)}.items())
        found = msgspec.convert(guest.ask("GET", f"{address}/replay?{query}"), say.Replay)
        assert found.moments
        moments += found.moments
    return msgspec.structs.replace(found, moments=moments)


def finished(anna: Guest, ben: Guest) -> list[Table]:
    """A match that Ben and Anna have played to its end."""
    tables = around(anna, ben)
    pass_cards(tables)
    choose(tables[0], 0, "peek")
    tables[1].until(lambda table: table.over)
    return tables


# --- Tables --------------------------------------------------------------------------------------


def test_while_a_match_goes_on_a_seat_looks_back_with_its_own_eyes(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    address = f"/api/tables/{at_annas.id}"
    sights = [at_annas.now.sights[0]]
    choose(at_annas, 0, "pass high")
    settled(at_bens, at_annas.now.number)
    sights.append(at_annas.now.sights[0])
    mine = replay(anna, address, view=0)
    assert [moment.step.step for moment in mine.moments] == [1, 2]
    assert [moment.sight.view for moment in mine.moments] == [sight.view for sight in sights]
    assert mine.moments[1].step.action == "pass high"
    told = [step for news in at_annas.news for step in news.steps]
    assert [moment.step for moment in mine.moments] == told
    assert (mine.steps, mine.view, mine.result) == (2, "0", None)
    bens = replay(ben, address, view=1)
    assert bens.moments[1].step.action == "?"
    assert bens.moments[1].sight.view == at_bens.now.sights[0].view
    for guest, view in [(anna, "1"), (ben, "0"), (anna, "open"), (clara, "0"), (clara, "open")]:
        whole = f"{address}/replay?view={view}"
        assert code(lambda guest=guest, whole=whole: guest.ask("GET", whole)) == Code.NOT_ALLOWED  # type: ignore[misc]
    for_all = replay(clara, address)
    assert (for_all.view, for_all.moments[1].step.action, for_all.moments[1].sight.seat) == ("spectator", "?", None)
    assert for_all.moments[1].sight.view == clara.look(at_annas.id).now.sights[0].view


def test_after_the_end_every_view_can_be_looked_at_and_the_open_one(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, _ = finished(anna, ben)
    address = f"/api/tables/{at_annas.id}"
    views = {view: replay(clara, address, view=view) for view in ("open", "spectator", "0", "1")}
    assert {found.steps for found in views.values()} == {at_annas.now.step}
    assert all(found.result == at_annas.now.result for found in views.values())
    assert views["open"].moments[1].step.action == "pass low"
    assert views["1"].moments[1].step.action == "?"
    assert views["open"].moments[-1].sight.view == at_annas.now.sights[0].view
    dealt = {view: found.moments[0].sight.view["hands"] for view, found in views.items()}
    assert ["?" in hand for hand in dealt["0"]] == [False, True]
    assert ["?" in hand for hand in dealt["1"]] == [True, False]
    assert ["?" in hand for hand in dealt["spectator"]] == [True, True]
    assert ["?" in hand for hand in dealt["open"]] == [False, False]
    assert dealt["open"][0] == dealt["0"][0]


@every_game
def test_a_replay_tells_what_the_transcript_tells(game: Any, come: Come) -> None:
    anna = come("Anna")
    seats = game.seats[0]
    opening = say.Opening(say.Settings(game.id, seats), None, ["easy"] * seats, start=True)
    table = anna.look(anna.ask("POST", "/api/tables", opening)["table"]).until(lambda table: table.over)
    address = f"/api/tables/{table.id}"
    for view in ("open", "spectator", "0"):
        header, *steps, _ = map(json.loads, anna.ask("GET", f"{address}/transcript?view={view}").splitlines())
        found = replay(anna, address, view=view, most=7)
        assert [moment.sight.view for moment in found.moments] == [step["state"] for step in steps]
        assert [moment.step.action for moment in found.moments] == [step["action"] for step in steps]
        assert [moment.step.seat for moment in found.moments] == [step["seat"] for step in steps]
        assert (found.commitment, str(header["view"])) == (table.hello.commitment, view)


def test_a_link_to_a_step_is_a_page_that_begins_there(anna: Guest, ben: Guest) -> None:
    at_annas, _ = finished(anna, ben)
    address = f"/api/tables/{at_annas.id}/replay"
    page = msgspec.convert(anna.ask("GET", f"{address}?view=open&after=2&most=1"), say.Replay)
    assert [moment.step.step for moment in page.moments] == [3]
    beyond = msgspec.convert(anna.ask("GET", f"{address}?after=999"), say.Replay)
    assert (beyond.moments, beyond.steps) == ([], at_annas.now.step)
    for wrong in ("after=-1", "after=x", "most=0", "most=201"):
        assert code(lambda wrong=wrong: anna.ask("GET", f"{address}?{wrong}")) == Code.BAD_MESSAGE  # type: ignore[misc]
    assert code(lambda: anna.ask("GET", f"{address}?view=9")) == Code.BAD_VALUE


def test_before_the_match_there_is_nothing_to_look_back_at(anna: Guest) -> None:
    table = anna.open(TOY, 2)
    assert code(lambda: anna.ask("GET", f"/api/tables/{table.id}/replay")) == Code.WRONG_PHASE


def test_what_was_taken_back_is_in_no_replay(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    choose(at_annas, 0, "pass high")
    settled(at_bens, at_annas.do(say.AskUndo(id=new_id(), seat=0)))
    number = at_bens.do(say.AnswerUndo(id=new_id(), seat=1, agree=True))
    settled(at_annas, number)
    assert replay(anna, f"/api/tables/{at_annas.id}", view=0).steps == 1


# --- From elsewhere ------------------------------------------------------------------------------


def simulated(game: Any, number: int = 0) -> str:
    """The open transcript of a match that bots could have played on another machine."""
    match = Match(game, game.seats[0], {}, Fast(7, number), ["Clara", "Dora"])
    while not match.over:
        match.act(match.acting[0], match.actions(match.acting[0])[-1])
    return "".join(line + "\n" for line in transcript.lines(match))


def bring(guest: Guest, text: str | bytes) -> str:
    body = text.encode() if isinstance(text, str) else text
    answer = guest.http.post("/api/replays", content=body, headers={"content-type": "application/jsonl"})
    if answer.is_error:
        raise refusal_of(answer)
    return str(answer.json()["replay"])


def refusal_of(answer: Any) -> Exception:
    from herzdame.client import refused

    return refused(answer.content)


@every_game
def test_a_transcript_from_elsewhere_is_judged_and_can_be_looked_at(game: Any, houses: Houses, come: Come) -> None:
    house = houses()
    anna, ben = come("Anna", house), come("Ben", house)
    text = simulated(game)
    name = bring(anna, text)
    assert bring(ben, text) == name  # the same match has one link
    assert bring(ben, simulated(game, 1)) != name
    house.again()
    assert ben.ask("GET", f"/api/replays/{name}/transcript") == text
    page = msgspec.convert(ben.ask("GET", f"/api/replays/{name}?view=0&most=3"), say.Replay)
    lines = [json.loads(line) for line in ben.ask("GET", f"/api/replays/{name}/transcript?view=0").splitlines()]
    assert [moment.sight.view for moment in page.moments] == [line["state"] for line in lines[1:4]]
    assert page.players == ["Clara", "Dora"]
    assert page.result
    assert page.steps == lines[-1]["steps"]


def test_a_match_of_this_house_can_be_taken_to_another(anna: Guest, ben: Guest, houses: Houses, come: Come) -> None:
    at_annas, _ = finished(anna, ben)
    text = anna.ask("GET", f"/api/tables/{at_annas.id}/transcript?view=open")
    clara = come("Clara", houses())
    assert clara.ask("GET", f"/api/replays/{bring(clara, text)}/transcript") == text


def altered(text: str, line: int, old: str, new: str) -> str:
    lines = text.splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    return "".join(lines)


TEXT = simulated(next(game for game in GAMES if game.id == TOY))
FOREIGN: dict[str, tuple[str | bytes, Code]] = {
    "nothing": ("", Code.BAD_TRANSCRIPT),
    "no text": (b"\xff\xfe\x00", Code.BAD_TRANSCRIPT),
    "no JSON": ("hello\n", Code.BAD_TRANSCRIPT),
    "no header": ("{}\n", Code.BAD_TRANSCRIPT),
    "a list": ("[]\n", Code.BAD_TRANSCRIPT),
    "very deep": ('{"format":' + "[" * 100_000 + "\n", Code.BAD_TRANSCRIPT),
    "another game": (altered(TEXT, 0, TOY, "poker"), Code.UNKNOWN_GAME),
    "other rules": (altered(TEXT, 0, '"rules":1', '"rules":99'), Code.OTHER_VERSION),
    "no seats": (altered(TEXT, 0, '"seats":2', '"seats":-2'), Code.BAD_VALUE),
    "very many seats": (altered(TEXT, 0, '"seats":2', '"seats":99999999999999999999999'), Code.BAD_VALUE),
    "a seed below zero": (altered(TEXT, 0, '"run":7', '"run":-7'), Code.BAD_TRANSCRIPT),
    "another seed": (altered(TEXT, 0, '"run":7', '"run":8'), Code.DOES_NOT_FOLLOW),
    "another action": (altered(TEXT, 2, '"action":"pass', '"action":"keep'), Code.DOES_NOT_FOLLOW),
    "a huge number": (altered(TEXT, 2, '"step":2', '"step":' + "9" * 400), Code.DOES_NOT_FOLLOW),
    "too many names": (altered(TEXT, 0, '["Clara",', '["Clara","Emil",'), Code.BAD_TRANSCRIPT),
    "a long name": (altered(TEXT, 0, '"Clara"', f'"{"C" * 81}"'), Code.BAD_TRANSCRIPT),
    "cut short": ("".join(TEXT.splitlines(keepends=True)[:-1]), Code.CUT_SHORT),
    "two matches": (TEXT + TEXT, Code.BAD_TRANSCRIPT),
    "only a view": (altered(TEXT, 0, '{"stream":"splitmix64","run":7,"match":0}', "null"), Code.BAD_TRANSCRIPT),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_does_not_follow_is_refused_with_its_place(anna: Guest, name: str) -> None:
    text, why = FOREIGN[name]
    refused = refusal(lambda: bring(anna, text))
    assert refused.code == why
    assert 10 < len(str(refused)) <= 1000
    assert bring(anna, TEXT)  # and the next one is taken


def test_an_endless_transcript_is_not_read_to_its_end(anna: Guest) -> None:
    answer = anna.http.post("/api/replays", content=b" " * (LARGEST + 1))
    assert answer.status_code == 413
    assert answer.json()["code"] == Code.BAD_MESSAGE


def test_an_unknown_replay_is_unknown(anna: Guest, tmp_path: Path) -> None:
    for address in ("", "/transcript"):
        found = f"/api/replays/nothing{address}"
        assert code(lambda found=found: anna.ask("GET", found)) == Code.UNKNOWN_TABLE  # type: ignore[misc]
    stranger = Guest(anna.address, "Eve")
    stranger.http.cookies.clear()
    assert code(lambda: bring(stranger, TEXT)) == Code.NOT_ALLOWED
    stranger.close()
