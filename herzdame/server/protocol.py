"""What client and server say to each other: every message, in one place.

A client sends commands and is always answered: `accepted`, or `rejected` with a reason.  What happens
at a table is numbered news; everybody at the table gets every number, each with what they may read of
it.  The same over a WebSocket, frame by frame, and over plain HTTP.

`docs/protocol.md` and the types of the web client are made of this file.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

VERSION = 1

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=280)]
Notation = Annotated[str, Meta(min_length=1, max_length=120)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Literal["gentle", "easy", "normal", "strong", "strongest"]
Phase = Literal["gathering", "playing", "over"]


# --- What a host chooses --------------------------------------------------------------------------


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long somebody may think: not limited, so many seconds each turn, or so many for the whole match."""

    kind: Literal["none", "turn", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=1_209_600)] = 120


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is set up."""

    game: Annotated[str, Meta(max_length=40)]
    seats: SeatNumber
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=80)]], Meta(max_length=40)
    ] = {}
    public: bool = False  # in the lobby, for everybody; else for those who have the link
    spectators: bool = True
    memory_aid: bool = True  # show what one has lawfully seen
    clock: Clock = Clock()


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a new table: how it is set up, who hosts it, and bots for the seats behind the host's."""

    settings: Settings
    name: Name | None = None  # of the host; the name known from before if left out
    bots: Annotated[list[Level], Meta(max_length=15)] = []
    start: bool = False  # at once, if all seats are taken


# --- Commands: what a client can wish for ---------------------------------------------------------


class Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """`id` is the client's own: a command sent twice with the same id is carried out once."""

    id: Id


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat before the match starts; the first free one if none is named.

    One device may hold several seats, each with a name of its own.
    """

    name: Name
    seat: SeatNumber | None = None


class Rise(Command, frozen=True, tag="rise"):
    """Free one's own seat, or as the host anybody's, before the match starts."""

    seat: SeatNumber


class Swap(Command, frozen=True, tag="swap"):
    """As the host: two seats change places before the match starts."""

    seat: SeatNumber
    other: SeatNumber


class PutBot(Command, frozen=True, tag="put_bot"):
    """As the host: a bot takes a free seat, or a bot that sits there changes its level."""

    seat: SeatNumber
    level: Level


class Change(Command, frozen=True, tag="change"):
    """As the host: another set-up, before the match starts."""

    settings: Settings


class AddSeed(Command, frozen=True, tag="add_seed"):
    """Mix a text of one's own into the chance of this match, before it starts."""

    text: Text


class Start(Command, frozen=True, tag="start"):
    """As the host: begin; every seat must be taken."""


class Act(Command, frozen=True, tag="act"):
    """Do something in the match, in the game's notation.

    `step` is the last step the client knows of; where it is given and another one has fallen since, the
    action is rejected rather than done in a position that the player has not seen.  Hidden choices that
    others make at the same time do not count.
    """

    seat: SeatNumber
    action: Notation
    step: Annotated[int, Meta(ge=0)] | None = None


class Say(Command, frozen=True, tag="say"):
    """A line of chat: own words, or one of the quick phrases by its key."""

    text: Text | None = None
    phrase: Annotated[str, Meta(max_length=40)] | None = None


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play for somebody who is away, or for oneself; nobody is punished."""

    seat: SeatNumber
    level: Level = "normal"


class TakeBack(Command, frozen=True, tag="take_back"):
    """Play one's own seat again after a bot stood in."""

    seat: SeatNumber


class AskUndo(Command, frozen=True, tag="ask_undo"):
    """Ask the others to take back one's last action."""

    seat: SeatNumber


class AnswerUndo(Command, frozen=True, tag="answer_undo"):
    """Agree, or not; it is undone when everybody agreed."""

    seat: SeatNumber
    agree: bool


class Rematch(Command, frozen=True, tag="rematch"):
    """Once the match is over: another table with the same people and set-up."""


AnyCommand = (
    Sit
    | Rise
    | Swap
    | PutBot
    | Change
    | AddSeed
    | Start
    | Act
    | Say
    | StandIn
    | TakeBack
    | AskUndo
    | AnswerUndo
    | Rematch
)


class TakeOver(Command, frozen=True, tag="take_over"):
    """By opening a seat's link: the seat moves to this device.  No command of a client, but it becomes news."""

    seat: SeatNumber
    holder: str = ""  # whose seat it was when the link was made; never told


# --- What a table looks like to one reader --------------------------------------------------------


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    name: str | None = None  # free if nobody
    bot: Level | None = None  # a bot, or the bot that stands in for a person
    mine: bool = False  # the reader's own
    standing_in: bool = False
    here: bool = False  # connected now


class Choice(Struct, frozen=True):
    """One thing that can be done now: its notation, and how to say it (a key of the game's texts, with values)."""

    action: str
    key: str
    values: dict[str, Any]


class Sight(Struct, frozen=True, omit_defaults=True):
    """What one of the reader's seats sees, or a spectator (`seat` is null); and what it can do."""

    seat: int | None
    view: dict[str, Any]
    choices: list[Choice] = []


class Result(Struct, frozen=True):
    """How the match ended."""

    ending: str
    clause: str
    winners: list[int]
    scores: list[float]


class Undo(Struct, frozen=True):
    """Somebody asked to take back an action: who, and who has agreed so far."""

    seat: int
    agreed: list[int]


class Now(Struct, frozen=True, omit_defaults=True):
    """All that can change at a table."""

    number: int  # of the last news
    phase: Phase
    seats: list[Seat]
    host: bool  # is the reader the host?
    settings: Settings
    step: int = 0
    acting: list[int] = []  # seats that may act now
    sights: list[Sight] = []
    result: Result | None = None
    undo: Undo | None = None
    can_undo: list[int] = []  # the reader's seats that may ask to take back
    time_left: dict[int, float] = {}  # by acting seat, in seconds, where there is a clock
    next_table: str | None = None  # the rematch


class Told(Struct, frozen=True, omit_defaults=True):
    """An event as the reader may read it."""

    code: str
    clause: str
    params: dict[str, Any] = {}
    seen: bool = False


class StepNews(Struct, frozen=True):
    """One step of the match: `told` has a list of events for each of the reader's sights, in their order."""

    step: int
    seat: int | Literal["chance"]
    action: str  # "?" where it is hidden from the reader
    told: list[list[Told]]


class News(Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table, by its number.

    `what` is the name of the command that led to it, `by` the seat that gave it, and `name` what the
    player there was called then; both are left out for a host without a seat.
    """

    number: int
    at: float  # seconds since 1970
    what: str
    by: int | None = None
    name: str | None = None
    values: dict[str, Any] = {}
    steps: list[StepNews] = []


# --- What the server sends ------------------------------------------------------------------------


class Message(Struct, frozen=True, tag_field="is"):
    """A frame from the server."""


class Hello(Message, frozen=True, tag="hello"):
    """The first frame: the table as it is, and the news after the number that was asked for."""

    protocol: int
    table: str
    commitment: str  # SHA-256 of the table's seed: the deals were fixed before anybody sat down
    rules: int
    news: list[News]
    now: Now


class Happened(Message, frozen=True, tag="happened"):
    """News, and the table after it."""

    news: list[News]
    now: Now


class Accepted(Message, frozen=True, tag="accepted"):
    """The command was carried out and is kept for good, as news of this number."""

    id: str
    number: int


class Rejected(Message, frozen=True, tag="rejected"):
    """The command was not carried out; nothing changed."""

    id: str | None
    code: str
    reason: str
    number: int


class Here(Message, frozen=True, tag="here"):
    """Who is connected now, seat by seat; not numbered and not kept."""

    seats: list[bool]
    spectators: int


AnyMessage = Hello | Happened | Accepted | Rejected | Here


# --- Pages around the tables ----------------------------------------------------------------------


class Me(Struct, frozen=True):
    """What the server knows of a guest."""

    name: str | None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Opened(Struct, frozen=True):
    """A new table."""

    table: str


class TableLine(Struct, frozen=True):
    """A table in a list: in the lobby, or among one's own."""

    table: str
    game: str
    options: dict[str, str]
    phase: Phase
    seats: list[Seat]
    my_turn: bool
    number: int
    changed: float


class OptionInfo(Struct, frozen=True):
    """An option of a game: what it takes, for people and for programs."""

    name: str
    kind: Literal["choice", "switch", "seat", "place", "number", "order"]
    values: str
    default: str
    among: list[str] | None  # where it is one of several names
    only_for: list[int] | None  # other numbers of players leave no choice
    least: int | None = None  # where it is a number
    most: int | None = None


class GameInfo(Struct, frozen=True):
    """What there is to play."""

    id: str
    clauses: str
    seats: list[int]
    options: list[OptionInfo]
    rules: int
    round_event: str | None  # the event that begins another round, where the game has rounds
    cards: dict[str, int]  # what the box holds: how many of each card


class ClauseInfo(Struct, frozen=True):
    """One clause of a rulebook, in Markdown."""

    id: str
    title: str
    text: str


class RulebookInfo(Struct, frozen=True):
    """A rulebook: the whole page in Markdown, and clause by clause."""

    markdown: str
    clauses: list[ClauseInfo]


class Proof(Struct, frozen=True):
    """With this every deal can be checked: the seed, once the match is over, fits the hash shown before it."""

    commitment: str
    seed: str | None
    players: list[str]


class Moment(Struct, frozen=True):
    """One step of a match that is looked at again, and the table after it, as one reader saw them then.

    `told` in `step` holds one list, for these eyes; nothing can be chosen in `sight`.
    """

    step: StepNews
    sight: Sight


class Replay(Struct, frozen=True):
    """A match from one point of view: so many of its steps."""

    game: str
    rules: int
    options: dict[str, str]
    players: list[str]
    view: str  # open, spectator, or the number of a seat
    commitment: str | None  # as in `hello`; null for a simulation
    steps: int  # how many there are in all, counted from 1
    moments: list[Moment]
    result: Result | None


class Imported(Struct, frozen=True):
    """A match from elsewhere that was found to follow from the rules, and can now be looked at."""

    replay: str


class SeatLink(Struct, frozen=True):
    """Whoever opens this takes over the seat: for moving to another device."""

    token: str


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    reason: str
