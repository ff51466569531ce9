"""What can be asked of a player, and every answer there can be."""

import numpy as np

from herzdame.games.list_und_tuecke import COLOURS

from . import court
from .court import LAST, SEATS

# --- What is due: a card to pass or to play, what a played card asks, or chance ------------------
#
# DONE stands only within a step: the turn is over, and what comes next is about to follow.

(
    DEALING_LIGHT, PASSING_LIGHT, DEALING_DARK, PASSING_DARK, PLAYING, HEALING, OFFERING, CHOOSING_PARTNER, RETURNING,
    GAZING, STRIKING, CHOOSING_MIDDLE, NAMING, LOOKING, BLESSING, RANKING, COLLECTING, DONE,
) = PHASES = range(18)  # fmt: skip

# --- What a player can do ------------------------------------------------------------------------

(
    PASS, PLAY, HEAL, OFFER, PARTNER, RETURN, GAZE, STRIKE, MIDDLE, NAME, LOOK, BLESS, RANK, TAKE, DECLINE,
) = range(15)  # fmt: skip
CARD, SEAT, COLOUR, ONE = range(1, LAST + 1), range(SEATS), range(len(COLOURS)), range(1)
OBJECTS = {
    PASS: CARD,
    PLAY: CARD,
    HEAL: CARD,
    OFFER: CARD,
    PARTNER: SEAT,
    RETURN: CARD,
    GAZE: ONE,
    STRIKE: CARD,
    MIDDLE: range(4),
    NAME: CARD,
    LOOK: SEAT,
    BLESS: COLOUR,
    RANK: court.INQUISITOR_RANKS,
    TAKE: COLOUR,
    DECLINE: ONE,
}
ACTIONS = [(verb, what) for verb, objects in OBJECTS.items() for what in objects]
VERB, OBJECT = np.array(ACTIONS).T.copy()
# Where the actions of a verb begin: `DO[PLAY] + card` plays it.  Of the ranks, number 0 and number 1 can be chosen.
DO = np.array([ACTIONS.index((verb, objects[0])) - objects[0] for verb, objects in OBJECTS.items()])

# --- What belongs together -----------------------------------------------------------------------

ANSWERS = {
    PASSING_LIGHT: PASS,
    PASSING_DARK: PASS,
    PLAYING: PLAY,
    HEALING: HEAL,
    OFFERING: OFFER,
    CHOOSING_PARTNER: PARTNER,
    RETURNING: RETURN,
    GAZING: GAZE,
    STRIKING: STRIKE,
    CHOOSING_MIDDLE: MIDDLE,
    NAMING: NAME,
    LOOKING: LOOK,
    BLESSING: BLESS,
    RANKING: RANK,
    COLLECTING: TAKE,
}
FIRST_QUESTIONS = {
    court.HEAL: HEALING,
    court.TRADE: OFFERING,
    court.GAZE: GAZING,
    court.STRIKE: STRIKING,
    court.EXCHANGE: OFFERING,
    court.SENTENCE: NAMING,
    court.LOOK: LOOKING,
    court.BLESS: BLESSING,
    court.INQUIRE: RANKING,
}
VERBS = np.array([ANSWERS.get(phase, DECLINE) for phase in PHASES])
QUESTION = np.array([FIRST_QUESTIONS.get(deed, DONE) for deed in court.DEEDS])
# Where "may" on a card means that this can be left undone, and where the only possible answer is public.
FREE = np.isin(PHASES, [HEALING, OFFERING, GAZING, STRIKING, LOOKING, BLESSING, COLLECTING])
PUBLIC = np.isin(PHASES, [HEALING, STRIKING, BLESSING])
