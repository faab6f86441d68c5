"""`cardgames replay FILE`: a recorded game move by move.

(typer evaluates the annotations of a command where it stands: hence no `from __future__ import
annotations`.)
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Never

from cardgames._core.state import State
from cardgames.cli_console import counted, file_name, print_facts, print_lines, stdout_console
from cardgames.cli_games import INTEGER, check_range
from cardgames.errors import RecordError, shown

if TYPE_CHECKING:
    import typer
    from rich.console import Console

    from cardgames.records import GameRecord

__all__ = ["add_replay", "after_action", "is_seen_by"]


def add_replay(app: "typer.Typer") -> None:
    """Add the command to the app of the command line."""
    import typer

    @app.command("replay")
    def _replay(
        ctx: typer.Context,
        file: Annotated[str, typer.Argument(metavar="FILE", help="A file of recorded games.")],
        game: Annotated[
            int | None,
            typer.Option("--game", help="Which game of the file. Default: the first.", **INTEGER),
        ] = None,
        player: Annotated[
            int | None,
            typer.Option("--player", help="What this player sees. Default: everything.", **INTEGER),
        ] = None,
        at: Annotated[
            int | None,
            typer.Option(
                "--at", help="The position after this move only; 0 is the beginning.", **INTEGER
            ),
        ] = None,
        moves: Annotated[
            bool, typer.Option("--moves", help="The moves without positions.")
        ] = False,
        list_: Annotated[bool, typer.Option("--list", help="The games of the file only.")] = False,
    ) -> None:
        """Show a recorded game move by move."""
        if list_:
            if moves or (game, player, at) != (None, None, None):
                ctx.fail("--list goes with no other option")
            _list_games(ctx, file)
            return
        if moves and at is not None:
            ctx.fail("--moves does not go with --at")
        record = _find(ctx, file, 1 if game is None else game)
        if player is not None:
            check_range(ctx, "--player", player, 0, record.game.num_players - 1)
        if at is not None:
            check_range(ctx, "--at", at, 0, len(record.actions))
        console = stdout_console()
        _show_header(console, record)
        if at is None:
            _show_moves(console, record, player, with_positions=not moves)
        else:
            _show_position(console, record, player, at)


def _records(ctx: "typer.Context", path: str) -> "Iterator[GameRecord]":
    """The records of a file; what cannot be read ends the command with a line that says so."""
    from cardgames.records import read_records

    name = file_name(path)
    try:
        yield from read_records(path)
    except OSError as error:
        ctx.fail(f"cannot read {name}: {error.strerror}")
    except RecordError as error:
        ctx.fail(f"{name}, {error}")


def _find(ctx: "typer.Context", path: str, wanted: int) -> "GameRecord":
    """The game of a number, from 1."""
    count = 0
    for count, record in enumerate(_records(ctx, path), 1):
        if count == wanted:
            return record
    if count == 0:
        _refuse_empty(ctx, path)
    ctx.fail(f"--game must be 1 to {count:,}, not {shown(wanted)}")


def _list_games(ctx: "typer.Context", path: str) -> None:
    console = stdout_console()
    number = 0
    for number, record in enumerate(_records(ctx, path), 1):
        names = ", ".join(name or "-" for name in record.players)
        moves = counted(len(record.actions), "move")
        line = f"{number}  {record.game}  {names}  {moves}  {_result(record)}"
        _print(console, line)
    if number == 0:
        _refuse_empty(ctx, path)


def _refuse_empty(ctx: "typer.Context", path: str) -> Never:
    ctx.fail(f"there is no game in {file_name(path)}")


# What a person sees


def _show_header(console: "Console", record: "GameRecord") -> None:
    _print(console, str(record.game), style="bold")
    seed = "none, it begins with a position" if record.seed is None else f"{record.seed}"
    names = {f"Player {seat}": name for seat, name in enumerate(record.players) if name}
    facts = {"Seed": seed, **names, "Moves": f"{len(record.actions):,}"}
    print_facts(console, {name: _encodable(console, fact) for name, fact in facts.items()})


def _show_moves(
    console: "Console", record: "GameRecord", player: int | None, *, with_positions: bool
) -> None:
    """Show the whole game."""
    if with_positions:
        _print_position(console, "Beginning", record.start_state(), player)
    else:
        console.print()
    for line, state in _moves(record, player):
        if with_positions:
            _print_position(console, line, state, player)
        else:
            _print(console, line)
    console.print()
    _print(console, f"Result: {_result(record)}", style="bold")


def _show_position(console: "Console", record: "GameRecord", player: int | None, at: int) -> None:
    """Show one position of the game."""
    line, state = "Beginning", record.start_state()
    if at > 0:
        line, state = next(islice(_moves(record, player), at - 1, None))
    _print_position(console, line, state, player)


def _moves(record: "GameRecord", player: int | None) -> Iterator[tuple[str, State]]:
    """Each move in words, as far as the player sees it, and the position after it."""
    for number, (state, seat, action) in enumerate(record.replay(), 1):
        is_seen = player in (None, seat) or is_seen_by(state, seat, action, player)
        word = record.game.action_to_string(action) if is_seen else "(not seen)"
        state.apply(action, seat)
        yield f"{number}. {_named(record, seat)}: {word}", state


def is_seen_by(state: State, seat: int, action: int, viewer: int) -> bool:
    """Whether the viewer sees what another seat does: nothing else would look the same."""
    legal = state.legal_actions(seat)
    if len(legal) == 1:  # what is chosen at the same time stays hidden until all have chosen
        return len(state.to_act) == 1
    after = after_action(state, seat, action)
    seen = after.information_key(viewer)
    others = (after_action(state, seat, other) for other in legal)
    return all(other.information_key(viewer) != seen or other == after for other in others)


def after_action(state: State, seat: int, action: int) -> State:
    """A copy of the state in which the action has been played."""
    copy = state.copy()
    copy.apply(action, seat)
    return copy


def _named(record: "GameRecord", seat: int) -> str:
    name = record.players[seat]
    return f"player {seat} ({name})" if name else f"player {seat}"


def _result(record: "GameRecord") -> str:
    if not record.is_over:
        return "the game is not over"
    scores = ", ".join(f"{score}" for score in record.scores)
    winners = " and ".join(_named(record, seat) for seat in record.winners)
    verb = "wins" if len(record.winners) == 1 else "win"
    cut = ", cut short by a limit" if record.is_truncated else ""
    return f"{scores}; {winners} {verb}{cut}"


def _print_position(console: "Console", line: str, state: State, player: int | None) -> None:
    console.print()
    _print(console, line, style="bold")
    _print(console, str(state.view(player)))


def _print(console: "Console", text: str, style: str = "") -> None:
    """Print text as it is, with ? for what the output cannot show."""
    print_lines(console, [_encodable(console, text)], style=style)


def _encodable(console: "Console", text: str) -> str:
    return text.encode(console.encoding, "replace").decode(console.encoding)
