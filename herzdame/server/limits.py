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
