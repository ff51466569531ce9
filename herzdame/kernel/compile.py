"""The decorators of compiled code.

Numba's cache looks only at the file of the function itself: after an edit to a rule, a caller in
another file would go on running the old one.  So the cache's folder carries the fingerprint of all
compiled sources, and of the switch that changes what is compiled from them.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

config: Any = numba.config
COMPILED = not config.DISABLE_JIT
PACKAGE = Path(__file__).parents[1]
FOR_TESTS = ("scene.py", "referee.py")
FORGET_AFTER = 30 * 24 * 3600  # seconds after which an older program's cache folder is removed


def sources() -> list[Path]:
    """Every file that can hold compiled code: rules, and what is built on them."""
    folders = ("kernel", "games", "bots")
    found = (path for folder in folders for path in (PACKAGE / folder).glob("**/*.py"))
    return sorted(path for path in found if not path.name.startswith("test_") and path.name not in FOR_TESTS)


def fingerprint() -> str:
    """The name of the cache folder: another rule, another folder."""
    digest = hashlib.sha256(b"bounds checked" if config.BOUNDSCHECK else b"")
    for path in sources():
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled rules are kept: `HERZDAME_CACHE`, else the user's cache folder."""
    if named := os.environ.get("HERZDAME_CACHE"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "herzdame"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "herzdame"


def cache_folder(home: Path, name: str) -> Path:
    """`home/name`, made if need be; a folder of the moment where the home cannot be written."""
    folder = home / name
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            forget_old(home, keep=folder)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass  # a read-only home: the rules are compiled anew in every run, and play goes on
    return Path(tempfile.mkdtemp(prefix="herzdame-"))


def forget_old(home: Path, keep: Path) -> None:
    """Remove what other versions of the program left a month ago."""
    for folder in home.iterdir():
        if folder != keep and folder.stat().st_mtime < time.time() - FORGET_AFTER:
            shutil.rmtree(folder, ignore_errors=True)


config.CACHE_DIR = str(cache_folder(cache_home(), fingerprint()))

P = ParamSpec("P")
R = TypeVar("R")

# No array is allocated in compiled code: scratch space comes from outside.  Counting references to
# arrays costs half the speed of a small rule, and `_nrt=False` leaves it out.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


class Part(JITCodeLibrary):
    """The machine code of a function that other compiled code calls: it is polished there, and not at every step."""

    def _optimize_final_module(self) -> None: ...


class Whole(JITCodeLibrary):
    """The machine code of a function that plain Python calls, with copies of its own of all parts.

    It is polished twice: what the first time has woven together, the second time makes short.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        found: Any = super()
        for _ in range(2):
            found._optimize_final_module()


class PartCompiler(Compiler):
    """Numba's own compiler, which writes parts."""

    library: Any = Part

    def define_pipelines(self) -> Any:
        state: Any = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        found: Any = super()
        return found.define_pipelines()


class WholeCompiler(PartCompiler):
    """The same, which writes wholes."""

    library = Whole


PART_OPTIONS = OPTIONS | {"pipeline_class": PartCompiler}
WHOLE_OPTIONS = OPTIONS | {"pipeline_class": WholeCompiler}

_njit_inlined = numba.njit(cache=True, forceinline=True, **PART_OPTIONS)
_njit_apart = numba.njit(cache=True, **PART_OPTIONS)
_njit_door = numba.njit(cache=True, **WHOLE_OPTIONS)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` into each of its callers; with `NUMBA_DISABLE_JIT=1` it stays plain Python.

    A turn becomes one piece of machine code, which nearly doubles the speed of random play.
    """
    return cast("Callable[P, R]", _njit_inlined(function))


def compiled_apart(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that is called from many places: compiled once, so as not to swell."""
    return cast("Callable[P, R]", _njit_apart(function))


def compiled_door(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that plain Python calls: with it, all that it calls becomes quick."""
    return cast("Callable[P, R]", _njit_door(function))
