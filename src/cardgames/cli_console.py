"""What the commands of the command line have in common on a terminal: text, tables, progress."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple, TextIO

from cardgames.errors import shown

if TYPE_CHECKING:
    from rich.console import Console

EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def streams() -> tuple[TextIO | None, TextIO | None]:
    """Return stdout and stderr; Python has None for one that was closed from the start."""
    return sys.stdout, sys.stderr


def fail(message: str, code: int) -> int:
    """Say in one line why nothing was done."""
    _, stderr = streams()
    if stderr is not None:  # print would take stdout instead
        with suppress(OSError):
            print(f"cardgames: {message}", file=stderr)
    return code


def file_name(path: str) -> str:
    """The name of a file for a message: as it was given, if that can be printed."""
    return path if path.isprintable() else shown(path)


def stdout_console() -> Console:
    """The terminal, or whatever stdout is."""
    from rich.console import Console

    return Console(highlight=False)


def wrap(console: Console, text: str, first: str = "", indent: str | None = None) -> list[str]:
    """Break text into lines no wider than the terminal, without spaces at their ends."""
    return textwrap.wrap(
        text,
        max(console.width, 20),
        initial_indent=first,
        subsequent_indent=first if indent is None else indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


@contextmanager
def progress_bar(games: int, *, show: bool) -> Generator[Callable[[int, int], None] | None]:
    """Show a progress bar on stderr, which is gone when the run is over."""
    if not show:
        yield None
        return
    from rich import progress as bars
    from rich.console import Console

    with bars.Progress(
        bars.TextColumn("{task.description}"),
        bars.BarColumn(bar_width=24),  # not the full width: the terminal may add a ^C
        bars.TaskProgressColumn(),
        bars.TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        bars.TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("Playing", total=games)
        yield lambda done, _asked: bar.update(task, completed=done)


def print_lines(
    console: Console, lines: Iterable[str], style: str = "", head: tuple[str, int] = ("", 0)
) -> None:
    """Print lines as they are; `head` is the style of the first so many characters."""
    from rich.text import Text

    text = Text("\n".join(lines), style)
    text.stylize(head[0], 0, head[1])
    console.print(text, soft_wrap=True)


def print_facts(console: Console, facts: Mapping[str, str]) -> None:
    """Print facts, each beside its name."""
    for name, fact in facts.items():
        lines = wrap(console, fact, f"{name:<15}", " " * 15)
        print_lines(console, lines, head=("bold", len(name)))


class Layout(NamedTuple):
    """One way to show a table: spaces between columns, other heads, columns left out."""

    gap: int = 3
    heads: Mapping[str, str] = {}
    without: tuple[str, ...] = ()


def fitted_table(
    columns: Mapping[str, Sequence[str]],
    layouts: Sequence[Layout],
    width: int,
    rule: str,
    left: str = "",
) -> list[str]:
    """Tabulate columns in the first layout that is narrow enough, or else in the last.

    Parameters
    ----------
    columns
        The cells of each column under its head, at least one column.
    layouts
        From the widest to the narrowest.
    width
        Characters of a line.
    rule
        The character under the heads.
    left
        The column whose cells stand at the left.
    """
    table: list[str] = []
    for gap, heads, without in layouts:
        shown = {head: cells for head, cells in columns.items() if head not in without}
        named = [[heads.get(head, head), *cells] for head, cells in shown.items()]
        adjust = [str.ljust if head == left else str.rjust for head in shown]
        widths = [max(map(len, column)) for column in named]
        table = [
            (" " * gap)
            .join(put(cell, size) for put, cell, size in zip(adjust, row, widths, strict=True))
            .rstrip()
            for row in zip(*named, strict=True)
        ]
        if max(map(len, table)) <= width:
            break
    return [table[0], rule * max(map(len, table)), *table[1:]]


def duration(seconds: float) -> str:
    """Name a time, in milliseconds if it is short."""
    return f"{seconds * 1000:.1f} ms" if seconds < 0.9995 else f"{seconds:,.2f} s"


def counted(number: int, thing: str) -> str:
    """Name so many things, as in 1 game, 2 games."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
