"""What the host of a table can choose: each option writes one field of the state."""

from dataclasses import dataclass
from typing import Any, Protocol

from .errors import Code, Refused
from .seats import NOBODY


class Option(Protocol):
    """One choice of the host: a name, the values it takes, and how it enters the state."""

    @property
    def name(self) -> str: ...
    def default(self, seats: int) -> str: ...
    def values(self, seats: int) -> str:
        """The values it takes, for people."""

    def set(self, s: Any, value: str) -> None:
        """Write the value into the state; Refused if it is none."""


@dataclass(frozen=True)
class Choice:
    """One of several names; the field holds its place in the list.  The first is the default.

    With `only_for`, other numbers of players leave no choice but the first.
    """

    name: str
    field: str
    among: tuple[str, ...]
    only_for: range | None = None

    def default(self, seats: int) -> str:
        return self.among[0]

    def there_are(self, seats: int) -> tuple[str, ...]:
        """The names to choose from with so many players."""
        return self.among if self.only_for is None or seats in self.only_for else self.among[:1]

    def values(self, seats: int) -> str:
        return " or ".join(self.there_are(seats))

    def set(self, s: Any, value: str) -> None:
        if value not in self.there_are(s.seats):
            raise wrong(self, value, s.seats)
        s[self.field] = self.among.index(value)


@dataclass(frozen=True)
class Switch:
    """Something that holds or not; the field holds 1 or 0.  Off is the default."""

    name: str
    field: str

    def default(self, seats: int) -> str:
        return "no"

    def values(self, seats: int) -> str:
        return "yes or no"

    def set(self, s: Any, value: str) -> None:
        if value not in ("no", "yes"):
            raise wrong(self, value, s.seats)
        s[self.field] = value == "yes"


@dataclass(frozen=True)
class Seat:
    """One of the seats, or nobody, so that the rules decide: by chance, or as the word for it says."""

    name: str
    field: str
    otherwise: str = "chance"

    def default(self, seats: int) -> str:
        return self.otherwise

    def values(self, seats: int) -> str:
        return f"{self.otherwise} or a seat from 0 to {seats - 1}"

    def set(self, s: Any, value: str) -> None:
        named = [self.otherwise, *map(str, range(s.seats))]
        if value not in named:
            raise wrong(self, value, s.seats)
        s[self.field] = named.index(value) - 1 if value != self.otherwise else NOBODY


@dataclass(frozen=True)
class Place:
    """One of many places, by its name, or none, so that chance decides; the field holds its number, or NOBODY."""

    name: str
    field: str
    among: tuple[str, ...]

    def default(self, seats: int) -> str:
        return "chance"

    def values(self, seats: int) -> str:
        return f"chance or one of {', '.join(self.among)}"

    def set(self, s: Any, value: str) -> None:
        if value != "chance" and value not in self.among:
            raise wrong(self, value, s.seats)
        s[self.field] = NOBODY if value == "chance" else self.among.index(value)


@dataclass(frozen=True)
class Number:
    """A number between two others, both of them possible."""

    name: str
    field: str
    least: int
    most: int
    usual: int

    def default(self, seats: int) -> str:
        return str(self.usual)

    def values(self, seats: int) -> str:
        return f"a number from {self.least} to {self.most}"

    def set(self, s: Any, value: str) -> None:
        if value not in map(str, range(self.least, self.most + 1)):
            raise wrong(self, value, s.seats)
        s[self.field] = int(value)


@dataclass(frozen=True)
class Order:
    """All seats in an order; the field holds each seat's place in it."""

    name: str
    field: str

    def default(self, seats: int) -> str:
        return ",".join(map(str, range(seats)))

    def values(self, seats: int) -> str:
        return f"all seats from 0 to {seats - 1} in order, such as {self.default(seats)}"

    def set(self, s: Any, value: str) -> None:
        order = value.split(",")
        if sorted(order) != [str(seat) for seat in range(s.seats)]:
            raise wrong(self, value, s.seats)
        for place, seat in enumerate(order):
            s[self.field][int(seat)] = place


def wrong(option: Option, value: str, seats: int) -> Refused:
    """The option does not take this value."""
    return Refused(Code.BAD_VALUE, f"{option.name} cannot be '{value}'; it is {option.values(seats)}.")
