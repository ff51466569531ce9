"""Rules of thumb, seen at work: never ruin yourself, use what you know, guess what is likely."""

import pytest

from herzdame.bots.ladder import Bot
from herzdame.kernel import run
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.scene import WATCHERS

from . import EDITIONS, GAME, words
from .scene import Scene, scene


def choices(table: Scene) -> set[str]:
    """What greedy may choose here, over its ties."""
    bot = Bot(GAME, "greedy", WATCHERS[table.acting], seed=1)
    return {table.lettered(bot.choose(bot.given(table.tables))) for _ in range(60)}


@pytest.mark.parametrize(
    ("hand", "never"),
    [
        ("princess guard", "princess"),
        ("princess prince", "prince A"),
        ("princess king", "princess"),
        ("guard baron", "baron B"),
        ("baron handmaid", "baron B"),
    ],
)
def test_it_never_ruins_itself_where_there_is_another_way(hand: str, never: str) -> None:
    table = scene(f"""
        A*: {hand}
        B:  countess
        C:  guard    | handmaid, safe
        A knows B
    """)
    assert never in table.legal()
    assert never not in choices(table)


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_strikes_where_it_knows(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: guard handmaid
        B:  prince
        C:  king
        A knows C
    """)
    assert choices(table) == {"guard C king"}
    prince = scene("A*: prince guard\nB: princess\nC: king\nA knows B")
    assert choices(prince) <= {"prince B", "guard B princess"}
    baron = scene("A*: baron king\nB: guard\nC: priest\nA knows B")
    assert choices(baron) == {"baron B"}


def test_it_guesses_what_may_still_be_there() -> None:
    table = scene("""
        A*: guard guard
        B:  king         | handmaid prince
        open: princess countess priest
        B is no baron
    """)
    assert choices(table) <= {"guard B king", "guard B handmaid", "guard B prince", "guard B priest"}


def test_in_whole_matches_it_goes_out_by_its_own_card_only_when_it_must() -> None:
    from herzdame.bots.simulate import stepwise
    from herzdame.kernel.match import CHANCE

    forced = 0
    for match in stepwise(GAME, 3, {"edition": "premium"}, ["greedy"] * 3, 40 if COMPILED else 4, seed=5):
        for before, step in zip(match.steps, match.steps[1:], strict=False):
            ruined = step.seat != CHANCE and any(
                event.clause == "LL.10" and event.params.get("seat") == step.seat for event in step.events
            )
            if ruined:
                out, _ = GAME.room()
                number = run.legal(before.table, 0, int(step.seat), out)
                ways = {words.name(int(action)) for action in out[:number]}
                assert ways <= {"princess", f"prince {step.seat}"}, (step.action, ways)
                forced += 1
    assert forced < 20
