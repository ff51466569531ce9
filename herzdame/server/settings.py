"""How this server is run: from the command line, or from the environment (`HERZDAME_...`)."""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from herzdame.kernel.errors import Code, Refused


def data_folder() -> Path:
    """Where matches are kept: `HERZDAME_DATA`, else the user's folder for such things."""
    if named := os.environ.get("HERZDAME_DATA"):
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "herzdame"


@dataclass(frozen=True, kw_only=True)
class Server:
    """All settings there are, with their defaults."""

    host: str = "127.0.0.1"  # 0.0.0.0: for the whole network
    port: int = 8000  # 0: any free one
    data: Path = Path()  # the folder where everything is kept
    database: str = ""  # sqlite:///FILE in the data folder if empty
    hosts: str = ""  # further names this server is reached by, with commas
    proxies: str = "127.0.0.1"  # whose word we take for where a request came from, with commas
    secure: bool = False  # behind TLS: cookies are sent over https only
    idle: float = 600.0  # seconds after which a table that nobody looks at leaves memory
    sweep: float = 30.0  # seconds between two looks for such tables
    bot_pause: float = 1.0  # seconds that a bot seems to think, more or less
    commands: float = 10.0  # commands a second that one guest may give in the long run
    visits: float = 20.0  # what one address may ask for: five times as many requests a second, half as many sockets
    sockets: int = 5000  # open at the same time
    log: str = "text"  # or json: a line for each thing worth knowing, on standard error
    log_level: str = "warning"  # or debug, info, error
    metrics: str = "127.0.0.1,::1"  # addresses that may read /metrics, with commas; * for all

    @classmethod
    def from_environment(cls, **wishes: Any) -> Self:
        """What was wished for on the command line, then the environment, then the defaults."""
        values: dict[str, Any] = {"data": data_folder()}
        for one in fields(cls):
            text = os.environ.get(f"HERZDAME_{one.name.upper()}")
            if text is not None:
                values[one.name] = converted(one.name, one.type, text)
        return cls(**values | {name: value for name, value in wishes.items() if value is not None})


def converted(name: str, kind: Any, text: str) -> Any:
    """A setting from its text."""
    if kind is bool:
        if text.lower() not in ("0", "1", "no", "yes", "false", "true"):
            raise Refused(Code.BAD_VALUE, f"HERZDAME_{name.upper()} is yes or no, not '{text}'.")
        return text.lower() in ("1", "yes", "true")
    try:
        return kind(text)
    except ValueError:
        raise Refused(Code.BAD_VALUE, f"HERZDAME_{name.upper()} is a number, not '{text}'.") from None
