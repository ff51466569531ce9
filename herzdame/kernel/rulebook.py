"""The rulebook of a game: Markdown with one numbered clause a heading, read clause by clause.

### XY.20 Title
What holds at every table.
- [value] What holds only where an option has this value.
- [option=value] The same where several options have a value of that name.

"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .errors import Code, unknown
from .texts import LANGUAGES

TAG = re.compile(r"^- \[([\w=]+)\] ", re.MULTILINE)


@dataclass(frozen=True)
class Clause:
    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    markdown: str
    clauses: dict[str, Clause]

    def clause(self, name: str) -> Clause:
        """The clause with this id; `15` and `xy.15` will do."""
        prefix = next(iter(self.clauses)).partition(".")[0]
        wanted = name.upper() if "." in name else f"{prefix}.{name}"
        if wanted not in self.clauses:
            raise unknown(Code.UNKNOWN_CLAUSE, "The clause", name, self.clauses)
        return self.clauses[wanted]


def only(text: str, chosen: Mapping[str, str]) -> str:
    """The text as it holds for these options: other tagged items left out, own tags removed."""
    keep = {*chosen.values(), *(f"{name}={value}" for name, value in chosen.items())}
    lines = []
    for line in text.splitlines():
        tag = TAG.match(line)
        if tag is None:
            lines.append(line)
        elif tag[1] in keep:
            lines.append(line[tag.end() :])
    return "\n".join(lines)


@cache
def load(folder: Path, language: str, prefix: str) -> Rulebook:
    """Read `RULES.language.md`."""
    if language not in LANGUAGES:
        raise unknown(Code.UNKNOWN_LANGUAGE, "The language", language, LANGUAGES)
    markdown = (folder / f"RULES.{language}.md").read_text(encoding="utf-8")
    heading = re.compile(rf"^### ({prefix}\.\d+) (.+)$", re.MULTILINE)
    clauses = {}
    for found in heading.finditer(markdown):
        body = re.split(r"^##", markdown[found.end() :], maxsplit=1, flags=re.MULTILINE)[0]
        clauses[found[1]] = Clause(found[1], found[2], body.strip())
    return Rulebook(markdown, clauses)
