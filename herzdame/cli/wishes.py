"""What the commands have in common: options of a game on the command line, seats, languages, screens."""

import locale
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

from herzdame.kernel import texts
from herzdame.kernel.contract import Game, game, games
from herzdame.kernel.errors import Code, Refused, unknown

HERE = Path(__file__).parent


def screen() -> Console:
    """Standard output: styled on a terminal, plain and unwrapped when piped."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=1000, color_system=None)
    return console


def errors() -> Console:
    """Standard error, for progress and notices."""
    return Console(stderr=True, highlight=False)


def language(wanted: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    if wanted is not None:
        if wanted not in texts.LANGUAGES:
            raise unknown(Code.UNKNOWN_LANGUAGE, "The language", wanted, texts.LANGUAGES)
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            found = value.partition("_")[0].partition(".")[0].lower()
            return found if found in texts.LANGUAGES else "en"
    found = (locale.getlocale()[0] or "")[:2].lower()
    return found if found in texts.LANGUAGES else "en"


def catalogue(language: str) -> texts.Texts:
    """The command line's own texts."""
    return texts.load(HERE / "texts", language)


def sort_out(*words: str | None) -> tuple[list[str], dict[str, str]]:
    """What stands by itself, and what is chosen by `--name value` or `--name=value`, in any order."""
    alone: list[str] = []
    wishes: dict[str, str] = {}
    rest = [word for word in words if word is not None]
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--"):
            alone.append(name + equals + value)
            continue
        if not equals:
            if not rest:
                raise Refused(Code.BAD_VALUE, f"{name} needs a value behind it.")
            value = rest.pop(0)
        wishes[name.removeprefix("--")] = value
    return alone, wishes


def chosen(game: Game, wishes: Mapping[str, str], named: Sequence[str] = ()) -> dict[str, str]:
    """The game's options, from `--edition premium` and from `--set edition=premium`."""
    both = dict(wishes)
    for wish in named:
        name, equals, value = wish.partition("=")
        if not equals:
            raise Refused(Code.BAD_VALUE, f"--set takes NAME=VALUE, such as --set edition=premium, not '{wish}'.")
        both[name.strip()] = value.strip()
    game.settle(game.seats[0], both)
    return both


def one_game(alone: Sequence[str], takes: int = 1) -> Game:
    """The game that is named first; no more than `takes` words may stand by themselves."""
    if not alone:
        raise Refused(Code.UNKNOWN_GAME, f"Which game? There is: {', '.join(games())}.")
    if len(alone) > takes:
        raise Refused(Code.UNKNOWN_OPTION, f"'{alone[takes]}' is one word too many; options begin with --.")
    return game(alone[0])


def bots(names: str | None, seats: int, default: str) -> list[str]:
    """A bot for every seat from a list with commas; one name stands for all."""
    listed = (names or default).split(",")
    if len(listed) == 1:
        listed *= seats
    if len(listed) != seats:
        raise Refused(
            Code.BAD_VALUE, f"{len(listed)} bots for {seats} seats; name one for all, or one for each, with commas."
        )
    from herzdame.bots.ladder import sort_of

    for name in listed:
        sort_of(name)
    return listed
