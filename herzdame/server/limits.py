"""How much one visitor may ask for."""

from collections import OrderedDict
from dataclasses import dataclass

MOST_VISITORS = 50_000


@dataclass
class Bucket:
    """So many at once, and so many a second on average."""

    burst: float
    rate: float
    left: float = -1.0
    filled: float = 0.0

    def take(self, now: float) -> bool:
        """One more; False if that is too much."""
        if self.left < 0:
            self.left = self.burst
        else:
            self.left = min(self.burst, self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One for every visitor, the longest unseen forgotten first."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self.of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str, now: float) -> bool:
        bucket = self.of.get(visitor)
        if bucket is None:
            bucket = self.of[visitor] = Bucket(self.burst, self.rate)
            if len(self.of) > MOST_VISITORS:
                self.of.popitem(last=False)
        else:
            self.of.move_to_end(visitor)
        return bucket.take(now)


class Limits:
    """All there are, from two settings: commands a second of one guest, and visits a second from one address."""

    def __init__(self, commands: float, visits: float) -> None:
        self.commands = Buckets(burst=6 * commands, rate=commands)
        self.chat = Buckets(burst=max(1.0, commands / 2), rate=commands / 20)
        self.tables = Buckets(burst=max(1.0, 2 * commands), rate=commands / 50)
        self.requests = Buckets(burst=15 * visits, rate=5 * visits)
        self.sockets = Buckets(burst=3 * visits, rate=visits / 2)
        self.newcomers = Buckets(burst=3 * visits, rate=visits / 2)
