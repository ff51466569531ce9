"""What holds for every game, by being one."""

import itertools
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest

from herzdame.bots.audit import audit
from herzdame.bots.ladder import LADDER, Bot
from herzdame.bots.simulate import Matches, note, simulate, stepwise
from herzdame.kernel import run, transcript
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.errors import Refused
from herzdame.kernel.match import CHANCE, Match, read
from herzdame.kernel.page import page
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fair, fast_generator
from tests.gallery import GAMES, POSITIONS, VARIANTS, Moment, Variant, done, hidden, moments, random_match, twisted

MATCHES = 2000 if COMPILED else 5
THOUGHT = 30 if COMPILED else 3  # rounds, of the bot that searches

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


# --- The course of a match -----------------------------------------------------------------------


@every_variant
def test_random_matches_keep_their_cards_and_end(variant: Variant) -> None:
    assert audit(variant.game, variant.seats, dict(variant.options), MATCHES) == "fine"


@every_variant
def test_scores_share_one_victory(variant: Variant) -> None:
    for number in range(5):
        result = random_match(variant, number).result
        assert result
        assert sum(result.scores) == pytest.approx(1)
        assert result.winners


@every_variant
def test_the_fast_loop_and_the_slow_one_play_the_same_matches(variant: Variant) -> None:
    bots = [("greedy", "random")[seat % 2] for seat in range(variant.seats)]
    options, few = dict(variant.options), 20 if COMPILED else 3
    fast = simulate(variant.game, variant.seats, options, bots, few, seed=3)
    slow = Matches.empty(few, variant.seats)
    for at, match in enumerate(stepwise(variant.game, variant.seats, options, bots, few, seed=3)):
        note(slow, at, match)
    for quick, careful in zip(vars(fast).values(), vars(slow).values(), strict=True):
        np.testing.assert_array_equal(quick, careful)


@every_variant
def test_a_table_is_complete_in_its_bytes(variant: Variant) -> None:
    for moment in moments(variant, 30):
        again = np.frombuffer(moment.table.tobytes(), moment.table.dtype).copy().view(np.recarray)
        assert done(again, moment.seat, moment.action).tobytes() == moment.after().tobytes()


@every_variant
def test_an_action_is_done_only_by_who_may_do_it(variant: Variant) -> None:
    match = variant.match(0)
    others = [seat for seat in range(match.seats) if seat not in match.acting]
    can = match.actions(match.acting[0])
    cannot = next((action for action in range(len(variant.game.rules.ACTIONS)) if action not in can), None)
    before = match.tables.tobytes()
    wrong = [(seat, can[0]) for seat in others]
    if cannot is not None:
        wrong.append((match.acting[0], cannot))
    for seat, action in wrong:
        with pytest.raises(Refused):
            match.act(seat, action)
    assert match.tables.tobytes() == before


@every_variant
def test_undo_is_a_replay_without_the_last_actions(variant: Variant) -> None:
    match = variant.match(4)
    snapshots = []
    for _ in range(3):
        if not match.over:
            snapshots.append(match.tables.tobytes())
            match.act(match.acting[0], match.actions(match.acting[0])[-1])
    for back, snapshot in enumerate(reversed(snapshots), 1):
        assert match.undone(back).tables.tobytes() == snapshot


# --- Transcripts ---------------------------------------------------------------------------------


@every_variant
def test_a_transcript_replays(variant: Variant) -> None:
    match = random_match(variant, 7)
    (again,) = transcript.verify(transcript.lines(match))
    assert again.tables.tobytes() == match.tables.tobytes()


@every_variant
def test_a_match_of_fair_chance_replays_from_its_seeds(variant: Variant) -> None:
    seeds = Fair("ab" * 32, players=("Anna's own words", "Ben's"))
    match = Match(variant.game, variant.seats, dict(variant.options), seeds)
    while not match.over:
        match.act(match.acting[-1], match.actions(match.acting[-1])[0])
    (again,) = transcript.verify(transcript.lines(match))
    assert again.seeds == seeds
    other = Match(variant.game, variant.seats, dict(variant.options), Fair("ab" * 32, players=("Anna's own words",)))
    assert other.tables.tobytes() != match.steps[len(other.steps) - 1].table.tobytes()


@every_variant
def test_an_unfinished_match_goes_on_from_its_transcript(variant: Variant) -> None:
    match = variant.match(5)
    match.act(match.acting[0], match.actions(match.acting[0])[0])
    kept = list(transcript.lines(match))
    again = transcript.load(kept)
    assert again.tables.tobytes() == match.tables.tobytes()
    assert list(transcript.lines(again)) == kept


# --- What may be seen ----------------------------------------------------------------------------


@every_variant
def test_secrecy_nothing_a_seat_is_given_depends_on_what_it_has_not_seen(variant: Variant) -> None:
    anyhow = np.random.default_rng(11)
    compared = 0
    for moment in moments(variant):
        for reader in moment.readers:
            other = twisted(moment.game, moment.table, reader, anyhow)
            compared += other.tobytes() != moment.table.tobytes()
            assert given(moment, other, reader) == given(moment, moment.table, reader)
    assert compared > POSITIONS


def given(moment: Moment, table: Any, reader: int) -> tuple[Any, ...]:
    """Everything a reader gets of a position: the view in bytes and in names, and what can be done."""
    seen, (out, _) = shown(table, reader), moment.game.room()
    on_truth = [] if reader == EVERYBODY else out[: run.legal(table, 0, reader, out)].tolist()
    on_view = [] if reader == EVERYBODY else out[: run.legal(seen, 0, reader, out)].tolist()
    assert on_view == on_truth
    return seen.tobytes(), msgspec.json.encode(read(moment.game, seen[0])), on_view


@every_variant
def test_secrecy_a_seat_is_told_what_it_comes_to_see_and_nothing_else(variant: Variant) -> None:
    """In two tables that look alike, the same action tells a seat the same, or its view shows the difference."""
    anyhow = np.random.default_rng(12)
    alike = 0
    for moment in moments(variant):
        for reader in moment.readers:
            other = twisted(moment.game, moment.table, reader, anyhow)
            if not lawful(moment, other):
                continue
            same_view = view_bytes(moment.after(), reader) == view_bytes(
                done(other, moment.seat, moment.action), reader
            )
            same_story = told(moment, moment.table, reader) == told(moment, other, reader)
            assert same_view == same_story
            alike += same_view
    assert alike > POSITIONS / 4


def lawful(moment: Moment, table: Any) -> bool:
    """Could this be done at this table, and does the table keep to what everybody knows?"""
    s, (out, _) = table[0], moment.game.room()
    barred = any(int(s.barred[slot]) & int(moment.game.rules.KINDS[card]) for slot, card in enumerate(s.card))
    return not barred and moment.action in out[: run.legal(table, 0, moment.seat, out)]


def shown(table: Any, reader: int) -> Any:
    seen = table.copy()
    run.view(seen, 0, reader)
    return seen


def view_bytes(table: Any, reader: int) -> bytes:
    return bytes(shown(table, reader).tobytes())


def told(moment: Moment, table: Any, reader: int) -> list[Any]:
    after = done(table, moment.seat, moment.action)
    events = moment.game.story.tell(page(table), moment.seat, moment.action, page(after))
    return [event.told_to(reader) for event in events]


@every_variant
def test_secrecy_every_card_that_comes_into_view_was_told(variant: Variant) -> None:
    """And every card told in confidence can be seen."""
    cards = set(variant.game.words.CARDS[1:])
    for number in range(8):
        match = random_match(variant, number)
        for reader in [*range(match.seats), EVERYBODY]:
            seen_before: Counter[str] = Counter()
            for step in match.steps:
                seen = Counter(named(read(match.game, shown(step.table, reader)[0]), cards))
                told_now = [event.told_to(reader) for event in step.events]
                assert set(seen - seen_before) <= set(named([news.params for news in told_now], cards))
                secrets = [event.secret for event in step.events if reader in event.readers]
                assert set(named(secrets, cards)) <= set(seen) | set(seen_before)
                seen_before = seen


def named(tree: Any, cards: set[str]) -> list[str]:
    """The cards named in a JSON value, but for those that something is known not to be."""
    if isinstance(tree, dict):
        return [card for key, value in tree.items() if key != "not" for card in named(value, cards)]
    if isinstance(tree, list | tuple):
        return [card for value in tree for card in named(value, cards)]
    return [tree] if tree in cards else []


@every_variant
def test_secrecy_a_hidden_choice_shows_that_it_was_made_and_not_which(variant: Variant) -> None:
    match = random_match(variant, 3)
    for step in match.steps:
        for reader in [*range(match.seats), EVERYBODY]:
            line = transcript.step_line(match, step, reader)
            assert line["seat"] == step.seat
            assert (line["action"] == "?") == (step.secret and step.seat != reader)


@every_variant
@pytest.mark.parametrize("bot", LADDER)
def test_secrecy_no_bot_chooses_by_what_it_has_not_seen(variant: Variant, bot: str) -> None:
    anyhow, chosen = np.random.default_rng(14), set()
    name = f"{bot}:{THOUGHT}" if bot == "search" else bot
    for number, moment in enumerate(moments(variant)):
        choices = []
        for table in (moment.table, twisted(moment.game, moment.table, moment.seat, anyhow)):
            player = Bot(moment.game, name, moment.seat, number)
            choices.append(player.choose(player.given(table)))
        assert choices[0] == choices[1]
        chosen.add(choices[0])
    assert len(chosen) > 1


# --- Redealing -----------------------------------------------------------------------------------


@every_variant
def test_redeal_keeps_the_view_and_depends_on_nothing_else(variant: Variant) -> None:
    anyhow, (_, room) = np.random.default_rng(13), variant.game.room()
    for number, moment in enumerate(moments(variant)):
        for reader in moment.readers:
            results = []
            for table in (moment.table, twisted(moment.game, moment.table, reader, anyhow)):
                world = table.copy()
                run.redeal(world, 0, reader, fast_generator(number, reader), room)
                assert view_bytes(world, reader) == view_bytes(moment.table, reader)
                results.append(world.tobytes())
            assert results[0] == results[1]


@every_variant
def test_redeal_reaches_every_possible_world_equally_often(variant: Variant) -> None:
    draws, wanted = (200, 8) if COMPILED else (20, 2)
    anyhow, (_, room) = np.random.default_rng(15), variant.game.room()
    examined = {True: 0, False: 0}  # by whether open knowledge rules some worlds out
    for moment in moments(variant, (4 if COMPILED else 20) * POSITIONS):
        for reader in moment.readers:
            table = peeked(moment, reader, anyhow)
            run.redeal(table, 0, reader, fast_generator(16, 0), room)  # which sorts what has no order
            possible, bound = worlds(moment.game, table, reader)
            if not possible or len(possible) > 60 or examined[bound] == wanted:
                continue
            rng = fast_generator(17, sum(examined.values()))
            found: Counter[bytes] = Counter()
            for _ in range(draws * len(possible)):
                world = table.copy()
                run.redeal(world, 0, reader, rng, room)
                found[world[0].card.tobytes()] += 1
            assert set(found) == possible
            spread = sum((times - draws) ** 2 / draws for times in found.values())
            freedom = len(possible) - 1
            assert spread < freedom + 6 * np.sqrt(2 * freedom) + 6
            examined[bound] += 1
        if min(examined.values()) == wanted:
            return
    assert max(examined.values()) > 0


def peeked(moment: Moment, reader: int, anyhow: np.random.Generator) -> Any:
    """The table after the reader has seen more of it, so that all arrangements of the few cards left can be tried."""
    table = moment.table.copy()
    unseen = [slot for slots in hidden(moment.game, table, reader) for slot in slots]
    for slot in anyhow.permutation(unseen)[anyhow.integers(2, 6) :]:
        table[0].shown[slot] |= 1 << reader
        table[0].witnessed[slot] |= 1 << reader
    return table


def worlds(game: Any, table: Any, reader: int) -> tuple[set[bytes], bool]:
    """Every arrangement of the unseen cards that open knowledge allows, by brute force; none if nothing is unseen.

    And whether it rules any out.
    """
    s, kinds, found, ruled_out = table[0], game.rules.KINDS, set(), False
    groups = hidden(game, table, reader)
    if sum(map(len, groups)) < 2:
        return set(), False
    card = s.card.copy()
    for orders in itertools.product(*(set(itertools.permutations(s.card[slots].tolist())) for slots in groups)):
        for slots, order in zip(groups, orders, strict=True):
            card[slots] = order
        if any(int(s.barred[slot]) & int(kinds[card[slot]]) for slots in groups for slot in slots):
            ruled_out = True
        else:
            found.add(card.tobytes())
    return found, ruled_out


# --- Names ---------------------------------------------------------------------------------------


@every_game
def test_every_action_is_parsed_as_it_is_named(game: Any) -> None:
    actions = range(len(game.rules.ACTIONS))
    names = [game.words.name(action) for action in actions]
    assert [game.words.parse(name) for name in names] == list(actions)
    assert len(set(names)) == len(names)


@every_game
@pytest.mark.parametrize("text", ["", "nonsense", "guard guard guard", "king 9", "9"])
def test_other_notation_is_refused_with_what_would_be_right(game: Any, text: str) -> None:
    with pytest.raises(Refused, match=r"[Tt]here is|such as"):
        game.words.parse(text)


@every_variant
def test_every_step_tells_something_and_cites_a_clause(variant: Variant) -> None:
    match = random_match(variant, 1)
    for step in match.steps:
        assert step.events
        assert all(event.clause.startswith(variant.game.clauses + ".") for event in step.events)
    assert {step.seat for step in match.steps} == {CHANCE, *range(variant.seats)}
