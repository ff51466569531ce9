"""The cache of compiled rules: another rule, another folder; and it works where nothing can be written."""

import os
import sys
import tempfile
import time
from pathlib import Path

import numba
import pytest

from herzdame.kernel import compile as compiling


def a_package(folder: Path, rule: str) -> Path:
    for name in ("kernel", "games", "bots"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "games" / "rules.py").write_text(rule)
    (folder / "games" / "test_rules.py").write_text("a test")
    return folder


def test_every_source_that_can_hold_compiled_code_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PACKAGE", a_package(tmp_path, "one"))
    assert [path.name for path in compiling.sources()] == ["rules.py"]
    first = compiling.fingerprint()
    a_package(tmp_path, "other")
    second = compiling.fingerprint()
    (tmp_path / "games" / "test_rules.py").write_text("another test")
    assert compiling.fingerprint() == second
    monkeypatch.setattr(compiling.config, "BOUNDSCHECK", 0 if compiling.config.BOUNDSCHECK else 1)
    assert len({first, second, compiling.fingerprint()}) == 3


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"HERZDAME_CACHE": "/named"}, "/named"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/herzdame"),
        ("linux", {"HOME": "/home/anna"}, "/home/anna/.cache/herzdame"),
        ("darwin", {"HOME": "/Users/anna"}, "/Users/anna/Library/Caches/herzdame"),
    ],
)
def test_the_cache_lies_where_the_system_keeps_caches(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HERZDAME_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert compiling.cache_home() == Path(expected)


def test_a_folder_of_another_version_goes_after_a_month(tmp_path: Path) -> None:
    old, young = tmp_path / "old", tmp_path / "young"
    old.mkdir()
    young.mkdir()
    long_ago = time.time() - compiling.FORGET_AFTER - 60
    os.utime(old, (long_ago, long_ago))
    assert compiling.cache_folder(tmp_path, "new") == tmp_path / "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "young"]
    assert compiling.cache_folder(tmp_path, "new") == tmp_path / "new"


def test_where_nothing_can_be_written_a_folder_of_the_moment_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = Path(tempfile.gettempdir()).resolve()
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert compiling.cache_folder(in_the_way, "new").resolve().parent == moment
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert compiling.cache_folder(tmp_path, "new").resolve().parent == moment


@pytest.mark.skipif(not compiling.COMPILED, reason="there is nothing to polish in plain Python")
def test_a_part_is_left_rough_and_polished_in_the_whole_that_needs_it() -> None:
    part = numba.njit(**compiling.PART_OPTIONS)(lambda number: sum_to(number))
    whole = numba.njit(**compiling.WHOLE_OPTIONS)(lambda number: part(number) + part(number + 1))
    assert whole(3) == 16
    (rough,), (polished,) = part.inspect_llvm().values(), whole.inspect_llvm().values()
    assert rough.count("alloca") > 2 * polished.count("alloca")  # numbers that still go through memory
    assert "linkonce_odr" not in polished  # or another whole's rough part could take its place


@compiling.compiled
def sum_to(number: int) -> int:
    total = 0
    for one in range(number + 1):
        total += one
    return total
