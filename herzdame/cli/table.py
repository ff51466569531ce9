"""A match at the terminal: draws the table, asks people, lets bots act, tells what happens."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table as Grid

from herzdame.bots.ladder import Bot
from herzdame.kernel import rulebook
from herzdame.kernel.errors import Refused
from herzdame.kernel.event import Told
from herzdame.kernel.match import Match, Step, read
from herzdame.kernel.texts import Texts

from . import kept


class Leave(Exception):
    """Somebody wants to stop here."""


@dataclass
class Table:
    """One match, the people and bots around it, and the screen they share."""

    match: Match
    names: Sequence[str]
    bots: dict[int, Bot]
    language: str
    own: Texts
    console: Console
    memory_aid: bool
    pause: float
    heard: dict[int, int] = field(default_factory=dict)  # by seat, the step up to which it was told
    looking: int | None = None  # who has the screen

    def __post_init__(self) -> None:
        self.texts = self.match.game.texts(self.language)
        self.board = self.match.game.board
        self.people = [seat for seat in range(self.match.seats) if seat not in self.bots]
        if len(self.people) == 1:
            self.looking = self.people[0]

    def take_up(self) -> bool:
        """Go on where people left: each of them was told everything up to their own last move."""
        for step in self.match.steps:
            if step.seat in self.people:
                self.heard[int(step.seat)] = step.number
        return bool(self.heard)

    # --- The course of a match --------------------------------------------------------------------

    def play(self) -> None:
        """From here to the end."""
        kept.keep(self.match)
        while not self.match.over:
            waiting = [seat for seat in self.match.acting if seat not in self.bots]
            if waiting:
                self.human_turn(waiting[0])
                kept.keep(self.match)
            else:
                self.bot_turn(self.match.acting[0])
        self.finish()

    def human_turn(self, seat: int) -> None:
        """One person's turn: the screen, the news, the table, the question."""
        if self.looking != seat:
            self.curtain(seat)
        self.tell(seat)
        self.show(seat)
        steps = self.match.act(seat, self.ask(seat))
        if len(self.people) > 1:
            self.tell_steps(seat, steps[:1])
            self.heard[seat] = self.match.steps.index(steps[0]) + 1
        else:
            self.tell(seat)

    def bot_turn(self, seat: int) -> None:
        """One bot's turn; a single person watches it live."""
        self.match.act(seat, self.bots[seat].decide(self.match))
        if len(self.people) == 1:
            if self.console.is_terminal:
                time.sleep(self.pause)
            self.tell(self.people[0])

    def curtain(self, seat: int) -> None:
        """Hide what the last person saw before the next one looks."""
        if self.looking is not None:
            self.answer("\n⏎ ")
            self.console.clear()
        self.answer(self.own.say("play.curtain", {"name": self.names[seat]}) + " ")
        self.console.clear()
        self.looking = seat

    def finish(self) -> None:
        """The last news, and who has won."""
        for seat in self.people:
            if len(self.people) == 1:
                self.tell(seat)
        result = self.match.result
        assert result
        winners = ", ".join(self.names[seat] for seat in result.winners)
        self.console.print()
        self.line(self.own.say("play.over", {"ending": self.texts[f"ending.{result.ending}"]}))
        self.console.print(f"[bold]{escape(self.own.say('play.victory', {'names': winners}))}[/bold]")
        kept.forget()

    # --- What a person sees -----------------------------------------------------------------------

    def tell(self, seat: int) -> None:
        """Everything that happened since this seat was last told."""
        since = self.heard.get(seat, 0)
        if len(self.people) > 1 and since:
            self.line(self.own["play.since"])
        self.tell_steps(seat, self.match.steps[since:])
        self.heard[seat] = len(self.match.steps)

    def tell_steps(self, seat: int, steps: Iterable[Step]) -> None:
        for step in steps:
            for event in step.events:
                told = event.told_to(seat)
                if told.code == self.match.game.story.NEW_ROUND:
                    self.between_rounds(step)
                self.console.print(f"  {escape(self.sentence(told))}  [dim]{told.clause}[/dim]")

    def between_rounds(self, step: Step) -> None:
        """A pause in the story, and the score if this is not the first round."""
        earlier = self.match.steps[: step.number - 1]
        if any(event.code == self.match.game.story.NEW_ROUND for past in earlier for event in past.events):
            self.line("  " + self.board.score(read(self.match.game, step.table[0]), self.texts, self.names))
        self.console.print()

    def sentence(self, told: Told) -> str:
        """An event in words."""
        key = f"event.{told.code}_seen" if told.seen else f"event.{told.code}"
        return self.texts.say(key, told.params, self.names)

    def show(self, seat: int) -> None:
        """The table as this seat sees it, and its hand with every card's text."""
        view = self.match.view(seat)
        self.console.print()
        for line in self.board.status(view, self.texts):
            self.line(line)
        grid = Grid("", *self.board.columns(self.texts), box=None, padding=(0, 2, 0, 0), header_style="dim")
        for at, row in enumerate(self.board.rows(view, self.texts, memory_aid=self.memory_aid)):
            mark = "▸ " if at in self.match.acting else "  "
            grid.add_row(mark + escape(self.names[at]), *map(escape, row))
        self.console.print(grid)
        self.console.print()
        self.line(self.own["play.hand"])
        cards = self.board.hand(view, seat)
        if self.console.is_terminal:
            width = min(38, self.console.width // max(1, len(cards)) - 1)
            self.console.print(Columns([self.card(card, width) for card in cards]))
        else:
            for card in cards:
                self.line(f"  {self.board.card_name(card, self.texts)}: {self.texts[f'card.{card}.effect']}")
        self.choices(seat)

    def card(self, card: str, width: int) -> Panel:
        title = f"[bold]{escape(self.board.card_name(card, self.texts))}[/bold]"
        return Panel(escape(self.texts[f"card.{card}.effect"]), title=title, title_align="left", width=width)

    def choices(self, seat: int) -> None:
        """What can be done, numbered."""
        actions = self.match.actions(seat)
        listed = [f"{number:3}  {self.phrase(action)}" for number, action in enumerate(actions, 1)]
        self.console.print()
        if self.console.is_terminal and len(listed) > 8:
            self.console.print(Columns(map(escape, listed), column_first=True, padding=(0, 3)))
        else:
            for line in listed:
                self.line(line)

    def phrase(self, action: int) -> str:
        key, places = self.match.game.words.phrase(action)
        return self.texts.say(key, places, self.names)

    # --- What a person says -----------------------------------------------------------------------

    def ask(self, seat: int) -> int:
        """The action a person chooses; questions on the way are answered."""
        actions = self.match.actions(seat)
        whose = f"{self.names[seat]}: " if len(self.people) > 1 else ""
        while True:
            answer = self.answer(f"\n{whose}{self.own['play.choose']}")
            word, _, rest = answer.partition(" ")
            if answer.isdecimal() and 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]
            if not self.help(seat, word.lower(), rest.strip()):
                action = self.notation(answer)
                if action in actions:
                    return action
                self.line(self.own.say("play.not_a_choice", {"answer": answer, "last": len(actions)}))

    def notation(self, answer: str) -> int | None:
        """The action that was typed in notation, if it is one."""
        try:
            return self.match.game.words.parse(answer)
        except Refused:
            return None

    def help(self, seat: int, word: str, rest: str) -> bool:
        """Answer a question about the match; False if it was none."""
        if word == "q":
            raise Leave
        answers = {
            "?": lambda: self.keys(seat),
            "h": lambda: self.keys(seat),
            "k": lambda: self.knowledge(seat),
            "l": lambda: self.tell_steps(seat, self.match.steps),
            "r": lambda: self.rules(rest),
            "t": lambda: self.show(seat),
        }
        if word not in answers:
            return False
        answers[word]()
        return True

    def keys(self, seat: int) -> None:
        actions = self.match.actions(seat)
        values = {
            "last": len(actions),
            "example": self.match.game.words.name(actions[0]),
            "clause": f"{self.match.game.clauses}.15",
        }
        for key in ("choice", "know", "log", "rules", "table", "quit"):
            self.line("  " + self.own.say(f"play.help_{key}", values))

    def knowledge(self, seat: int) -> None:
        if not self.memory_aid:
            self.line(self.own["play.no_aid"])
            return
        for line in self.board.knowledge(self.match.view(seat), seat, self.texts, self.names):
            self.line(f"  {line}")

    def rules(self, clause: str) -> None:
        """The rulebook, or one clause of it, as it holds at this table."""
        book = self.match.game.rulebook(self.language)
        text = book.markdown
        if clause:
            try:
                entry = book.clause(clause)
            except Refused as error:
                self.line(str(error))
                return
            text = f"### {entry.id} {entry.title}\n\n{entry.text}"
        text = rulebook.only(text, self.match.options)
        if self.console.is_terminal:
            self.console.print(Markdown(text))
        else:
            self.console.out(text)

    def answer(self, question: str) -> str:
        try:
            return " ".join(self.console.input(escape(question)).split())
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None

    def line(self, text: str) -> None:
        self.console.print(escape(text))
