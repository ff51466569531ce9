"""The command line as a newcomer uses it: real processes, real files, real terminals."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

from herzdame.kernel.compile import COMPILED
from herzdame.kernel.texts import LANGUAGES

HERZDAME = [sys.executable, "-m", "herzdame"]
FEW = "200" if COMPILED else "3"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in a folder of its own; `said` is what is typed."""

    def run(*arguments: str, said: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
        own = {"HERZDAME_DATA": str(tmp_path / "data"), "LANG": "C.UTF-8", **environment}
        return subprocess.run(
            [*HERZDAME, *arguments],
            input=said,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=clean | own,
            timeout=300,
            check=False,
        )

    return run


def refused(done: "subprocess.CompletedProcess[str]", *parts: str) -> None:
    """One clear line on standard error, exit status 2, nothing else."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert all(part in done.stderr for part in parts), done.stderr


# --- What there is -------------------------------------------------------------------------------


def test_games_lists_ids_options_and_seats(run: Run) -> None:
    done = run("games")
    assert done.returncode == 0
    assert "love_letter  Love Letter, 2-4" in done.stdout
    assert "hearts or premium (hearts)" in done.stdout
    listed = {entry["id"]: entry for entry in json.loads(run("games", "--json").stdout)}
    entry = listed["love_letter"]
    assert entry["seats"] == [2, 3, 4]
    assert [option["name"] for option in entry["options"]] == ["edition", "starter", "ages"]


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Baron (3)"), ("de", "Baron (3)"), ("fr", "Baron (3)"), ("it", "Barone (3)")]
)
def test_rules_shows_a_clause_in_every_language(run: Run, language: str, title: str) -> None:
    asked = run("rules", "love_letter", "LL.15", "--lang", language)
    assert asked.stdout.startswith(f"### LL.15 {title}")
    assert run("rules", "love_letter", "15", LANG=f"{language}_XX.UTF-8").stdout == asked.stdout
    assert len({run("rules", "love_letter", "15", "--lang", other).stdout for other in LANGUAGES}) == 4


def test_rules_of_one_edition_leave_the_other_out(run: Run) -> None:
    whole, premium = run("rules", "love_letter").stdout, run("rules", "love_letter", "--edition", "premium").stdout
    assert "[hearts]" in whole
    assert "[hearts]" not in premium
    assert "[premium]" not in premium
    assert "larger sum" in premium


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    assert "simulate" in run("--help").stdout
    assert (run().returncode, run().stdout) == (0, run("--help").stdout)
    assert re.fullmatch(r"herzdame \d+\.\d+\.\d+\n", run("--version").stdout)


# --- Simulating and verifying --------------------------------------------------------------------


def test_simulate_is_the_same_for_the_same_seed_with_and_without_a_transcript(run: Run, tmp_path: Path) -> None:
    asked = ["simulate", "love_letter", "--seats", "3", "--set", "edition=premium", "--matches", FEW, "--seed", "7"]
    fast = run(*asked, "--bots", "greedy,random,greedy", "--json")
    slow = run(*asked, "--bots", "greedy,random,greedy", "--json", "--transcript", "all.jsonl")
    assert fast.stderr == slow.stderr == ""
    assert fast.stdout == slow.stdout != run(*asked[:-1], "8", "--bots", "greedy,random,greedy", "--json").stdout
    found = json.loads(fast.stdout)
    assert sum(entry["share"] for entry in found["wins"]) == pytest.approx(1)
    assert all(entry["low"] <= entry["share"] <= entry["high"] for entry in found["wins"] + found["endings"])
    assert found["decisions"]["low"] < found["decisions"]["mean"] < found["decisions"]["high"]
    done = run("verify", "all.jsonl")
    assert done.returncode == 0
    assert f"{FEW} matches" in done.stdout
    lines = (tmp_path / "all.jsonl").read_text()
    assert run("verify", "-", said=lines).stdout == done.stdout


def test_simulate_prints_wins_lengths_and_endings(run: Run) -> None:
    told = run("simulate", "love_letter", "--edition=premium", "--matches", FEW).stdout
    for part in ("2 seats, edition premium", "seat 0  random", "shared victories", "decisions", "largest sum", "LL.20"):
        assert part in told


def test_the_arena_tells_each_bots_share(run: Run) -> None:
    asked = ["arena", "love_letter", "--bots", "greedy,random", "--seats", "3", "--matches", FEW, "--seed", "4"]
    found = json.loads(run(*asked, "--json").stdout)
    assert [entry["bot"] for entry in found["standings"]] == ["greedy", "random"]
    assert sum(entry["share"] for entry in found["standings"]) == pytest.approx(1)
    assert found["matches"] == 2 * found["deals"] >= int(FEW)
    told = run(*asked).stdout
    assert f"{found['deals']} deals, each played 2 times" in told
    assert f"{found['standings'][0]['share']:.2%}" in told


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["simulate", "love_leter"], ["'love_leter' is not known", "did you mean 'love_letter'"]),
        (["simulate", "love_letter", "--seats", "5"], ["2 to 4 players, not 5"]),
        (["simulate", "love_letter", "--seats", "two"], ["--seats", "integer"]),
        (["simulate", "love_letter", "--set", "edition=golden"], ["edition cannot be 'golden'", "hearts or premium"]),
        (["simulate", "love_letter", "--set", "edition"], ["NAME=VALUE"]),
        (["simulate", "love_letter", "--edtion", "hearts"], ["'edtion' is not known", "did you mean 'edition'"]),
        (["simulate", "love_letter", "--edition"], ["--edition needs a value"]),
        (["simulate", "love_letter", "hearts"], ["'hearts' is one word too many"]),
        (["simulate", "love_letter", "--starter", "7"], ["starter cannot be '7'", "from 0 to 1"]),
        (["simulate", "love_letter", "--ages", "1,1"], ["ages cannot be '1,1'", "such as 0,1"]),
        (["simulate", "love_letter", "--bots", "clever"], ["'clever' is not known", "random, greedy"]),
        (["simulate", "love_letter", "--bots", "random,random,random"], ["3 bots for 2 seats"]),
        (["simulate", "love_letter", "--matches", "0"], ["--matches", "greater than or equal to 1"]),
        (["simulate", "love_letter", "--matches", "1000000000000"], ["--matches", "less than or equal to 10000000"]),
        (["simulate", "love_letter", "--seed", "-1"], ["--seed", "greater than or equal to 0"]),
        (["simulate", "love_letter", "--matches", "1", "--transcript", "no/such/folder"], ["no/such/folder"]),
        (["rules", "love_letter", "LL.99"], ["'LL.99' is not known", "LL.1"]),
        (["rules", "love_letter", "--lang", "es"], ["'es' is not known", "en, de, fr, it"]),
        (["verify", "nothing.jsonl"], ["nothing.jsonl", "No such file"]),
        (["verify", "."], [".", "directory"]),
        (["verify", "-"], ["The file is empty"]),
        (["simulate"], ["Which game?", "love_letter"]),
        (["bench", "love"], ["'love' is not known"]),
        (["bench", "love_letter", "--seats", "1"], ["not 1"]),
        (["bench", "--edition", "hearts"], ["--edition belongs to one game"]),
        (["play", "love_letter", "--names", "A,B,C", "--seats", "2"], ["up to 2 different names"]),
        (["play", "love_letter", "--names", "A,,B"], ["different names"]),
        (["play", "love_letter", "--bots", "clever"], ["'clever' is not known"]),
        (["play", "--continue"], ["No match is kept"]),
        (["play", "love_letter", "--continue"], ["leave out game"]),
        (["arena", "love_letter", "--bots", "greedy"], ["2 bots can compete", "not 1"]),
        (["arena", "love_letter", "--bots", "greedy,search:5ms"], ["would not play the same match twice"]),
        (["arena", "love_letter", "--bots", "greedy,search:0"], ["'search:0' is not a bot", "search:"]),
        (["arena", "love_letter", "--seats", "7"], ["2 to 4 players, not 7"]),
        (["dance"], ["dance"]),
        (["--dance"], ["--dance"]),
    ],
    ids=" ".join,
)
def test_a_wish_that_cannot_be_fulfilled_gets_one_clear_line(run: Run, arguments: list[str], parts: list[str]) -> None:
    refused(run(*arguments), *parts)


def test_a_transcript_that_was_touched_is_refused(run: Run, tmp_path: Path) -> None:
    run("simulate", "love_letter", "--matches", "2", "--transcript", "m.jsonl")
    lines = (tmp_path / "m.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:-1]))
    refused(run("verify", "cut.jsonl"), "of match 2, before its result")
    (tmp_path / "edited.jsonl").write_text("".join(lines).replace('"tokens":[0,0]', '"tokens":[5,0]', 1))
    refused(run("verify", "edited.jsonl"), "Line 2, step 1: state.tokens[0] should be 0, but the file says 5")
    (tmp_path / "other.jsonl").write_text("".join(lines).replace('"version":1', '"version":9', 1))
    refused(run("verify", "other.jsonl"), "version 9; this program reads version 1")
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)))
    refused(run("verify", "binary.jsonl"), "Line 1 is no whole line of JSON")


def test_bench_measures_every_game_edition_and_number_of_seats(run: Run) -> None:
    found = json.loads(run("bench", "--seconds", "0.01", "--json").stdout)
    sets = {(entry["options"]["edition"], entry["seats"]) for entry in found if entry["game"] == "love_letter"}
    assert sets == {(edition, seats) for edition in ("hearts", "premium") for seats in (2, 3, 4)}
    assert [game for game, _ in groupby(entry["game"] for entry in found)] == sorted({entry["game"] for entry in found})
    assert all(entry["decisions_per_cpu_s"] > entry["matches_per_cpu_s"] > 0 for entry in found)
    assert "decisions / CPU-s" in run("bench", "love_letter", "--seats", "2", "--seconds", "0.01").stdout


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    piped = f"{' '.join(HERZDAME)} rules love_letter | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "# Love Letter\n", "")


# --- Playing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["hearts", "premium"])
def test_a_whole_match_is_played_by_number(run: Run, language: str, edition: str, tmp_path: Path) -> None:
    done = run(
        "play", "love_letter", "--edition", edition, "--seats", "3", "--lang", language, "--seed", "1", said="1\n" * 300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"Victory: |Sieg: |Victoire\s: |Vittoria: ", done.stdout)
    assert "{" not in done.stdout
    assert re.search(r"(Score|Stand|Punteggio)\s?: \w+ ♥*·+, Clara ♥*·+, Dario", done.stdout)
    assert not list((tmp_path / "data").iterdir())


def test_everything_can_be_asked_and_nothing_is_lost(run: Run) -> None:
    asked = run("play", "love_letter", "--seed", "3", said="?\nk\nl\nr 15\nr 99\nt\nnonsense\n0\n99\n1\nq\n")
    assert (asked.returncode, asked.stderr) == (0, "")
    for part in (
        "k: what you can know",
        "Not yet seen:",
        "LL.15 Baron",
        "'99' is not known",
        "'nonsense' is not among",
    ):
        assert part in asked.stdout
    assert "herzdame play --continue" in asked.stdout
    gone_on = run("play", "--continue", said="l\nq\n")
    assert "The match goes on where it was left." in gone_on.stdout
    assert asked.stdout.split("Round 1.")[1].splitlines()[0] in gone_on.stdout
    finished = run("play", "--continue", "--lang", "de", said="1\n" * 300)
    assert "Sieg: " in finished.stdout
    refused(run("play", "--continue"), "No match is kept")


def test_the_notation_works_too(run: Run) -> None:
    asked = run("play", "love_letter", "--seed", "3", said="?\nq\n").stdout
    notation = re.search(r"such as '(.+)'", asked)
    assert notation
    played = run("play", "love_letter", "--seed", "3", said=f"{notation[1]}\nq\n").stdout
    assert "is not among" not in played
    assert len(played) > len(asked)


def test_two_people_at_one_screen_see_only_their_own_cards(run: Run) -> None:
    done = run("play", "love_letter", "--names", "Anna,Ben", "--seed", "5", said="\n1\n\n\n1\n\n\nq\n")
    assert done.returncode == 0
    turns = re.split(r"It is (\w+)’s turn", done.stdout)
    assert {"Anna", "Ben"} <= set(turns)
    for name, turn in zip(turns[1::2], turns[2::2], strict=True):
        other = "Ben" if name == "Anna" else "Anna"
        assert not re.search(rf"^  {other}: (dealt|drew) [A-Z]", turn, re.MULTILINE), turn


def test_without_memory_aid_nothing_is_recalled(run: Run) -> None:
    done = run("play", "love_letter", "--no-memory-aid", "--seed", "3", said="k\nq\n")
    assert "The memory aid is off" in done.stdout
    assert "Not yet seen" not in done.stdout


def test_a_kept_match_that_was_damaged_is_refused(run: Run, tmp_path: Path) -> None:
    run("play", "love_letter", "--seed", "3", said="1\nq\n")
    kept = tmp_path / "data" / "match.jsonl"
    kept.write_text(kept.read_text().replace('"card":"', '"card":"x', 1))
    refused(run("play", "--continue"), "Line 3, step 2")


def test_on_a_terminal_cards_are_drawn(tmp_path: Path) -> None:
    """A real pseudo-terminal, 80 columns wide."""
    master, slave = pty.openpty()
    environment = os.environ | {"HERZDAME_DATA": str(tmp_path), "COLUMNS": "80", "TERM": "xterm", "LANG": "de_DE.UTF-8"}
    command = [*HERZDAME, "play", "love_letter", "--seed", "3", "--pause", "0"]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True) as game:
        os.close(slave)
        shown, answers = b"", [b"k\n", b"q\n"]
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
            if shown.endswith(b"Hilfe: ") and answers:
                os.write(master, answers.pop(0))
        assert game.wait(60) == 0
    os.close(master)
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())
    assert "╭" in text
    assert "Deine Hand" in text
    assert "Noch nicht gesehen" in text
    assert [line for line in text.replace("\r", "").split("\n") if len(line) > 80] == []


@pytest.mark.skipif(not COMPILED, reason="uncompiled, a chunk of matches takes too long to wait for")
def test_ctrl_c_ends_a_long_run_at_once(tmp_path: Path) -> None:
    long = [*HERZDAME, "simulate", "love_letter", "--matches", "10000000", "--bots", "greedy"]

    def hear() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell that runs the tests in the background has it ignored

    with subprocess.Popen(
        long, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear
    ) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(3)
        running.send_signal(signal.SIGINT)
        told, complained = running.communicate(timeout=20)
    assert (running.returncode, told, complained) == (130, "", "")
