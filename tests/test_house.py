"""The rules of the house: what imports what, which text exists where, which file is stale."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from herzdame.cli.wishes import HERE as CLI
from herzdame.kernel.compile import PACKAGE
from herzdame.kernel.contract import Game, games
from herzdame.kernel.match import Match
from herzdame.kernel.texts import LANGUAGES, PLACE, Texts, load
from tests.playthroughs import files

MAY_IMPORT = {
    "kernel": {"kernel"},
    "games": {"kernel", "games"},
    "bots": {"kernel", "games", "bots"},
    "server": {"kernel", "games", "bots", "server"},
    "cli": {"kernel", "games", "bots", "server", "client", "cli"},
}
PUBLISHED = [game for game in games().values() if game.package.startswith("herzdame.")]

every_published_game = pytest.mark.parametrize("game", PUBLISHED, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


# --- The folders ---------------------------------------------------------------------------------


def modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE and not path.name.startswith("test_")]


def imports(path: Path) -> Iterator[str]:
    """The packages of ours that a module imports, as `kernel` or `games.love_letter`."""
    here = path.relative_to(PACKAGE.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(here[: -node.level]) if node.level else ""
            names = [".".join(filter(None, [base, node.module]))]
        yield from (name.removeprefix("herzdame.") for name in names if name.startswith("herzdame."))


def test_imports_run_one_way() -> None:
    for path in modules():
        layer = path.relative_to(PACKAGE).parts[0]
        for name in imports(path):
            assert name.split(".")[0] in MAY_IMPORT[layer], f"{path} imports herzdame.{name}"


def test_no_game_knows_another() -> None:
    for path in (PACKAGE / "games").rglob("*.py"):
        for name in imports(path):
            if name.startswith("games."):
                assert name.split(".")[1] == path.relative_to(PACKAGE / "games").parts[0]


def test_nothing_but_its_own_folder_names_a_game() -> None:
    for game in PUBLISHED:
        words = {game.id, *(card for card in game.words.CARDS[1:] if not card.isdecimal())}
        for path in modules():
            layer = path.relative_to(PACKAGE).parts[0]
            if layer != "games":
                found = words & set(re.findall(r"\w+", path.read_text(encoding="utf-8").lower()))
                assert not found, f"{path} names {found}"


# --- Clauses -------------------------------------------------------------------------------------


@every_published_game
@every_language
def test_the_rulebook_has_every_clause_in_every_language(game: Game, language: str) -> None:
    book, english = game.rulebook(language), game.rulebook("en")
    assert list(book.clauses) == [f"{game.clauses}.{number}" for number in range(1, len(book.clauses) + 1)]
    assert list(book.clauses) == list(english.clauses)
    for clause, same in zip(book.clauses.values(), english.clauses.values(), strict=True):
        assert len(clause.text) > 60
        assert re.findall(r"\[[\w=]+\]", clause.text) == re.findall(r"\[[\w=]+\]", same.text), clause.id
        assert clause.text.count("*(") == same.text.count("*("), f"marks of rulings in {clause.id}"
    assert book.markdown.count("\n## ") == english.markdown.count("\n## ")


@every_published_game
def test_every_clause_has_a_scene_named_after_it(game: Game) -> None:
    scenes = (game.folder / "test_rules.py").read_text(encoding="utf-8")
    named = set(re.findall(rf"^def test_{game.clauses}_(\d+)_", scenes, re.MULTILINE))
    assert named == {clause.partition(".")[2] for clause in game.rulebook("en").clauses}


@every_published_game
def test_every_clause_has_an_event_or_a_reason_why_not(game: Game) -> None:
    cited = set(re.findall(rf'"({game.clauses}\.\d+)"', (game.folder / "story.py").read_text(encoding="utf-8")))
    assert cited == set(game.rulebook("en").clauses)
    assert set(game.story.SILENT) < cited
    assert all(len(reason) > 10 for reason in game.story.SILENT.values())


@every_published_game
def test_every_clause_that_something_is_done_about_is_cited_in_the_rules(game: Game) -> None:
    rules = (game.folder / "rules.py").read_text(encoding="utf-8")
    cited = set(re.findall(rf"{game.clauses}\.\d+", rules))
    assert cited >= set(game.rulebook("en").clauses) - set(game.story.SILENT)


# --- Texts ---------------------------------------------------------------------------------------


def catalogues() -> list[Path]:
    return [CLI / "texts", *(game.folder / "texts" for game in PUBLISHED)]


@pytest.mark.parametrize("folder", catalogues(), ids=lambda folder: folder.parent.name)
@every_language
def test_the_catalogues_have_the_same_texts_and_places(folder: Path, language: str) -> None:
    texts, english = load(folder, language), load(folder, "en")
    assert set(texts.entries) == set(english.entries)
    for key, text in texts.entries.items():
        assert text.strip()
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(english[key])), key


def test_every_text_of_the_command_line_is_used() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in CLI.glob("*.py"))
    for key in load(CLI / "texts", "en").entries:
        name = key.removeprefix("play.")
        assert key in sources or f'"{name.removeprefix("help_")}"' in sources or key == "list.join", key


@every_published_game
@every_language
def test_everything_that_can_happen_or_be_done_has_a_text(game: Game, language: str) -> None:
    texts = game.texts(language)
    for code, secret in told_events(game):
        assert f"event.{code}" in texts
        assert (f"event.{code}_seen" in texts) == secret, code
    for card in game.words.CARDS[1:]:
        assert f"card.{card}.name" in texts
        assert f"card.{card}.effect" in texts
    for ending, _ in game.words.ENDINGS.values():
        assert f"ending.{ending}" in texts
    for action in range(len(game.rules.ACTIONS)):
        key, places = game.words.phrase(action)
        assert texts.say(key, places, [f"player {seat}" for seat in game.seats] * 2)
    for option in game.options:
        assert f"option.{option.name}" in texts


def told_events(game: Game) -> list[tuple[str, bool]]:
    """Every event code that the story can tell, and whether it has a secret part, read from its source."""
    tree = ast.parse((game.folder / "story.py").read_text(encoding="utf-8"))
    events = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event":
            events += [(code, len(node.args) > 3) for code in texts_in(node.args[0])]
    return events


@every_published_game
def test_the_event_that_begins_a_round_is_one_that_is_told(game: Game) -> None:
    assert game.story.NEW_ROUND in {None, *(code for code, _ in told_events(game))}


@every_published_game
def test_the_page_about_transcripts_names_everything_that_stands_in_them(game: Game) -> None:
    page = (game.folder / "TRANSCRIPT.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", page))
    played = Match.new(game.id, game.seats[0])
    own = set(played.view(0)) - {"step", "seats", "acting", "over"}
    wanted = {code for code, _ in told_events(game)} | own | {option.name for option in game.options}
    wanted |= {ending for ending, _ in game.words.ENDINGS.values()}
    assert wanted <= documented, sorted(wanted - documented)


def texts_in(node: ast.expr) -> list[str]:
    """The texts that an expression can come to: itself, or what its condition chooses between."""
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) + texts_in(node.orelse)
    assert isinstance(node, ast.Constant), "the code of an event stands where the event is made"
    return [str(node.value)]


def test_a_template_with_a_place_that_is_not_given_fails() -> None:
    with pytest.raises(KeyError):
        Texts({"a": "{missing}", "list.join": ", "}).say("a")


# --- Generated files -----------------------------------------------------------------------------


def test_playthroughs_and_digests_are_fresh() -> None:
    for path, text in files():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run 'make playthroughs' and review"
