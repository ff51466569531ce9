"""A server whose chance falls the same way each time, for pictures of matches: python -m tests.web.fixed"""

import random
import secrets
import signal
import sys

LONGEST = 3600  # seconds; nothing leaves a server behind
CHANCE = random.Random(8)

if __name__ == "__main__":
    vars(secrets).update(
        token_hex=lambda nbytes=None: CHANCE.randbytes(nbytes or 32).hex(), randbits=CHANCE.getrandbits
    )
    from herzdame.cli.main import run

    signal.alarm(LONGEST)
    sys.exit(run(["serve", "--port", "0", *sys.argv[1:]]))
