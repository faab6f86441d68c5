"""Bots in the words of the command line: those of the library, and those in files of the user's."""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from cardgames.cli_console import file_name
from cardgames.errors import BotError, CardGamesError, shown

if TYPE_CHECKING:
    import typer

    from cardgames.bots import Bot

_IN_FILE = re.compile(r"(?P<path>.+\.py):(?P<name>\w+)", re.DOTALL)


def read_bots(ctx: typer.Context, text: str) -> list[Bot]:
    """The bots of a text such as ``random,ismcts:500,mine.py:Lowest``; a usage error if it is none.

    What stands behind the name of a file is a class that is called without arguments, or a bot.
    """
    from cardgames.bots import bot_name, make_bot

    words = [word.strip() for word in text.split(",")]
    if not all(words):
        ctx.fail(f"--bots must be bots with commas between them, not {shown(text)}")
    bots: list[Bot] = []
    names: set[str] = set()
    for word in words:
        in_file = _IN_FILE.fullmatch(word)
        try:
            bot = make_bot(word) if in_file is None else _bot_in_file(**in_file.groupdict())
            name = bot_name(bot)
        except CardGamesError as error:
            ctx.fail(f"--bots: {error}")
        if name in names:
            ctx.fail(f"--bots: {shown(name)} is named twice; name each bot once")
        names.add(name)
        bots.append(bot)
    return bots


def _bot_in_file(path: str, name: str) -> Bot:
    """The bot of this name in a file, which is imported as a module.

    So processes find it too: they are given the places of modules.
    """
    from cardgames.bots.bot import is_bot

    module = _module_in_file(path)
    file = file_name(path)
    found: Any = vars(module).get(name)
    if found is None:
        raise BotError(f"{file} has no {name}")
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:
            raise BotError(f"{name} of {file} cannot be made: {_said(error, path)}") from None
    if not is_bot(found):
        raise BotError(f"{name} of {file} is no bot: it has no method choose(state, player)")
    return cast("Bot", found)


def _module_in_file(path: str) -> ModuleType:
    """The module that a file is."""
    file = file_name(path)
    if not os.path.isfile(path):
        raise BotError(f"there is no file {file}")
    folder, base = os.path.split(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    stem = base.removesuffix(".py")
    try:
        module = importlib.import_module(stem)
    except (Exception, SystemExit) as error:
        raise BotError(f"{file} cannot be imported: {_said(error, path)}") from None
    if not os.path.samefile(getattr(module, "__file__", None) or os.devnull, path):
        raise BotError(f"there is another module {stem}; give {file} another name")
    return module


def _said(error: BaseException, path: str) -> str:
    """An error in a file, with the last line of the file that led to it."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename) == os.path.abspath(path)
    ]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{where}"
