"""`herzdame simulate`: many matches between bots, and what they say."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from herzdame.kernel.contract import Game

from .wishes import bots as each_bot
from .wishes import chosen, errors, one_game, screen, sort_out

if TYPE_CHECKING:
    from herzdame.bots.simulate import Matches

SEEDS = 2**64
MOST = 10_000_000  # matches of which the figures fit into memory


def simulate(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game's id, as in `herzdame games`.")] = None,
    seats: Annotated[int | None, typer.Option(help="Number of players; the fewest if not given.")] = None,
    wish: Annotated[list[str] | None, typer.Option("--set", help="An option, such as edition=premium.")] = None,
    matches: Annotated[int, typer.Option(min=1, max=MOST, help="How many.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, max=SEEDS - 1, help="The same seed, the same matches.")] = 0,
    bots: Annotated[str | None, typer.Option(help="One for all seats, or one for each: greedy,random.")] = None,
    transcript: Annotated[Path | None, typer.Option(help="Write every match to this file; much slower.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Play many matches between bots.

    Tells wins by seat, lengths and endings, with 95 % intervals.
    """
    alone, wishes = sort_out(game, *context.args)
    found = one_game(alone)
    count = found.seats[0] if seats is None else seats
    found.check_seats(count)
    options = found.settle(count, chosen(found, wishes, wish or []))
    players = each_bot(bots, count, "random")
    found.new(count, options)
    played = run(found, count, options, players, matches, seed, transcript)

    from herzdame.bots.figures import figures

    results = {
        "game": found.id,
        "seats": count,
        "options": options,
        "bots": players,
        "matches": matches,
        "seed": seed,
        **figures(found, players, played),
    }
    if json:
        screen().out(msgspec.json.format(msgspec.json.encode(results)).decode())
    else:
        report(results)


def run(
    game: Game, seats: int, options: dict[str, str], bots: Sequence[str], matches: int, seed: int, file: Path | None
) -> "Matches":
    """Play, with a bar that shows how far."""
    from herzdame.bots import simulate as fast

    with bar() as progress:
        task = progress.add_task(game.id, total=matches)
        if file is None:
            return fast.simulate(game, seats, options, bots, matches, seed, lambda done: progress.advance(task, done))
        from herzdame.kernel.transcript import lines

        results = fast.Matches.empty(matches, seats)
        with file.open("w", encoding="utf-8") as out:
            for at, match in enumerate(fast.stepwise(game, seats, options, bots, matches, seed)):
                fast.note(results, at, match)
                out.writelines(line + "\n" for line in lines(match))
                progress.advance(task)
        return results


def bar() -> Progress:
    """On standard error, and gone when done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = errors()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def report(results: dict[str, Any]) -> None:
    """The figures as tables."""
    console = screen()
    options = ", ".join(f"{name} {value}" for name, value in results["options"].items())
    console.print(
        f"[bold]{results['game']}[/bold], {results['seats']} seats, {options}: "
        f"{results['matches']:,} matches, seed {results['seed']}"
    )
    wins = [(f"seat {entry['seat']}  {entry['bot']}", percent(entry), "") for entry in results["wins"]]
    wins.append(("shared victories", percent(results["shared"]), ""))
    lengths = [
        (what, f"{found['mean']:.2f}  [{found['low']:.2f}, {found['high']:.2f}]", f"{found['min']} to {found['max']}")
        for what, found in (("decisions", results["decisions"]), ("deals and lots", results["deals"]))
    ]
    endings = [(entry["ending"].replace("_", " "), percent(entry), entry["clause"]) for entry in results["endings"]]
    for heads, rows in (
        (("wins", "share, 95 % interval", ""), wins),
        (("a match takes", "mean, 95 % interval", "range"), lengths),
        (("last round decided by", "share, 95 % interval", "clause"), endings),
    ):
        table = Table(*heads, box=None, padding=(0, 3, 0, 0), title_justify="left")
        for row in rows:
            table.add_row(*row)
        console.print()
        console.print(table)


def percent(entry: dict[str, Any]) -> str:
    return f"{entry['share']:7.2%}  \\[{entry['low']:.2%}, {entry['high']:.2%}]"
