"""`herzdame arena`: which bot is stronger."""

from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from .simulate import SEEDS, bar, percent
from .wishes import chosen, one_game, screen, sort_out

MOST = 1_000_000


def arena(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game's id, as in `herzdame games`.")] = None,
    bots: Annotated[str, typer.Option(help="Two or more with commas.")] = "search:1000,greedy",
    seats: Annotated[int | None, typer.Option(help="Number of players; the fewest if not given.")] = None,
    wish: Annotated[list[str] | None, typer.Option("--set", help="An option, such as edition=premium.")] = None,
    matches: Annotated[int, typer.Option(min=1, max=MOST, help="How many in all, shared out evenly.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=SEEDS - 1, help="The same seed, the same matches.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Let bots play each other: the same deals for all, every bot in every seat.

    Tells each bot's share of the victories, with 95 % intervals.
    """
    alone, wishes = sort_out(game, *context.args)
    found = one_game(alone)
    count = found.seats[0] if seats is None else seats
    found.check_seats(count)
    options = found.settle(count, chosen(found, wishes, wish or []))
    found.new(count, options)

    from herzdame.bots.arena import Arena
    from herzdame.bots.simulate import reproducible

    contest = Arena(found, count, options, tuple(name.strip() for name in bots.split(",")))
    for name in contest.bots:
        reproducible(name)
    deals = -(-matches // len(contest.bots))
    with bar() as progress:
        task = progress.add_task(found.id, total=deals * len(contest.bots))
        standings = contest.contest(deals, seed, lambda done: progress.advance(task, done))
    results = {
        "game": found.id,
        "seats": count,
        "options": options,
        "matches": deals * len(contest.bots),
        "deals": deals,
        "seed": seed,
        "standings": msgspec.to_builtins(standings),
    }
    if json:
        screen().out(msgspec.json.format(msgspec.json.encode(results)).decode())
        return
    chosen_options = ", ".join(f"{name} {value}" for name, value in options.items())
    console = screen()
    console.print(f"[bold]{found.id}[/bold], {count} seats, {escape(chosen_options)}")
    console.print(f"{deals:,} deals, each played {len(contest.bots)} times, seed {seed}")
    console.print()
    table = Table(
        "bot", "share of the victories, 95 % interval", *(f"seat {seat}" for seat in range(count)), box=None,
        padding=(0, 3, 0, 0),
    )  # fmt: skip
    for standing in results["standings"]:
        table.add_row(escape(standing["bot"]), percent(standing), *(f"{share:.1%}" for share in standing["by_seat"]))
    console.print(table)
