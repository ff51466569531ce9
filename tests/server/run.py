"""A server whose shelf also holds the toy game, and whose life is bounded: python -m tests.server.run [ARGUMENTS]"""

import signal
import sys

from herzdame.bots.warm import cold, warm
from herzdame.cli.main import run
from tests import gallery, toy

LONGEST = 1800  # seconds, for all tests of one process on a busy machine; none may leave a server behind

if __name__ == "__main__":
    assert gallery.GAMES
    signal.alarm(LONGEST)
    if toy.GAME.id in cold():  # the server compiles what is published, in processes that know no toy
        warm(toy.GAME)
    sys.exit(run(["serve", "--port", "0", *sys.argv[1:]]))
