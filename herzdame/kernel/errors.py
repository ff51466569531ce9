"""What can be refused, and why.  Every error that reaches a user is one of these."""

import difflib
from collections.abc import Iterable
from enum import StrEnum


class Code(StrEnum):
    """For programs; people read the message."""

    UNKNOWN_GAME = "unknown_game"  # no folder of that name in games/
    UNKNOWN_OPTION = "unknown_option"  # the game has no such option
    BAD_VALUE = "bad_value"  # the option, or the number of seats, does not take this value
    UNKNOWN_ACTION = "unknown_action"  # the notation does not mean anything in this game
    ILLEGAL_ACTION = "illegal_action"  # it means something, but cannot be done now
    NOT_ACTING = "not_acting"  # it is not this seat's turn, or the match is over
    UNKNOWN_BOT = "unknown_bot"  # no bot of that name
    UNKNOWN_CLAUSE = "unknown_clause"  # the rulebook has no such clause
    UNKNOWN_LANGUAGE = "unknown_language"  # not one of the four
    BAD_TRANSCRIPT = "bad_transcript"  # not a transcript, or one with a hole in it
    CUT_SHORT = "cut_short"  # the transcript ends before its match
    OTHER_VERSION = "other_version"  # written by another version of the format or the rules
    UNKNOWN_TABLE = "unknown_table"  # no table has this id, or it is not for strangers
    NOT_ALLOWED = "not_allowed"  # somebody else may do that: the host, or whoever holds the seat
    WRONG_PHASE = "wrong_phase"  # possible before the match, during it, or after it, and it is not that time
    SEAT_TAKEN = "seat_taken"  # somebody sits there
    SEATS_FREE = "seats_free"  # the match cannot start yet
    STALE = "stale"  # meant for a position that is gone
    BAD_MESSAGE = "bad_message"  # not a command, or one with a wrong part
    TOO_MUCH = "too_much"  # too fast, too large or too many
    NOT_KEPT = "not_kept"  # it could not be written down, so it was not done
    BROKEN = "broken"  # our own mistake: it was noted, and nothing changed
    DOES_NOT_FOLLOW = "does_not_follow"  # a step that the rules do not allow or that was altered


class Refused(ValueError):
    """A wish that cannot be fulfilled: what was wrong, where, and what would be right."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


def unknown(code: Code, what: str, name: str, known: Iterable[str]) -> Refused:
    """`name` is none of `known`: say so, and which one was probably meant."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    right = f"did you mean '{close[0]}'? There is" if close else "there is"
    return Refused(code, f"{what} '{name}' is not known; {right}: {', '.join(names)}.")
