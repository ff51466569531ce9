"""Who is who: a guest is known by a secret in a cookie, of which only the hash is kept."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

from .decisions import readable
from .store.store import Store

COOKIE = "herzdame"
REMEMBERED = 10_000  # guests kept in memory
FOR = 400 * 24 * 3600  # seconds that a browser keeps the cookie


@dataclass
class Guest:
    id: str
    name: str | None


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Guests:
    """All guests, the latest of them in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Guest] = OrderedDict()

    async def find(self, token: str | None) -> Guest | None:
        """The guest with this secret."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        if key in self.known:
            self.known.move_to_end(key)
            return self.known[key]
        found = await self.store.guest(key)
        return self.remember(key, Guest(*found)) if found else None

    async def welcome(self) -> tuple[Guest, str]:
        """A new guest, and the secret that proves it."""
        token, guest = secrets.token_urlsafe(24), Guest(secrets.token_hex(12), None)
        await self.store.new_guest(guest.id, hashed(token))
        return self.remember(hashed(token), guest), token

    def remember(self, key: str, guest: Guest) -> Guest:
        self.known[key] = guest
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return guest

    async def rename(self, guest: Guest, wanted: str) -> None:
        name = readable(wanted)
        if name != guest.name:
            await self.store.rename(guest.id, name)
            guest.name = name
