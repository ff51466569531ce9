"""Whole matches of every game that there is, over the socket and over plain HTTP."""

import contextlib
import json
from typing import Any

import msgspec
import pytest

from herzdame.client import Guest, Table
from herzdame.kernel import transcript
from herzdame.kernel.errors import Code
from herzdame.kernel.match import CHANCE
from herzdame.server import protocol as say
from tests.gallery import GAMES
from tests.server.conftest import Come

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_two_people_and_bots_play_a_whole_match_over_sockets(game: Any, come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    seats = game.seats[-1]
    at_annas = anna.open(game.id, seats)
    at_bens = ben.join(at_annas.id)
    for seat in range(2, seats):
        at_annas.do(say.PutBot(id=f"bot {seat}", seat=seat, level=("easy", "strong")[seat % 2]))
    at_annas.start()
    play_out([at_annas, at_bens])
    assert at_annas.now.result == at_bens.until(lambda table: table.over).now.result
    assert at_annas.now.result
    assert sum(at_annas.now.result.scores) == pytest.approx(1)
    assert numbers(at_annas) == numbers(at_bens) == list(range(1, at_annas.now.number + 1))
    assert steps(at_annas) == list(range(1, at_annas.now.step + 1))
    assert at_annas.now.sights[0].view == at_bens.now.sights[0].view  # after the end everybody sees everything
    check_the_deals(anna, at_annas)


def play_out(tables: list[Table]) -> None:
    """Each of these people does anything possible, in turn, until the match is over."""
    while not all(table.over for table in tables):
        for table in tables:
            can = table.to_act()
            if can:
                table.act(can[0].seat, can[0].choices[table.now.number % len(can[0].choices)].action)
            elif not table.over:
                with contextlib.suppress(TimeoutError):
                    table.receive(0.01)


def numbers(table: Table) -> list[int]:
    return [news.number for news in table.news]


def steps(table: Table) -> list[int]:
    return [step.step for news in table.news for step in news.steps]


def check_the_deals(guest: Guest, table: Table) -> None:
    """The seed fits the commitment of before, and the transcript follows from it."""
    proof = msgspec.convert(guest.ask("GET", f"/api/tables/{table.id}/proof"), say.Proof)
    assert proof.commitment == table.hello.commitment
    told = guest.ask("GET", f"/api/tables/{table.id}/transcript?view=open")
    (match,) = transcript.verify(told.splitlines())
    assert json.loads(told.splitlines()[0])["chance"]["table"] == proof.seed
    assert match.seeds.commitment == proof.commitment  # type: ignore[union-attr]
    assert len(match.steps) == table.now.step


@every_game
def test_a_script_plays_a_whole_match_over_plain_http(game: Any, come: Come) -> None:
    anna = come("Anna")
    opening = say.Opening(say.Settings(game.id, game.seats[0]), "Anna", ["normal"] * (game.seats[0] - 1), start=True)
    table = anna.ask("POST", "/api/tables", opening)["table"]
    known: list[say.News] = []
    done = 0
    while True:
        since = known[-1].number if known else 0
        hello = msgspec.convert(anna.ask("GET", f"/api/tables/{table}?since={since}"), say.Hello)
        known += hello.news
        if hello.now.phase == "over":
            break
        for choice in hello.now.sights[0].choices[:1]:
            act = say.Act(id=f"act {done + 1} {hello.now.step}", seat=0, action=choice.action, step=hello.now.step)
            answer = anna.http.post(f"/api/tables/{table}/commands", content=msgspec.json.encode(act)).json()
            done += answer["is"] == "accepted"
            assert answer["is"] == "accepted" or answer["code"] == Code.STALE  # a bot was faster: look again
    assert [news.number for news in known] == list(range(1, known[-1].number + 1))
    acted = [step for news in known for step in news.steps if step.seat == 0]
    assert len(acted) == done
    assert {step.seat for news in known for step in news.steps} == {CHANCE, *range(game.seats[0])}


@every_game
def test_bots_play_a_match_among_themselves_while_somebody_looks_on(game: Any, come: Come) -> None:
    anna = come("Anna")
    levels: list[say.Level] = [("gentle", "easy")[seat % 2] for seat in range(game.seats[0])]
    opening = say.Opening(say.Settings(game.id, game.seats[0]), None, levels, start=True)
    table = anna.look(anna.ask("POST", "/api/tables", opening)["table"])
    table.until(lambda table: table.over)
    assert table.seats == []
    assert {news.what for news in table.news} == {"put_bot", "start", "act"}
    assert {news.by for news in table.news if news.what == "act"} == {*range(game.seats[0])}
