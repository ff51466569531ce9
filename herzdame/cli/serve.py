"""`herzdame serve`: a house with tables, for everybody in the network or just for this machine."""

import asyncio
import gc
import logging
import os
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from herzdame.kernel.errors import Code, Refused

from .wishes import errors, screen

GOODBYE = 5  # seconds that connections have to end
RARELY = (50_000, 20, 100)  # tables hardly hold any cycles; looking through all of them costs a lot


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder where matches are kept.")] = None,
    database: Annotated[str | None, typer.Option(help="Another database: postgresql://USER@HOST/NAME.")] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the first page in the browser.")] = False,
) -> None:
    """Open a house with tables: the games in the browser, for friends or against bots.

    Settings come from these options, else from the environment: HERZDAME_HOST, HERZDAME_PORT, and so on.
    """
    from herzdame.server.logs import set_up
    from herzdame.server.settings import Server

    settings = Server.from_environment(host=host, port=port, data=data, database=database)
    set_up(settings.log, settings.log_level)
    allow_many_connections()
    listening = listen(settings.host, settings.port)
    get_ready()
    run(settings, listening, browser=browser)


def allow_many_connections() -> None:
    """As many as the system lets us have; by default it is often too few for a full house."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """The socket, before anything else takes time, so that a port in use is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise Refused(
            Code.BAD_VALUE, f"Cannot listen at {host}, port {port}: {error.strerror}. Choose another with --port."
        ) from None
    return found


def get_ready() -> None:
    """Compile what is not compiled yet, in processes of their own, one for each core."""
    from herzdame.bots.warm import cold

    waiting = cold()
    if not waiting:
        return
    errors().print("Getting the rules ready; this takes a minute the first time ...", style="dim")
    shares = [waiting[at :: os.cpu_count() or 1] for at in range(os.cpu_count() or 1)]
    compilers = [subprocess.Popen([sys.executable, "-m", "herzdame.bots.warm", *share]) for share in shares if share]
    for compiler in compilers:
        if compiler.wait() != 0:
            raise Refused(Code.BAD_VALUE, "The rules could not be compiled; see above.")


def run(settings: Any, listening: socket.socket, *, browser: bool) -> None:
    import uvicorn

    from herzdame.server.app import Application
    from herzdame.server.wire import Connection, Socket

    address = addresses(settings.host, listening.getsockname()[1])
    config = uvicorn.Config(
        Application(settings),
        http=Connection,
        ws=Socket,
        ws_max_size=65_536,
        ws_per_message_deflate=False,  # what is hidden and what others wrote would share their compression
        timeout_graceful_shutdown=GOODBYE,
        access_log=False,
        log_config=None,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
    )
    gc.freeze()  # what is loaded now stays
    gc.set_threshold(*RARELY)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(keep_open(uvicorn.Server(config), settings, listening, address, browser=browser))


async def keep_open(server: Any, settings: Any, listening: socket.socket, address: list[str], *, browser: bool) -> None:
    """Serve until somebody stops it; say where, once it answers."""
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done() and settings.log == "json":
        logging.getLogger("herzdame.server").info("Herzdame is open: %s", address[0])
    elif not serving.done():
        console = screen()
        console.print(f"Herzdame is open: [bold]{address[0]}[/bold]")
        for other in address[1:]:
            console.print(f"    from other devices: [bold]{other}[/bold]")
        kept = settings.database.partition("://")[0] or str(settings.data / "herzdame.sqlite")
        console.print(f"Matches are kept in {kept}. Stop with Ctrl-C.", style="dim")
        if browser:
            webbrowser.open(address[0])
    await serving


def addresses(host: str, port: int) -> list[str]:
    """Where the house can be found: from this machine, and from others if it listens to them."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 (asked for by whoever runs it)
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which of our addresses would be used
            own = [f"http://{probe.getsockname()[0]}:{port}/"]
        except OSError:
            own = []
    return [f"http://127.0.0.1:{port}/", *own]
