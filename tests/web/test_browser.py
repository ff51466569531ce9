"""A machine without a chromium gets one, or is told plainly what is missing; programs of our own stand for apt-get."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web import browser

ASK = "from tests.web.browser import chromium; print(chromium())"


def ask(path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """What a machine with these programs alone answers."""
    env = {"PATH": str(path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9", "HOME": str(path), **settings}
    return subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, env=env, cwd=Path.cwd())


def program(path: Path, name: str, does: str) -> Path:
    found = path / name
    found.write_text(f"#!/bin/sh\n{does}\n")
    found.chmod(0o755)
    return found


def test_an_installed_one_is_taken(tmp_path: Path) -> None:
    here = program(tmp_path, "chromium-browser", "")
    assert ask(tmp_path).stdout.strip() == str(here)


def test_one_that_is_named_goes_before(tmp_path: Path) -> None:
    program(tmp_path, "chromium", "")
    assert ask(tmp_path, HERZDAME_CHROMIUM="/opt/mine").stdout.strip() == "/opt/mine"


@pytest.mark.skipif(not browser.ROOT, reason="only root may install packages")
def test_root_gets_the_package_of_debian(tmp_path: Path) -> None:
    made = tmp_path / "chromium"
    program(tmp_path, "apt-get", f'[ "$1" = update ] || {{ echo "#!/bin/sh" > {made}; /bin/chmod +x {made}; }}')
    assert ask(tmp_path).stdout.strip() == str(made)


def test_where_none_can_be_had_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    program(tmp_path, "apt-get", "echo no network >&2; exit 100")
    answer = ask(tmp_path)
    assert answer.returncode
    assert "install it as your system does, or name one in HERZDAME_CHROMIUM" in answer.stderr
    if browser.ROOT:
        assert "`apt-get update -qq`: no network" in answer.stderr
