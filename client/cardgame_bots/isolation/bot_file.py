"""A bot from a file: what is looked for in it, and what its author is told if it is not there.

A file is a module with a function `choose(moment)`, or with one class that has such a method;
`FILE:NAME` names the class or function where there are several. Beside it a file may have

- `name`: what the bot is called (else the file's name),
- `presets`: the games it plays (else all),
- `remembers`: see `moment.Bot`; a function is given only moments with a legal action unless its
  module says `remembers = True`.
"""

import importlib.machinery
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from cardgame_rules import PRESETS

from ..moment import Bot, Moment
from ..outputs import reason


class BotFileError(Exception):
    """A file is no bot; the text says where in it, what is wrong and what to do."""


@dataclass(frozen=True)
class BotFile:
    """What was found in a file: how to make the bot of one match, and what it says of itself.

    `digest` is another one when the file or a module beside it that it imports has changed.
    """

    name: str
    presets: Sequence[str]
    make: Callable[[], Bot]
    digest: str


class FunctionBot:
    """A bot that is a function alone."""

    def __init__(self, choose: Callable[[Moment], str | None], module: ModuleType) -> None:
        self._choose = choose
        self.remembers = bool(getattr(module, "remembers", False))
        ended = getattr(module, "ended", None)
        if ended is not None:
            self.ended = ended

    def choose(self, moment: Moment) -> str | None:
        """Return what the function returns."""
        return self._choose(moment)


def read_bot_file(text: str) -> BotFile:
    """Load `FILE` or `FILE:NAME`; raise BotFileError for what is no bot. Runs the file's code."""
    path, name = split_bot_file(text)
    module = _load(path)
    found = _named(module, path, name) if name else _only_one(module, path)
    holder = found if inspect.isclass(found) else module
    presets = _presets(getattr(holder, "presets", getattr(module, "presets", None)), path)
    own = getattr(holder, "name", getattr(module, "name", name or path.stem))
    return BotFile(str(own), presets, _maker(found, module, path), _digest(path))


def _digest(path: Path) -> str:
    """Return a digest of `path` and of all that is loaded from its folder by now."""
    folder = f"{path.resolve().parent}{os.sep}"
    files = map(_file_of, [*sys.modules.values()])
    own = sorted({path.resolve(), *(Path(file) for file in files if file.startswith(folder))})
    parts = (sha256(file.read_bytes()).digest() for file in own if file.is_file())
    return sha256(b"".join(parts)).hexdigest()


def _file_of(module: ModuleType) -> str:
    """Return the file of a module, "" if it has none."""
    # Whatever an author puts into sys.modules need be no module.
    file = getattr(module, "__file__", None)
    return file if isinstance(file, str) else ""


def split_bot_file(text: str) -> tuple[Path, str]:
    """Return the path and the name (empty: none) of `FILE` or `FILE:NAME`."""
    path, colon, name = text.rpartition(":")
    return (Path(path), name) if colon and name.isidentifier() else (Path(text), "")


def _check_readable(path: Path) -> None:
    if path.is_dir():
        raise BotFileError(f"{path}: this is a folder; name the Python file in it")
    if not path.is_file():
        raise BotFileError(f"{path}: there is no such file; name a Python file or a level")
    try:
        path.read_bytes()
    except OSError as error:
        raise BotFileError(f"{path}: it cannot be read: {reason(error)}") from error


def _load(path: Path) -> ModuleType:
    _check_readable(path)
    name = _module_name(path.stem)
    # What the author keeps beside the file can be imported, but never in the place of a library's:
    # everything breaks in a process in which `random` is somebody's bot.
    sys.path.append(str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotFileError(f"{path}: this is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        # Bytes that are no text at all have no line.
        where = f"{error.filename}, line {error.lineno}" if error.lineno else path
        raise BotFileError(f"{where}: {error.msg}") from None
    except (Exception, SystemExit) as error:  # the author's code may raise anything
        raise BotFileError(f"{where_in(path, error)} while the file was loaded") from error
    return module


def _module_name(stem: str) -> str:
    """Return the name under which a file can be imported without hiding another module."""
    is_taken = (
        stem in sys.modules
        or stem in sys.stdlib_module_names
        or importlib.machinery.PathFinder.find_spec(stem) is not None
    )
    return f"bot_{stem}" if is_taken else stem


def where_in(path: Path, error: BaseException) -> str:
    """Return `FILE, line N, in FUNCTION: KIND: TEXT`, of the last line that is the author's own."""
    frames = traceback.extract_tb(error.__traceback__)
    folder = path.resolve().parent
    own = [
        frame
        for frame in frames
        if frame.filename[:1] not in ("", "<")  # as of what imports, or of exec(), which is no file
        and folder in Path(frame.filename).resolve().parents
    ]
    what = "".join(traceback.format_exception_only(error)).strip()
    if not own:
        return f"{path}: {what}"
    return f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}: {what}"


def _named(module: ModuleType, path: Path, name: str) -> Any:
    found = getattr(module, name, None)
    if found is None:
        there = ", ".join(kind.__name__ for kind in _classes(module)) or "none"
        raise BotFileError(f"{path}: it has no {name!r}; classes of bots in it: {there}")
    return found


def _only_one(module: ModuleType, path: Path) -> Any:
    if hasattr(module, "choose"):
        return module.choose
    classes = _classes(module)
    if len(classes) == 1:
        return classes[0]
    if not classes:
        raise BotFileError(
            f"{path}: it has neither a function choose(moment) nor a class with that method;"
            " write one of them"
        )
    names = ", ".join(kind.__name__ for kind in classes)
    raise BotFileError(f"{path}: it has several bots ({names}); name one as {path}:NAME")


def _classes(module: ModuleType) -> list[type]:
    """Return the classes of bots that are written in a file, not imported by it."""
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and hasattr(value, "choose")
    ]


def _maker(found: Any, module: ModuleType, path: Path) -> Callable[[], Bot]:
    if not inspect.isclass(found):
        _check_choose(found, path)
        return lambda: FunctionBot(found, module)
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        raise BotFileError(
            f"{path}: {found.__name__}() must be made without arguments: {error}"
        ) from None
    _check_choose(getattr(found, "choose", None), path, "self")
    return cast("Callable[[], Bot]", found)


def _check_choose(choose: Any, path: Path, *bound: str) -> None:
    if not callable(choose):
        raise BotFileError(f"{path}: `choose` is {choose!r}, and must be a function choose(moment)")
    if inspect.iscoroutinefunction(choose):
        raise BotFileError(f"{path}: choose() is `async`, and must be an ordinary function")
    line = f", line {choose.__code__.co_firstlineno}" if inspect.isfunction(choose) else ""
    try:
        inspect.signature(choose).bind(*bound, "moment")
    except TypeError as error:
        wanted = ", ".join([*bound, "moment"])
        raise BotFileError(
            f"{path}{line}: it must be choose({wanted}), with no other argument: {error}"
        ) from None


def _presets(given: Any, path: Path) -> Sequence[str]:
    if given is None:
        return list(PRESETS)
    presets = [given] if isinstance(given, str) else given
    if not isinstance(presets, Collection) or not presets:
        raise BotFileError(
            f"{path}: `presets` is {given!r}; name the games that it plays, or leave it out for all"
        )
    unknown = [preset for preset in presets if preset not in PRESETS]
    if unknown:
        known = ", ".join(PRESETS)
        raise BotFileError(f"{path}: `presets` names {unknown[0]!r}; there are only {known}")
    return [*presets]
