"""Gathering around a table: who sits where, what the host may do, and what is refused."""

from collections.abc import Callable

import msgspec
import pytest

from herzdame.client import Guest, Table, new_id
from herzdame.kernel.errors import Code
from herzdame.server import protocol as say
from tests.gallery import GAMES
from tests.server.conftest import Come, Houses
from tests.server.serving import refusal

TOY = next(game.id for game in GAMES if not game.package.startswith("herzdame."))


@pytest.fixture
def anna(come: Come) -> Guest:
    return come("Anna")


@pytest.fixture
def ben(come: Come) -> Guest:
    return come("Ben")


@pytest.fixture
def table(anna: Guest) -> Table:
    """Anna's table for three."""
    return anna.open(TOY, 3)


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.now.seats]


def settled(table: Table, number: int) -> Table:
    """The table with everything up to this number."""
    return table.until(lambda table: table.now.number >= number)


def code(work: Callable[[], object]) -> Code:
    return refusal(work).code


# --- Sitting -------------------------------------------------------------------------------------


def test_a_guest_with_the_link_sits_down_by_a_name_only(table: Table, ben: Guest) -> None:
    at_bens = ben.join(table.id)
    settled(table, at_bens.now.number)
    assert names(table) == names(at_bens) == ["Anna", "Ben", None]
    assert (table.seats, at_bens.seats) == ([0], [1])
    assert (table.now.host, at_bens.now.host) == (True, False)
    told = at_bens.news[-1]
    assert (told.what, told.by, told.name, told.values) == ("sit", 1, "Ben", {"name": "Ben", "seat": 1})


def test_several_seats_belong_to_one_device(table: Table) -> None:
    table.sit("Ben", 2)
    table.sit("  Clara \t of  Hearts ")
    assert names(table) == ["Anna", "Clara of Hearts", "Ben"]
    assert table.seats == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "seat", "why"),
    [
        ("Anna", None, Code.BAD_VALUE),
        ("   ", None, Code.BAD_VALUE),
        ("Be\u0007n", None, Code.BAD_VALUE),
        ("Be\u202en", None, Code.BAD_VALUE),
        ("", None, Code.BAD_MESSAGE),
        ("B" * 25, None, Code.BAD_MESSAGE),
        ("Ben", 0, Code.SEAT_TAKEN),
        ("Ben", 3, Code.BAD_VALUE),
        ("Ben", 16, Code.BAD_MESSAGE),
        ("Ben", -1, Code.BAD_MESSAGE),
    ],
)
def test_sitting_is_refused(table: Table, ben: Guest, name: str, seat: int | None, why: Code) -> None:
    at_bens = ben.look(table.id)
    assert code(lambda: at_bens.sit(name, seat)) == why
    assert names(at_bens) == ["Anna", None, None]


def test_a_full_table_takes_nobody(table: Table, ben: Guest) -> None:
    table.sit("Clara")
    table.sit("Dora")
    assert code(lambda: ben.join(table.id)) == Code.SEAT_TAKEN


def test_one_rises_oneself_and_the_host_can_ask_anybody_to(table: Table, ben: Guest) -> None:
    at_bens = ben.join(table.id)
    assert code(lambda: at_bens.do(say.Rise(id=new_id(), seat=0))) == Code.NOT_ALLOWED
    assert code(lambda: at_bens.do(say.Rise(id=new_id(), seat=2))) == Code.BAD_VALUE
    assert code(lambda: at_bens.do(say.Rise(id=new_id(), seat=7))) == Code.BAD_VALUE
    at_bens.do(say.Rise(id=new_id(), seat=1))
    assert at_bens.seats == []
    risen = at_bens.news[-1]
    assert (risen.by, risen.name, risen.values) == (1, "Ben", {"name": "Ben", "seat": 1})
    settled(table, at_bens.sit("Ben", 2))
    table.do(say.Rise(id=new_id(), seat=2))
    asked = table.news[-1]
    assert (asked.by, asked.name, asked.values) == (0, "Anna", {"name": "Ben", "seat": 2})
    settled(at_bens, asked.number)
    assert at_bens.seats == []


def test_the_host_swaps_seats(table: Table, ben: Guest) -> None:
    at_bens = ben.join(table.id)
    settled(table, at_bens.now.number)
    table.do(say.Swap(id=new_id(), seat=0, other=1))
    assert names(table) == ["Ben", "Anna", None]
    table.do(say.Swap(id=new_id(), seat=1, other=2))
    assert names(settled(at_bens, table.now.number)) == ["Ben", None, "Anna"]
    assert at_bens.news[-1].values == {"seat": 1, "other": 2}
    assert code(lambda: table.do(say.Swap(id=new_id(), seat=1, other=3))) == Code.BAD_VALUE


def test_the_host_puts_bots_and_changes_their_level(table: Table) -> None:
    table.do(say.PutBot(id=new_id(), seat=2, level="gentle"))
    name = names(table)[2]
    table.do(say.PutBot(id=new_id(), seat=2, level="strong"))
    assert table.now.seats[2] == say.Seat(name=name, bot="strong")
    assert code(lambda: table.do(say.PutBot(id=new_id(), seat=0, level="easy"))) == Code.SEAT_TAKEN
    assert code(lambda: table.do(say.PutBot(id=new_id(), seat=5, level="easy"))) == Code.BAD_VALUE


def test_the_host_changes_the_set_up(table: Table) -> None:
    table.sit("Ben", 2)
    smaller = say.Settings(TOY, 2, {"dice": "six"}, public=True, clock=say.Clock("turn", 60))
    table.do(say.Change(id=new_id(), settings=smaller))
    assert names(table) == ["Anna", "Ben"]
    assert table.now.settings.options["dice"] == "six"
    assert set(table.now.settings.options) == {"dice", "lead", "rank"}
    table.do(say.Change(id=new_id(), settings=say.Settings(TOY, 3)))
    assert names(table) == ["Anna", "Ben", None]
    table.sit("Clara")
    for wrong, why in [
        (say.Settings(TOY, 2), Code.BAD_VALUE),
        (say.Settings(TOY, 4), Code.BAD_VALUE),
        (say.Settings(TOY, 3, {"dice": "nine"}), Code.BAD_VALUE),
        (say.Settings(TOY, 3, {"colour": "red"}), Code.UNKNOWN_OPTION),
        (say.Settings("poker", 3), Code.UNKNOWN_GAME),
        (say.Settings(other_game(), 3), Code.BAD_VALUE),
    ]:
        assert code(lambda wrong=wrong: table.do(say.Change(id=new_id(), settings=wrong))) == why  # type: ignore[misc]


def other_game() -> str:
    return next(game.id for game in GAMES if game.id != TOY)


def test_only_the_host_arranges_the_table(table: Table, ben: Guest) -> None:
    at_bens = ben.join(table.id)
    for command in (
        say.Swap(id=new_id(), seat=0, other=1),
        say.PutBot(id=new_id(), seat=2, level="easy"),
        say.Change(id=new_id(), settings=say.Settings(TOY, 2)),
        say.Start(id=new_id()),
    ):
        assert code(lambda command=command: at_bens.do(command)) == Code.NOT_ALLOWED  # type: ignore[misc]


# --- Seeds, and the start ------------------------------------------------------------------------


def test_players_mix_their_own_words_into_the_chance(table: Table, ben: Guest) -> None:
    at_bens = ben.look(table.id)
    assert code(lambda: at_bens.do(say.AddSeed(id=new_id(), text="mine"))) == Code.NOT_ALLOWED
    settled(table, at_bens.sit("Ben"))
    for text in ("Anna's words", *map(str, range(6))):
        table.do(say.AddSeed(id=new_id(), text=text))
    settled(table, at_bens.do(say.AddSeed(id=new_id(), text="Ben's words")))
    assert code(lambda: table.do(say.AddSeed(id=new_id(), text="too many"))) == Code.BAD_VALUE
    proof = msgspec.convert(ben.ask("GET", f"/api/tables/{table.id}/proof"), say.Proof)
    assert proof.players == ["Anna's words", *map(str, range(6)), "Ben's words"]
    assert proof.seed is None
    assert proof.commitment == table.hello.commitment == at_bens.hello.commitment


def test_a_match_starts_once_every_seat_is_taken(table: Table) -> None:
    assert code(table.start) == Code.SEATS_FREE
    table.sit("Ben")
    table.sit("Clara")
    table.start()
    assert table.now.phase == "playing"
    assert len(table.now.sights) == 3
    for command in (
        say.Sit(id=new_id(), name="Dora"),
        say.Rise(id=new_id(), seat=0),
        say.Swap(id=new_id(), seat=0, other=1),
        say.PutBot(id=new_id(), seat=0, level="easy"),
        say.Change(id=new_id(), settings=say.Settings(TOY, 3)),
        say.AddSeed(id=new_id(), text="late"),
        say.Start(id=new_id()),
        say.Rematch(id=new_id()),
    ):
        assert code(lambda command=command: table.do(command)) == Code.WRONG_PHASE  # type: ignore[misc]


def test_what_belongs_to_a_match_is_refused_before_it(table: Table) -> None:
    for command in (
        say.Act(id=new_id(), seat=0, action="peek"),
        say.StandIn(id=new_id(), seat=0),
        say.TakeBack(id=new_id(), seat=0),
        say.AskUndo(id=new_id(), seat=0),
        say.AnswerUndo(id=new_id(), seat=0, agree=True),
        say.Rematch(id=new_id()),
    ):
        assert code(lambda command=command: table.do(command)) == Code.WRONG_PHASE  # type: ignore[misc]
    assert code(lambda: table.guest.ask("GET", f"/api/tables/{table.id}/transcript")) == Code.WRONG_PHASE


# --- Opening -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        (say.Opening(say.Settings("poker", 2)), Code.UNKNOWN_GAME),
        (say.Opening(say.Settings(TOY, 9)), Code.BAD_VALUE),
        (say.Opening(say.Settings(TOY, 2, {"dice": "nine"})), Code.BAD_VALUE),
        (say.Opening(say.Settings(TOY, 2, {"colour": "red"})), Code.UNKNOWN_OPTION),
        (say.Opening(say.Settings(TOY, 2), "Anna", ["easy", "easy"]), Code.BAD_VALUE),
        (say.Opening(say.Settings(TOY, 2), "Anna", start=True), Code.SEATS_FREE),
        (say.Opening(say.Settings(TOY, 2), "\u0000"), Code.BAD_VALUE),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_not_opened(anna: Guest, opening: say.Opening, why: Code) -> None:
    assert code(lambda: anna.ask("POST", "/api/tables", opening)) == why
    assert anna.ask("GET", "/api/me/tables") == []


@pytest.mark.parametrize("address", ["", "/log", "/proof", "/transcript"])
def test_an_unknown_table_is_unknown_everywhere(anna: Guest, address: str) -> None:
    refused = refusal(lambda: anna.ask("GET", f"/api/tables/nothing{address}"))
    assert refused.code == Code.UNKNOWN_TABLE
    assert "link" in str(refused)
    assert code(lambda: anna.look("nothing")) == Code.UNKNOWN_TABLE


# --- Lists ---------------------------------------------------------------------------------------


def listed(guest: Guest, address: str) -> dict[str, say.TableLine]:
    lines = msgspec.convert(guest.ask("GET", address), list[say.TableLine])
    return {line.table: line for line in lines}


def test_the_lobby_shows_public_tables_until_they_start(anna: Guest, ben: Guest) -> None:
    hidden, public = anna.open(TOY, 2), anna.open(TOY, 2, public=True)
    lobby = listed(ben, "/api/tables")
    assert public.id in lobby
    assert hidden.id not in lobby
    assert [seat.name for seat in lobby[public.id].seats] == ["Anna", None]
    at_bens = ben.join(public.id)
    settled(public, at_bens.now.number)
    public.start()
    assert public.id not in listed(ben, "/api/tables")
    hidden.do(say.Change(id=new_id(), settings=say.Settings(TOY, 2, public=True)))
    assert hidden.id in listed(ben, "/api/tables")


def test_my_tables_tell_whose_turn_it_is(anna: Guest, ben: Guest) -> None:
    waiting, playing = anna.open(TOY, 3), anna.open(TOY, 2)
    at_bens = ben.join(playing.id)
    settled(playing, at_bens.now.number)
    playing.start()
    mine = listed(anna, "/api/me/tables")
    assert [(line.table, line.phase, line.my_turn) for line in mine.values()] == [
        (playing.id, "playing", True),
        (waiting.id, "gathering", False),
    ]
    assert list(listed(ben, "/api/me/tables")) == [playing.id]
    playing.act(0, playing.to_act()[0].choices[0].action)
    assert not listed(anna, "/api/me/tables")[playing.id].my_turn
    assert listed(ben, "/api/me/tables")[playing.id].my_turn


def test_a_table_leaves_memory_and_comes_back(houses: Houses, come: Come) -> None:
    house = houses(HERZDAME_IDLE="0.05", HERZDAME_SWEEP="0.05")
    guest = come("Anna", house)
    table = guest.open(TOY, 2)
    before = table.now
    table.close()
    while guest.ask("GET", "/healthz")["tables"]:
        pass
    assert listed(guest, "/api/me/tables")[table.id].seats[0].name == "Anna"
    assert guest.look(table.id).now == before


# --- Guests --------------------------------------------------------------------------------------


def test_a_guest_keeps_the_name(anna: Guest) -> None:
    assert anna.ask("GET", "/api/me") == {"name": None}
    assert anna.ask("PUT", "/api/me", say.Rename("Annabel")) == {"name": "Annabel"}
    assert anna.ask("GET", "/api/me") == {"name": "Annabel"}
    assert code(lambda: anna.ask("PUT", "/api/me", {"name": ""})) == Code.BAD_MESSAGE


def test_what_there_is_to_play_is_told_with_texts_and_rules(anna: Guest) -> None:
    known = msgspec.convert(anna.ask("GET", "/api/games"), list[say.GameInfo])
    assert [game.id for game in known] == [game.id for game in GAMES]
    for game in known:
        if game.id == TOY:
            continue
        assert anna.ask("GET", f"/api/games/{game.id}/texts/de")
        book = msgspec.convert(anna.ask("GET", f"/api/games/{game.id}/rules/fr"), say.RulebookInfo)
        assert all(clause.id.startswith(game.clauses) for clause in book.clauses)
    assert code(lambda: anna.ask("GET", "/api/games/poker/texts/de")) == Code.UNKNOWN_GAME
    assert code(lambda: anna.ask("GET", f"/api/games/{other_game()}/texts/es")) == Code.UNKNOWN_LANGUAGE
    assert code(lambda: anna.ask("GET", f"/api/games/{other_game()}/rules/es")) == Code.UNKNOWN_LANGUAGE


def test_whoever_sits_down_after_looking_on_is_no_spectator_any_more(table: Table, ben: Guest) -> None:
    at_bens = ben.look(table.id)
    table.until(lambda table: table.here and (table.here.seats[1], table.here.spectators) == (False, 1))
    at_bens.sit("Ben")
    table.until(lambda table: table.here and (table.here.seats[1], table.here.spectators) == (True, 0))
    at_bens.do(say.Rise(id=new_id(), seat=1))
    table.until(lambda table: table.here and (table.here.seats[1], table.here.spectators) == (False, 1))


# --- Hosting -------------------------------------------------------------------------------------


def hosts(table: Table) -> list[bool]:
    return [seat.host for seat in table.now.seats]


def test_while_the_host_is_away_somebody_else_may_host(anna: Guest, ben: Guest, come: Come, table: Table) -> None:
    at_bens = ben.join(table.id)
    assert hosts(at_bens) == [True, False, False]
    at_bens.until(lambda table: table.here and table.here.seats[:2] == [True, True])
    take = say.Host(id=new_id())
    assert code(lambda: at_bens.do(take)) == Code.NOT_ALLOWED  # Anna is here
    assert code(lambda: table.do(take)) == Code.BAD_VALUE
    assert code(lambda: come("Clara").look(table.id).do(take)) == Code.NOT_ALLOWED
    table.close()
    at_bens.until(lambda table: table.here and table.here.seats[:2] == [False, True])
    at_bens.do(take)
    assert at_bens.now.host
    assert hosts(at_bens) == [False, True, False]
    at_bens.do(say.PutBot(id=new_id(), seat=2, level="easy"))
    at_bens.start()
    back = anna.look(table.id)
    assert not back.now.host
    assert back.seats == [0]


def test_a_host_who_moves_to_another_device_stays_the_host(anna: Guest, ben: Guest, table: Table) -> None:
    table.sit("Clara")
    for seat, moved in [(1, False), (0, True)]:  # only with the last seat
        token = anna.ask("POST", f"/api/tables/{table.id}/seats/{seat}/link")["token"]
        ben.ask("POST", f"/api/seats/{token}")
        assert ben.look(table.id).now.host == moved
    assert code(lambda: table.do(say.PutBot(id=new_id(), seat=2, level="easy"))) == Code.NOT_ALLOWED
    ben.look(table.id).do(say.PutBot(id=new_id(), seat=2, level="easy"))
