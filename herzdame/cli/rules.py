"""`herzdame rules`: the rulebook, whole or one clause."""

from typing import Annotated

import typer
from rich.markdown import Markdown

from herzdame.kernel import rulebook

from .wishes import chosen, language, one_game, screen, sort_out


def rules(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game's id, as in `herzdame games`.")] = None,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as LL.15 or 15.")] = None,
    lang: Annotated[str | None, typer.Option(help="en, de, fr or it; by LANG if not given.")] = None,
) -> None:
    """Read the rules. With --edition premium (any option of the game) only what holds there."""
    alone, options = sort_out(game, clause, *context.args)
    found = one_game(alone, takes=2)
    wishes = chosen(found, options)
    book = found.rulebook(language(lang))
    text = book.markdown
    if len(alone) > 1:
        entry = book.clause(alone[1])
        text = f"### {entry.id} {entry.title}\n\n{entry.text}"
    if wishes:
        text = rulebook.only(text, wishes)
    console = screen()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.out(text)
