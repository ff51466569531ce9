"""The README plays a game and gives commands: all of it is carried out here, and must come out as printed."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from herzdame.kernel.compile import COMPILED, PACKAGE

ROOT = PACKAGE.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted(PACKAGE.glob("games/*/TRANSCRIPT.md"))]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@every_page
def test_python_comes_out_as_printed(page: Path) -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page.name, str(page), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


@every_page
@pytest.mark.skipif(not COMPILED, reason="the commands play too many matches for uncompiled rules")
def test_commands_come_out_as_printed(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ herzdame (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                [sys.executable, "-m", "herzdame", *command.split()],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, ""), command
            if expected:
                assert done.stdout.strip() == expected.strip(), command


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"
