"""At the gate: requests for another house, or sent by another site's page, come no further.

A page of a stranger's site could otherwise use the guest's cookie; a stranger's name for our address could
make a browser believe that this is the stranger's house.
"""

import ipaddress
from collections import Counter
from collections.abc import Collection, Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def wrong_host(host: str, known: Collection[str]) -> bool:
    """Is this none of our names?  An address, `localhost`, a name in the home network, or one that was set."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return True
    if name in known or name == "localhost" or name.endswith((".localhost", ".local", ".home.arpa", ".lan")):
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return True
    return False


def foreign(origin: str | None, host: str) -> bool:
    """Does the request come from a page of another site?"""
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != host
    except ValueError:
        return True


class Crowd:
    """How many connections each address holds open; those of a proxy we trust are many people's."""

    def __init__(self, most: float, trusted: Collection[str]) -> None:
        self.most, self.trusted = most, trusted
        self.of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """One more; False if that is too many."""
        if self.of[address] >= self.most and address not in self.trusted:
            return False
        self.of[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.of[address] -= 1
        if self.of[address] <= 0:
            del self.of[address]


def headers(scope: Mapping[str, object]) -> dict[str, str]:
    """Names in small letters; of several of a name, all with commas."""
    raw = scope["headers"]
    assert isinstance(raw, list | tuple)
    found: dict[str, str] = {}
    for key, value in raw:
        name, text = key.decode("latin-1"), value.decode("latin-1")
        found[name] = f"{found[name]}, {text}" if name in found else text
    return found


def cookie(found: Mapping[str, str], name: str) -> str | None:
    """One cookie of a request's headers."""
    try:
        jar = SimpleCookie(found.get("cookie", ""))
    except CookieError:
        return None
    return jar[name].value if name in jar else None


def visitor(scope: Mapping[str, object]) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if isinstance(client, list | tuple) else "?"
