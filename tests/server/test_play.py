"""During the match and after it: acting, talking, leaving and coming back, undoing, clocks, links, rematch."""

from typing import Any

import msgspec
import pytest

from herzdame.client import Guest, Table, new_id
from herzdame.kernel.errors import Code, Refused
from herzdame.server import protocol as say
from tests.server.conftest import Come, Houses
from tests.server.serving import refusal
from tests.server.test_tables import TOY, code, listed, settled


@pytest.fixture
def anna(come: Come) -> Guest:
    return come("Anna")


@pytest.fixture
def ben(come: Come) -> Guest:
    return come("Ben")


@pytest.fixture
def clara(come: Come) -> Guest:
    return come("Clara")


def around(host: Guest, *others: Guest, **settings: Any) -> list[Table]:
    """A match that has just begun between these, at one table."""
    tables = [host.open(TOY, 1 + len(others), {"lead": "0"}, **settings)]
    tables += [other.join(tables[0].id) for other in others]
    number = tables[0].start()
    return [settled(table, number) for table in tables]


def choose(table: Table, seat: int, action: str) -> int:
    return table.act(seat, action)


def pass_cards(tables: list[Table]) -> None:
    """Everybody makes the choice that all make at the same time."""
    for seat, table in enumerate(tables):
        number = choose(table, seat, "pass low")
    for table in tables:
        settled(table, number)


# --- Acting --------------------------------------------------------------------------------------


def test_acting_is_refused_with_what_would_be_right(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    assert code(lambda: choose(at_bens, 0, "pass low")) == Code.NOT_ALLOWED
    assert code(lambda: choose(at_bens, 2, "pass low")) == Code.BAD_VALUE
    assert code(lambda: choose(at_bens, 1, "juggle")) == Code.UNKNOWN_ACTION
    illegal = refusal(lambda: choose(at_bens, 1, "peek"))
    assert illegal.code == Code.ILLEGAL_ACTION
    assert "'pass low', 'pass high'" in str(illegal)
    assert code(lambda: at_annas.act(0, "pass low", step=0)) == Code.STALE
    at_annas.act(0, "pass low", step=at_annas.now.step)
    assert code(lambda: choose(at_annas, 0, "pass low")) == Code.NOT_ACTING
    settled(at_bens, choose(at_bens, 1, "pass low"))
    assert code(lambda: choose(at_bens, 1, "peek")) == Code.NOT_ACTING
    settled(at_annas, choose(at_annas, 0, "peek") - 1)
    assert code(lambda: choose(at_annas, 0, "peek")) == Code.WRONG_PHASE


def test_simultaneous_choices_are_made_in_any_order_and_stay_hidden(anna: Guest, ben: Guest, clara: Guest) -> None:
    tables = around(anna, ben, clara)
    assert all(table.now.acting == [0, 1, 2] for table in tables)
    assert all(table.to_act() for table in tables)
    number = choose(tables[2], 2, "pass high")
    for table in tables:
        settled(table, number)
        (step,) = table.news[-1].steps
        own = table is tables[2]
        assert (table.news[-1].by, step.seat) == (2, 2)
        assert step.action == table.news[-1].values["action"] == ("pass high" if own else "?")
        assert table.now.acting == [0, 1]
        assert bool(table.to_act()) != own
    choose(tables[0], 0, "pass low")
    number = choose(tables[1], 1, "pass low")
    for table in tables:
        settled(table, number)
        assert table.now.acting == [0]
        assert [step.seat for step in table.news[-1].steps] == [1, "chance"]


def test_a_hidden_choice_of_somebody_else_makes_ones_own_neither_late_nor_early(
    anna: Guest, ben: Guest, clara: Guest
) -> None:
    tables = around(anna, ben, clara)
    dealt = tables[0].now.step
    settled(tables[0], choose(tables[2], 2, "pass high"))
    assert tables[0].now.step == dealt + 1
    tables[0].act(0, "pass low", step=dealt)  # nothing that Anna could see has changed
    settled(tables[0], choose(tables[1], 1, "pass low"))
    assert code(lambda: tables[0].act(0, "peek", step=dealt)) == Code.STALE
    assert code(lambda: tables[0].act(0, "peek", step=tables[0].now.step + 1)) == Code.STALE
    tables[0].act(0, "peek", step=tables[0].now.step)


def test_one_device_sees_with_the_eyes_of_each_of_its_seats(anna: Guest) -> None:
    table = anna.open(TOY, 3)
    table.sit("Ben")
    table.sit("Clara")
    table.start()
    assert [sight.seat for sight in table.now.sights] == [0, 1, 2]
    hands = [sight.view["hands"] for sight in table.now.sights]
    for seat, hand in enumerate(hands):
        assert ["?" in cards for cards in hand] == [other != seat for other in range(3)]
    told = table.news[-1].steps[0].told
    assert [[event.seen for event in events] for events in told] == [
        [seat == own for seat in range(3)] for own in range(3)
    ]
    for seat in range(3):
        choose(table, seat, "pass low")
    assert table.now.phase == "playing"


def test_a_second_device_of_the_same_guest_sees_the_same(anna: Guest, ben: Guest) -> None:
    at_annas, _ = around(anna, ben)
    second = anna.look(at_annas.id)
    number = choose(second, 0, "pass high")
    settled(at_annas, number)
    assert at_annas.now == second.now
    assert at_annas.news == second.news


def test_a_command_is_carried_out_once_however_often_it_is_sent(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    act = say.Act(id="the same", seat=0, action="pass low")
    number = at_annas.do(act)
    assert at_annas.do(act) == number
    assert anna.ask("POST", f"/api/tables/{at_annas.id}/commands", act) == {
        "is": "accepted", "id": "the same", "number": number,
    }  # fmt: skip
    other = say.Act(id="the same", seat=0, action="pass high")
    assert code(lambda: at_annas.do(other)) == Code.BAD_VALUE
    at_bens.do(say.Act(id="the same", seat=1, action="pass high"))  # ids are one's own
    assert at_bens.now.number == number + 1


# --- Leaving and coming back ---------------------------------------------------------------------


def test_whoever_comes_back_is_told_exactly_what_was_missed(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    at_bens.close()
    known = at_bens.last
    number = choose(at_annas, 0, "pass low")
    number = at_annas.do(say.Say(id=new_id(), text="Where are you?"))
    settled(at_bens, number)
    assert [news.number for news in at_bens.hello.news] == list(range(known + 1, number + 1))
    assert [news.number for news in at_bens.news] == list(range(1, number + 1))
    same = msgspec.convert(ben.ask("GET", f"/api/tables/{at_bens.id}?since={known}"), say.Hello)
    assert same.news == at_bens.hello.news
    logged = msgspec.convert(ben.ask("GET", f"/api/tables/{at_bens.id}/log?after=1&upto=3"), list[say.News])
    assert logged == at_bens.news[1:3]


def test_it_is_told_who_is_here(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    at_annas.until(lambda table: table.here and table.here.seats == [True, True])
    looking_on = clara.look(at_annas.id)
    at_annas.until(lambda table: table.here and table.here.spectators == 1)
    looking_on.close()
    at_bens.close()
    at_annas.until(lambda table: table.here and (table.here.seats, table.here.spectators) == ([True, False], 0))


def test_a_bot_stands_in_for_whoever_is_away_and_gives_the_seat_back(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    stand_in = say.StandIn(id=new_id(), seat=1, level="easy")
    at_annas.until(lambda table: table.here and table.here.seats == [True, True])
    assert code(lambda: at_annas.do(stand_in)) == Code.NOT_ALLOWED  # Ben is here
    at_bens.close()
    at_annas.until(lambda table: table.here and table.here.seats == [True, False])
    assert code(lambda: clara.look(at_annas.id).do(stand_in)) == Code.NOT_ALLOWED
    at_annas.do(stand_in)
    assert at_annas.now.seats[1].standing_in
    at_annas.until(lambda table: table.now.acting == [0])
    assert code(lambda: at_annas.do(say.StandIn(id=new_id(), seat=1))) == Code.BAD_VALUE
    assert code(lambda: at_annas.do(say.TakeBack(id=new_id(), seat=1))) == Code.NOT_ALLOWED
    assert code(lambda: choose(at_bens, 1, "pass low")) == Code.NOT_ALLOWED
    at_bens.do(say.TakeBack(id=new_id(), seat=1))
    assert at_bens.now.seats[1] == say.Seat(name="Ben", mine=True, here=True)
    assert code(lambda: at_bens.do(say.TakeBack(id=new_id(), seat=1))) == Code.BAD_VALUE
    pass_on = choose(at_annas, 0, "pass low")
    assert settled(at_bens, pass_on).now.acting == [0]
    at_bens.do(say.StandIn(id=new_id(), seat=1, level="gentle"))  # for oneself, too
    assert at_bens.now.seats[1].bot == "gentle"


def test_a_seat_moves_to_another_device_by_a_link_once(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    address = f"/api/tables/{at_annas.id}/seats/1/link"
    assert code(lambda: anna.ask("POST", address)) == Code.NOT_ALLOWED
    first, second = (ben.ask("POST", address)["token"] for _ in range(2))
    assert len(first) >= 22  # 128 bits and more
    assert clara.ask("POST", f"/api/seats/{first}") == {"table": at_annas.id}
    at_claras = clara.look(at_annas.id)
    assert at_claras.seats == [1]
    assert at_claras.now.seats[1].name == "Ben"
    assert at_claras.news[1].name == "Ben"
    settled(at_bens, at_claras.now.number)
    assert at_bens.seats == []
    assert [sight.seat for sight in at_bens.now.sights] == [None]
    assert code(lambda: choose(at_bens, 1, "pass low")) == Code.NOT_ALLOWED
    choose(at_claras, 1, "pass low")
    for token in (first, second, "nonsense"):  # used up, and the other link with it
        assert code(lambda token=token: ben.ask("POST", f"/api/seats/{token}")) == Code.UNKNOWN_TABLE  # type: ignore[misc]


def test_a_link_of_somebody_who_has_risen_moves_nobody(anna: Guest, ben: Guest, clara: Guest) -> None:
    table = anna.open(TOY, 2)
    at_bens = ben.join(table.id)
    token = ben.ask("POST", f"/api/tables/{table.id}/seats/1/link")["token"]
    settled(table, at_bens.now.number)
    table.do(say.Rise(id=new_id(), seat=1))
    at_claras = clara.join(table.id)
    assert code(lambda: ben.ask("POST", f"/api/seats/{token}")) == Code.NOT_ALLOWED
    assert clara.look(table.id).seats == at_claras.seats == [1]


# --- Spectators ----------------------------------------------------------------------------------


def test_spectators_see_what_is_public_and_after_the_end_everything(anna: Guest, ben: Guest, clara: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    looking_on = clara.look(at_annas.id)
    (sight,) = looking_on.now.sights
    assert sight.seat is None
    assert not sight.choices
    assert all(card == "?" for hand in sight.view["hands"] for card in hand)
    assert code(lambda: choose(looking_on, 0, "pass low")) == Code.NOT_ALLOWED
    assert code(lambda: looking_on.do(say.Say(id=new_id(), text="Psst!"))) == Code.NOT_ALLOWED
    for view in ("0", "1", "open"):
        address = f"/api/tables/{at_annas.id}/transcript?view={view}"
        assert code(lambda address=address: clara.ask("GET", address)) == Code.NOT_ALLOWED  # type: ignore[misc]
    pass_cards([at_annas, at_bens])
    settled(looking_on, choose(at_annas, 0, "peek"))
    assert "?" not in looking_on.now.sights[0].view["hands"][0]
    assert looking_on.now.sights[0].view == at_bens.until(lambda table: table.over).now.sights[0].view
    told = {view: clara.ask("GET", f"/api/tables/{at_annas.id}/transcript?view={view}") for view in ("0", "open")}
    assert told["0"] != told["open"]
    assert code(lambda: clara.ask("GET", f"/api/tables/{at_annas.id}/transcript?view=9")) == Code.BAD_VALUE


def test_a_table_without_spectators_shows_strangers_out(anna: Guest, ben: Guest, clara: Guest) -> None:
    table = anna.open(TOY, 2, spectators=False)
    looking_on = clara.look(table.id)
    at_bens = ben.join(table.id)
    settled(table, at_bens.now.number)
    table.start()
    assert code(lambda: looking_on.until(lambda table: table.now.phase == "playing")) == Code.NOT_ALLOWED
    assert looking_on.now.phase == "gathering"
    for address in ("", "/log", "/transcript", "/proof"):
        found = f"/api/tables/{table.id}{address}"
        assert code(lambda found=found: clara.ask("GET", found)) == Code.NOT_ALLOWED  # type: ignore[misc]
    say_hello = say.Say(id=new_id(), phrase="hello")
    assert code(lambda: clara.ask("POST", f"/api/tables/{table.id}/commands", say_hello)) == Code.NOT_ALLOWED
    settled(at_bens, choose(table, 0, "pass low"))


# --- Talking -------------------------------------------------------------------------------------


def test_those_who_sit_there_talk_in_words_or_quick_phrases(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    at_annas.do(say.Say(id=new_id(), text="<b>Good luck</b> 🍀"))
    number = at_annas.do(say.Say(id=new_id(), phrase="good_luck"))
    told = [(news.name, news.values) for news in settled(at_bens, number).news[-2:]]
    assert told == [("Anna", {"text": "<b>Good luck</b> 🍀"}), ("Anna", {"phrase": "good_luck"})]
    for wrong in (
        say.Say(id=new_id()),
        say.Say(id=new_id(), text="both", phrase="hello"),
        say.Say(id=new_id(), phrase="abracadabra"),
    ):
        assert code(lambda wrong=wrong: at_annas.do(wrong)) == Code.BAD_VALUE  # type: ignore[misc]
    assert code(lambda: at_annas.do(say.Say(id=new_id(), text="x" * 281))) == Code.BAD_MESSAGE


def test_talk_is_limited_over_every_line_and_acting_is_not(houses: Houses, come: Come) -> None:
    house = houses(HERZDAME_COMMANDS="10")
    guest = come("Anna", house)
    table = guest.open(TOY, 2, bots=["easy"], start=True)
    second = guest.look(table.id)

    def talk(at: Table) -> None:
        at.do(say.Say(id=new_id(), phrase="hello"))

    refusals = []
    for _ in range(10):
        for at in (table, second):
            try:
                talk(at)
            except Refused as refused:
                refusals.append(refused.code)
    assert len(refusals) >= 14
    assert set(refusals) == {Code.TOO_MUCH}
    answer = guest.http.post(
        f"/api/tables/{table.id}/commands", content=msgspec.json.encode(say.Say(id=new_id(), phrase="hello"))
    )
    assert answer.json()["code"] == Code.TOO_MUCH
    choose(table, 0, "pass low")


# --- Undo ----------------------------------------------------------------------------------------


def test_an_action_is_taken_back_when_everybody_agrees(anna: Guest, ben: Guest, clara: Guest) -> None:
    tables = around(anna, ben, clara)
    at_annas, at_bens, at_claras = tables
    step = at_annas.now.step
    number = choose(at_annas, 0, "pass low")
    for table in tables:
        settled(table, number)
    assert at_annas.now.can_undo == [0]
    assert at_bens.now.can_undo == []
    assert code(lambda: at_bens.do(say.AskUndo(id=new_id(), seat=1))) == Code.NOT_ALLOWED
    assert code(lambda: at_bens.do(say.AskUndo(id=new_id(), seat=0))) == Code.NOT_ALLOWED
    assert code(lambda: at_bens.do(say.AnswerUndo(id=new_id(), seat=1, agree=True))) == Code.BAD_VALUE
    at_annas.do(say.AskUndo(id=new_id(), seat=0))
    assert at_annas.now.undo == say.Undo(0, [0])
    assert code(lambda: at_annas.do(say.AskUndo(id=new_id(), seat=0))) == Code.BAD_VALUE
    assert code(lambda: at_annas.do(say.AnswerUndo(id=new_id(), seat=0, agree=True))) == Code.BAD_VALUE
    assert code(lambda: at_annas.do(say.AnswerUndo(id=new_id(), seat=1, agree=True))) == Code.NOT_ALLOWED
    settled(at_bens, at_annas.now.number)
    at_bens.do(say.AnswerUndo(id=new_id(), seat=1, agree=True))
    assert at_bens.now.undo == say.Undo(0, [0, 1])
    number = at_claras.do(say.AnswerUndo(id=new_id(), seat=2, agree=True))
    for table in tables:
        settled(table, number)
        assert (table.now.undo, table.now.step, table.now.acting) == (None, step, [0, 1, 2])
    choose(at_annas, 0, "pass high")


def test_one_no_is_enough_and_going_on_is_a_no(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    choose(at_annas, 0, "pass low")
    settled(at_bens, at_annas.do(say.AskUndo(id=new_id(), seat=0)))
    number = at_bens.do(say.AnswerUndo(id=new_id(), seat=1, agree=False))
    assert settled(at_annas, number).now.undo is None
    settled(at_bens, at_annas.do(say.AskUndo(id=new_id(), seat=0)))
    number = choose(at_bens, 1, "pass low")
    assert settled(at_annas, number).now.undo is None
    assert at_annas.now.can_undo == []


def test_what_revealed_something_stays_done(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben)
    choose(at_annas, 0, "pass low")
    number = choose(at_bens, 1, "pass low")  # the cards are handed over, and the die is rolled
    assert settled(at_annas, number).now.can_undo == []
    assert at_bens.now.can_undo == []
    assert code(lambda: at_bens.do(say.AskUndo(id=new_id(), seat=1))) == Code.NOT_ALLOWED


def test_bots_agree_and_think_again_after_an_undo(houses: Houses, come: Come) -> None:
    house = houses(HERZDAME_BOT_PAUSE="0.4")
    guest = come("Anna", house)
    table = guest.open(TOY, 2, {"lead": "0"}, bots=["easy"], start=True)
    choose(table, 0, "pass low")
    if table.now.can_undo:  # the bot was not faster
        table.do(say.AskUndo(id=new_id(), seat=0))
        assert table.now.undo is None
        choose(table, 0, "pass high")
    table.until(lambda table: table.now.acting == [0] and table.to_act())
    choose(table, 0, "peek")
    assert table.over
    open_transcript = guest.ask("GET", f"/api/tables/{table.id}/transcript?view=open")
    assert open_transcript.count('"action":"pass ') == 2


# --- Clocks --------------------------------------------------------------------------------------


def test_when_time_is_over_the_house_plays_on_this_once(houses: Houses, come: Come) -> None:
    house = houses()
    anna, ben = come("Anna", house), come("Ben", house)
    at_annas, _ = around(anna, ben, clock=say.Clock("turn", 5))
    assert set(at_annas.now.time_left) == {0, 1}
    assert all(4 < left <= 5 for left in at_annas.now.time_left.values())
    choose(at_annas, 0, "pass low")
    at_annas.until(lambda table: table.now.acting == [0])
    late = next(news for news in at_annas.news if news.values.get("late"))
    assert (late.what, late.by, late.name) == ("act", 1, "Ben")
    assert not at_annas.now.seats[1].standing_in
    assert set(at_annas.now.time_left) == {0}


# --- After the match -----------------------------------------------------------------------------


def test_a_rematch_keeps_the_group(anna: Guest, ben: Guest) -> None:
    at_annas = anna.open(TOY, 3, {"dice": "six", "lead": "0"}, public=True)
    at_bens = ben.join(at_annas.id)
    settled(at_annas, at_bens.now.number)
    at_annas.do(say.PutBot(id=new_id(), seat=2, level="gentle"))
    settled(at_bens, at_annas.start())
    choose(at_annas, 0, "pass low")
    choose(at_bens, 1, "pass low")
    at_annas.until(lambda table: table.now.acting == [0])
    choose(at_annas, 0, "decline")
    at_bens.until(lambda table: table.over)
    at_bens.do(say.Rematch(id=new_id()))
    following = at_bens.now.next_table
    assert following
    assert at_annas.until(lambda table: table.now.next_table).now.next_table == following
    assert code(lambda: at_annas.do(say.Rematch(id=new_id()))) == Code.BAD_VALUE
    again = anna.look(following)
    assert again.now.phase == "playing"
    assert [seat.name for seat in again.now.seats] == [seat.name for seat in at_annas.now.seats]
    assert again.now.seats[2].bot == "gentle"
    assert again.now.settings == at_annas.now.settings
    assert again.hello.commitment != at_annas.hello.commitment
    assert list(listed(ben, "/api/me/tables"))[:2] == [following, at_annas.id]


def test_strangers_do_not_ask_for_a_rematch(anna: Guest, clara: Guest) -> None:
    table = anna.open(TOY, 2, {"lead": "0"}, bots=["easy"], start=True)
    for sight in table.turns():
        table.act(sight.seat, sight.choices[0].action)
    assert code(lambda: clara.look(table.id).do(say.Rematch(id=new_id()))) == Code.NOT_ALLOWED
    for command in (say.AskUndo(id=new_id(), seat=0), say.StandIn(id=new_id(), seat=0)):
        assert code(lambda command=command: table.do(command)) == Code.WRONG_PHASE  # type: ignore[misc]
    table.do(say.Say(id=new_id(), phrase="well_played"))


# --- Quiet ---------------------------------------------------------------------------------------


def test_the_host_may_ask_for_quiet_at_any_time(anna: Guest, ben: Guest) -> None:
    at_annas, at_bens = around(anna, ben, talk="phrases")
    words, phrase = {"text": "Hm."}, {"phrase": "hello"}

    def outcomes() -> list[Code | None]:
        found: list[Code | None] = []
        for what in (words, phrase):
            try:
                at_bens.do(say.Say(id=new_id(), **what))
                found.append(None)
            except Refused as refused:
                found.append(refused.code)
        return found

    assert outcomes() == [Code.NOT_ALLOWED, None]
    assert code(lambda: at_bens.do(say.Hush(id=new_id(), talk="free"))) == Code.NOT_ALLOWED
    at_annas.do(say.Hush(id=new_id(), talk="none"))
    assert at_annas.news[-1].values == {"talk": "none"}
    assert outcomes() == [Code.NOT_ALLOWED, Code.NOT_ALLOWED]
    at_annas.do(say.Hush(id=new_id(), talk="free"))
    assert outcomes() == [None, None]
    assert at_bens.now.settings.talk == "free"
