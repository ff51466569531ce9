"""`herzdame play`: a match in the terminal, against bots or with one screen for several people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from herzdame.kernel.contract import Game
from herzdame.kernel.contract import games as all_games
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.texts import Texts

from .wishes import bots as each_bot
from .wishes import catalogue, chosen, language, one_game, screen, sort_out

if TYPE_CHECKING:
    from herzdame.kernel.match import Match

    from .table import Table

AT_BOT = ": "  # between a bot's kind and its name in the list of players


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game's id, as in `herzdame games`.")] = None,
    seats: Annotated[int | None, typer.Option(help="Number of players, people and bots.")] = None,
    names: Annotated[str | None, typer.Option(help="The people at this screen, with commas: Anna,Ben.")] = None,
    bots: Annotated[str | None, typer.Option(help="Who fills the other seats: greedy or random, or a list.")] = None,
    wish: Annotated[list[str] | None, typer.Option("--set", help="An option, such as edition=premium.")] = None,
    lang: Annotated[str | None, typer.Option(help="en, de, fr or it; by LANG if not given.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="For a match that can be repeated.")] = None,
    memory_aid: Annotated[bool, typer.Option(help="Show what you have seen before.")] = True,
    pause: Annotated[float, typer.Option(min=0, help="Seconds before a bot's move is shown.")] = 0.6,
    go_on: Annotated[bool, typer.Option("--continue", help="Go on with the match that was left.")] = False,
) -> None:
    """Play a match in the terminal. Options of the game work as well: --edition premium."""
    tongue = language(lang)
    own = catalogue(tongue)
    alone, wishes = sort_out(game, *context.args)
    if go_on:
        if alone or wishes or seats or names or bots or wish:
            raise Refused(
                Code.BAD_VALUE, "--continue takes up a match as it was left; leave out game, seats and options."
            )
        match = left_behind(own)
    else:
        found = one_game(alone or list(all_games())[:1])
        people = [name.strip() for name in names.split(",")] if names else [own["play.you"]]
        count = seats if seats is not None else max(len(people), found.seats[0] + (len(people) == 1))
        found.check_seats(count)
        options = found.settle(count, chosen(found, wishes, wish or []))
        players = around_the_table(count, people, bots, own)
        found.new(count, options)
        prepare(found, own)
        match = begin(found, count, options, players, seed)
    host(match, tongue, own, memory_aid=memory_aid, pause=pause)


def around_the_table(seats: int, people: Sequence[str], bots: str | None, own: Texts) -> list[str]:
    """People in the first seats, then bots with a name of their own."""
    if len(people) > seats or not all(people) or len(set(people)) < len(people):
        raise Refused(Code.BAD_VALUE, f"--names takes up to {seats} different names with commas between them.")
    kinds = each_bot(bots, seats - len(people), "greedy")
    called = [name for name in own["play.bots"].split(", ") if name not in people]
    called += [f"Bot {number}" for number in range(1, seats)]
    return [*people, *(kind + AT_BOT + name for kind, name in zip(kinds, called, strict=False))]


def prepare(game: Game, own: Texts) -> None:
    """Compile what is not compiled yet, before anybody waits for a move."""
    from pathlib import Path

    from herzdame.bots.simulate import stepwise
    from herzdame.kernel.compile import config

    from .wishes import errors

    if not any(Path(config.CACHE_DIR).iterdir()):
        errors().print(f"[dim]{own['play.preparing']}[/dim]")
    for _ in stepwise(game, game.seats[0], {}, ["greedy"] * game.seats[0], 1, 0):
        pass


def begin(game: Game, seats: int, options: dict[str, str], players: list[str], seed: int | None) -> "Match":
    from herzdame.kernel.match import Match
    from herzdame.kernel.seeds import Fair, Fast

    seeds: Fair | Fast = Fair.new() if seed is None else Fast(seed)
    return Match(game, seats, options, seeds, players)


def left_behind(own: Texts) -> "Match":
    from . import kept

    match = kept.resume()
    if match is None or match.over:
        raise Refused(Code.BAD_VALUE, own["play.nothing_kept"])
    return match


def host(match: "Match", tongue: str, own: Texts, *, memory_aid: bool, pause: float) -> None:
    """One match after the other, until the people at the table have had enough."""
    from .table import Leave

    while True:
        table = lay_out(match, tongue, own, memory_aid=memory_aid, pause=pause)
        if table.take_up():
            table.line(own["play.resumed"])
        values = {"title": table.texts["title"], "seats": match.seats, "players": ", ".join(table.names)}
        table.line(own.say("play.welcome", values))
        try:
            table.play()
            again = table.console.is_terminal and table.answer("\n" + own["play.again"]).lower() == own["play.yes"]
        except Leave:
            if not match.over:
                table.line(own["play.kept"])
            return
        if not again:
            return
        match = begin(match.game, match.seats, match.options, list(match.players), None)


def lay_out(match: "Match", tongue: str, own: Texts, *, memory_aid: bool, pause: float) -> "Table":
    """The table with its people and bots."""
    import secrets

    from herzdame.bots.ladder import LADDER, Bot

    from .table import Table

    names, bots = [], {}
    for seat, player in enumerate(match.players):
        kind, at, name = player.partition(AT_BOT)
        if at and kind in LADDER:
            bots[seat] = Bot(match.game, kind, seat, secrets.randbits(64))
            names.append(name)
        else:
            names.append(player)
    return Table(match, names, bots, tongue, own, screen(), memory_aid, pause)
