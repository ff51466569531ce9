"""`herzdame games`: what there is to play."""

from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from herzdame.kernel.contract import games as all_games

from .wishes import language, screen


def games(
    lang: Annotated[str | None, typer.Option(help="en, de, fr or it; by LANG if not given.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List the games: ids, players, options."""
    tongue = language(lang)
    listed: list[dict[str, Any]] = [
        {
            "id": game.id,
            "title": game.texts(tongue)["title"],
            "about": game.texts(tongue)["about"],
            "seats": list(game.seats),
            "rules": game.version,
            "options": [
                {
                    "name": option.name,
                    "label": game.texts(tongue)[f"option.{option.name}"],
                    "values": max((option.values(seats) for seats in reversed(game.seats)), key=len),
                    "default": option.default(game.seats[-1]),
                }
                for option in game.options
            ],
        }
        for game in all_games().values()
    ]
    console = screen()
    if json:
        console.out(msgspec.json.format(msgspec.json.encode(listed)).decode())
        return
    for entry in listed:
        seats = entry["seats"]
        console.print(f"[bold]{entry['id']}[/bold]  {escape(entry['title'])}, {seats[0]}-{seats[-1]}")
        console.print(f"  {escape(entry['about'])}")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for option in entry["options"]:
            table.add_row(
                f"--{option['name']}", escape(option["label"]), f"{option['values']} [dim]({option['default']})[/dim]"
            )
        console.print(table)
