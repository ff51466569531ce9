"""`herzdame`: takes in the command line, and turns every refusal into one clear line."""

import os
import sys

import typer

from herzdame import __version__
from herzdame.kernel.errors import Refused

from . import admin, arena, bench, games, play, rules, serve, simulate, verify

app = typer.Typer(
    name="herzdame",
    help="Court-and-hearts card games: play them, read their rules, simulate them.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
OPEN_ENDED = {"allow_extra_args": True, "ignore_unknown_options": True}

app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("games")(games.games)
app.command("play", context_settings=OPEN_ENDED)(play.play)
app.command("rules", context_settings=OPEN_ENDED)(rules.rules)
app.command("simulate", context_settings=OPEN_ENDED)(simulate.simulate)
app.command("arena", context_settings=OPEN_ENDED)(arena.arena)
app.command("verify")(verify.verify)
app.command("bench", context_settings=OPEN_ENDED)(bench.bench)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"herzdame {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False,
        "--version",
        help="Show the version and stop.",
        is_eager=True,
        callback=show_version,
    ),
) -> None:
    """Court-and-hearts card games: play them, read their rules, simulate them."""


def main() -> None:
    """The entry point: 0 for done, 2 for a refusal, as a single line on standard error."""
    sys.exit(run())


def run(arguments: list[str] | None = None) -> int:
    """The exit status of one command line."""
    try:
        outcome = app(arguments or sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Refused as error:
        return refuse(str(error))
    except typer.TyperException as error:
        return refuse(f"{error.format_message().rstrip('.')}. See: herzdame --help")
    except OSError as error:
        return refuse(f"{error.filename or 'file'}: {error.strerror}.")
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return outcome if isinstance(outcome, int) else 0


def refuse(message: str) -> int:
    print(f"herzdame: {message}", file=sys.stderr)
    return 2
