"""What the design promises about the engine, measured; the results belong into `results.md`.

python bench/run.py            all of it
python bench/run.py speed      one part: speed, yardstick, invariants, start
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from herzdame.bots.audit import audit
from herzdame.bots.figures import length
from herzdame.bots.speed import measure, random_play, variants
from herzdame.kernel.contract import Game, game, games

HERE = Path(__file__).parent
MATCHES = 1_000_000
CHUNK = 50_000
COMPILING = 60  # seconds, for everything on a cold cache
STARTING = 1  # second, for any command on a warm one
LEAST = 5_000_000  # decisions a CPU-second in random play, in every game
PAIRS = 7  # runs of each side of a comparison, taken in turns


def main() -> int:
    """Run the parts that were asked for."""
    parts: dict[str, Callable[[], bool]] = {
        "speed": speed,
        "yardstick": yardstick,
        "invariants": invariants,
        "start": start,
    }
    wanted = sys.argv[1:] or list(parts)
    if unknown := [name for name in wanted if name not in parts]:
        print(f"bench: there is no part '{unknown[0]}'; there is {', '.join(parts)}.", file=sys.stderr)
        return 2
    print(f"machine: {platform.platform()}, {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"commit: {commit()}")
    kept = [parts[name]() for name in wanted]
    return 0 if all(kept) else 1


# --- Speed ---------------------------------------------------------------------------------------


def speed() -> bool:
    """Random play on one core, for every game, edition and number of seats."""
    heading("random play, one core")
    kept = True
    for found in games().values():
        print(f"state of a match of {found.id}: {found.rules.TABLE.itemsize} bytes")
        for seats in found.seats:
            for options in variants(found, seats):
                result = measure(found, seats, options, seconds=2)
                kept &= result["decisions_per_cpu_s"] >= LEAST
                print(
                    f"{found.id:16} {' '.join(options.values()):8} {seats} seats: "
                    f"{result['decisions_per_cpu_s'] / 1e6:6.2f} million decisions / CPU-s, "
                    f"{result['decisions_per_match']:.2f} decisions / match"
                )
    return kept


def yardstick() -> bool:
    """Love Letter, premium edition, against the same loop over the same state in C at -O3."""
    heading("Love Letter, premium edition, against C at -O3 (medians of runs taken in turns)")
    compiler = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    if compiler is None:
        print("no C compiler on this machine: not compared")
        return True
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "love_letter"
        subprocess.run([compiler, "-O3", "-w", str(HERE / "love_letter.c"), "-o", str(program)], check=True)
        for seats in (2, 3, 4):
            kept &= against_c(game("love_letter"), seats, program)
    return kept


def against_c(found: Game, seats: int, program: Path, matches: int = 100_000) -> bool:
    """One line of the comparison; do both play the same matches, and fast enough?"""
    ours, theirs = [], []
    for _ in range(PAIRS):
        results, took = random_play(found, seats, {"edition": "premium"}, matches)
        ours.append(results.decisions.sum() / took)
        told = subprocess.run([program, str(seats), str(matches), "1"], check=True, capture_output=True, text=True)
        decisions, deals, won, cpu = told.stdout.split()
        theirs.append(int(decisions) / float(cpu))
    same = (int(decisions), int(deals)) == (int(results.decisions.sum()), int(results.deals.sum()))
    same &= abs(float(won) - results.scores[:, 0].sum()) < 1e-3
    ratio = float(np.median(ours) / np.median(theirs))
    mean = length(results.decisions)
    print(
        f"{seats} seats: {np.median(ours) / 1e6:.2f} against {np.median(theirs) / 1e6:.2f} million decisions/CPU-s: "
        f"{ratio:.2f} of C; {matches:,} matches of {mean['mean']:.2f} [{mean['low']:.2f}, {mean['high']:.2f}] "
        f"decisions, {'the same in both' if same else 'NOT THE SAME in both'}"
    )
    return same and ratio >= 0.8 and float(np.median(ours)) >= 8e6


# --- Invariants ----------------------------------------------------------------------------------


def invariants() -> bool:
    """A million random matches of every game, edition and number of seats, every position looked at."""
    heading(f"{MATCHES:,} random matches each, every position checked")
    kept = True
    for found in games().values():
        for seats in found.seats:
            for options in variants(found, seats):
                started = time.perf_counter()
                fault = first_fault(found, seats, options)
                kept &= fault == "fine"
                took = time.perf_counter() - started
                print(f"{found.id:16} {' '.join(options.values()):8} {seats} seats: {fault}  ({took:.1f} s)")
    return kept


def first_fault(found: Game, seats: int, options: dict[str, str]) -> str:
    """Over all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        chunks = range(0, MATCHES, CHUNK)
        told = pool.map(lambda first: audit(found, seats, options, CHUNK, run=2, first=first), chunks)
        return next((fault for fault in told if fault != "fine"), "fine")


# --- Starting ------------------------------------------------------------------------------------


def start() -> bool:
    """How long everything takes to compile, and every command when it is."""
    heading("compiling everything there is, as the server does it, and starting after that (seconds)")
    with tempfile.TemporaryDirectory() as cache:
        started = time.perf_counter()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda name: once(["herzdame.bots.warm", name], cache), games()))
        took = time.perf_counter() - started
        print(f"compiling: {took:.1f} s on {os.cpu_count()} cores")
        kept = took <= COMPILING
        for command in commands():
            wall, spent = once(["herzdame", *command], cache)
            kept &= wall <= STARTING
            print(f"herzdame {' '.join(command)}: {wall:.2f} wall, {spent:.2f} CPU")
    return kept


def commands() -> list[list[str]]:
    """One of each that ends by itself, and those with a game with every game."""
    each = (["rules"], ["simulate", "--matches", "100", "--bots", "greedy"], ["arena", "--matches", "2", "--bots",
            "search:10,greedy"])  # fmt: skip
    return [["games"], *([verb, name, *rest] for name in games() for verb, *rest in each)]


def once(module_and_words: list[str], cache: str) -> tuple[float, float]:
    """Wall and CPU seconds of one command."""
    before, started = os.times(), time.perf_counter()
    environment = os.environ | {"HERZDAME_CACHE": cache}
    subprocess.run([sys.executable, "-m", *module_and_words], check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - started, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


# --- Where and when ------------------------------------------------------------------------------


def heading(text: str) -> None:
    print(f"\n{text}")


def processor() -> str:
    """The processor's name, where the system tells it."""
    listed = Path("/proc/cpuinfo")
    names = (
        [line.partition(":")[2].strip() for line in listed.open() if "model name" in line] if listed.exists() else []
    )
    return names[0] if names else platform.machine()


def commit() -> str:
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
