"""Catalogues of texts: one TOML file a language, dotted keys, templates that say how to show a value.

    drew_seen = "{seat:who} draws {card:card}."

A value is shown as `who` (a seat, by its player's name), `card` (by the catalogue's name), `word` (by the
catalogue's `word.*`), or as it is.
Lists are shown item by item.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .errors import Code, unknown

LANGUAGES = ("en", "de", "fr", "it")
PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Texts:
    """One language's texts of one subject."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def __getitem__(self, key: str) -> str:
        return self.entries[key]

    def say(self, key: str, values: Mapping[str, Any] = {}, names: Sequence[str] = ()) -> str:
        """The text under `key`, with its places filled; `names` are the players'."""
        show: dict[str | None, Callable[[Any], str]] = {
            "who": lambda seat: names[seat],
            "card": lambda card: self.entries[f"card.{card}.name"],
            "word": lambda word: self.entries[f"word.{word}"],
            None: str,
        }

        def fill(place: re.Match[str]) -> str:
            value = values[place[1]]
            items = value if isinstance(value, list | tuple) else [value]
            return self.entries["list.join"].join(show[place[2]](item) for item in items)

        return PLACE.sub(fill, self.entries[key])


@cache
def load(folder: Path, language: str) -> Texts:
    """The catalogue `folder/language.toml`."""
    if language not in LANGUAGES:
        raise unknown(Code.UNKNOWN_LANGUAGE, "The language", language, LANGUAGES)
    tree = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    return Texts(dict(flat(tree)) | {"list.join": ", "})


def flat(tree: Mapping[str, Any], above: str = "") -> list[tuple[str, str]]:
    """`{"a": {"b": ...}}` as `a.b`."""
    entries: list[tuple[str, str]] = []
    for key, value in tree.items():
        entries += flat(value, f"{above}{key}.") if isinstance(value, dict) else [(above + key, value)]
    return entries
