"""`herzdame bench`: random play on one core."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table

from herzdame.kernel.contract import games as all_games
from herzdame.kernel.errors import Code, Refused

from .wishes import chosen, one_game, screen, sort_out


def bench(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="One game's id; all games if not given.")] = None,
    seats: Annotated[int | None, typer.Option(help="One number of players; all if not given.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU time for each line.")] = 1.0,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure random play on one core.

    Every game, edition and number of players, if nothing else is asked for.
    """
    alone, options_of_it = sort_out(game, *context.args)
    if options_of_it and not alone:
        raise Refused(Code.UNKNOWN_OPTION, f"--{next(iter(options_of_it))} belongs to one game; name the game too.")
    listed = [one_game(alone)] if alone else list(all_games().values())
    wanted = []
    for entry in listed:
        wishes = chosen(entry, options_of_it)
        if seats is not None:
            entry.check_seats(seats)
        from herzdame.bots.speed import variants

        for count in [seats] if seats else entry.seats:
            wanted += [(entry, count, options) for options in ([wishes] if wishes else variants(entry, count))]

    from herzdame.bots.speed import measure

    results = [measure(entry, count, options, seconds) for entry, count, options in wanted]
    console = screen()
    if json:
        console.out(msgspec.json.format(msgspec.json.encode(results)).decode())
        return
    table = Table("game", "options", "seats", "decisions / CPU-s", "matches / CPU-s", "decisions / match", box=None)
    for found in results:
        told = ", ".join(f"{name} {value}" for name, value in found["options"].items())
        table.add_row(
            found["game"],
            told,
            str(found["seats"]),
            f"{found['decisions_per_cpu_s']:,}",
            f"{found['matches_per_cpu_s']:,}",
            f"{found['decisions_per_match']:.1f}",
        )
    console.print(table)
