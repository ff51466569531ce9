"""What the server writes down about itself: lines for people, or JSON for programs; secrets never.

The id of a table is its invitation, and the token of a seat's link is the seat: of both only the beginning is told.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

from herzdame.kernel.errors import Code, Refused

KINDS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
TOLD = ("table", "game", "code", "level", "path", "number")  # what else a line may say
SHOWN = 6  # letters of a secret name
SECRET = re.compile(r"(?<=/)(tables|seats|replays|replay|seat|t)/([\w-]{7,})")


def set_up(kind: str, level: str) -> None:
    """From now on everything that is logged goes to standard error in this form."""
    if kind not in KINDS:
        raise Refused(Code.BAD_VALUE, f"HERZDAME_LOG is {' or '.join(KINDS)}, not '{kind}'.")
    if level not in LEVELS:
        raise Refused(Code.BAD_VALUE, f"HERZDAME_LOG_LEVEL is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not '{level}'.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Text())
    logging.basicConfig(level=max(logging.WARNING, LEVELS.index(level) * 10 + 10), handlers=[handler], force=True)
    logging.getLogger("herzdame").setLevel(level.upper())  # at lower levels, libraries write down cookies


def discreet(text: str) -> str:
    """The same with the names of tables and links cut short."""
    return SECRET.sub(lambda found: f"{found[1]}/{found[2][:SHOWN]}...", text)


def told(record: logging.LogRecord) -> dict[str, Any]:
    """What was said beside the message."""
    extra = {name: vars(record)[name] for name in TOLD if name in vars(record)}
    if "table" in extra:
        extra["table"] = f"{extra['table'][:SHOWN]}..."
    return {name: discreet(value) if isinstance(value, str) else value for name, value in extra.items()}


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": discreet(record.getMessage()),
            **{name: value for name, value in told(record).items() if name != "level"},
            "source": record.name,
        }
        if "level" in told(record):
            line["bot"] = told(record)["level"]
        if record.exc_info:
            line["trace"] = discreet(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


class Text(logging.Formatter):
    """A line to be read."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone().strftime("%H:%M:%S")
        extra = "".join(f" {name}={value}" for name, value in told(record).items())
        line = f"{at} {record.levelname.lower()}: {discreet(record.getMessage())}{extra}"
        if record.exc_info:
            line += "\n" + discreet(self.formatException(record.exc_info))
        return line
