"""`cardgames serve`: games for programs in any language, over lines of JSON.

(typer evaluates the annotations of a command where it stands: hence no `from __future__ import
annotations`.)
"""

import inspect
from typing import TYPE_CHECKING, Annotated, Any

from cardgames.cli_games import INTEGER
from cardgames.serve import command

if TYPE_CHECKING:
    import typer

__all__ = ["add_serve"]


def add_serve(app: "typer.Typer") -> None:
    """Add the command to the app of the command line."""
    import typer

    try:
        limits = _limit_options()
        missing = None
    except ModuleNotFoundError as error:
        limits, missing = [], error

    def serve(ctx: typer.Context, port: int | None, schema: bool, **values: Any) -> None:
        if missing is not None:
            raise typer.Exit(command.missing(missing))
        try:
            checked = command.checked(port, values)
        except ValueError as error:
            ctx.fail(str(error))
        if schema:
            command.print_schema()
            return
        raise typer.Exit(command.run(port, checked))

    parameters = [
        _parameter("ctx", typer.Context),
        _parameter(
            "port",
            Annotated[int | None, typer.Option("--port", help=command.PORT_HELP, **INTEGER)],
            None,
        ),
        _parameter(
            "schema", Annotated[bool, typer.Option("--schema", help=command.SCHEMA_HELP)], False
        ),
        *limits,
    ]
    # typer reads the parameters of a command from its signature
    vars(serve)["__signature__"] = inspect.Signature(parameters)
    app.command("serve", help="Serve games to programs in any language, over lines of JSON.")(serve)


def _limit_options() -> list[inspect.Parameter]:
    import typer

    from cardgames.serve.limits import bounds, limit_names

    options: list[inspect.Parameter] = []
    for name in limit_names():
        limit = bounds(name)
        kind: Any = limit.kind
        declared = typer.Option(
            command.flag_of(name),
            **(INTEGER if kind is int else {}),
            help=f"At most so many {limit.description}.",
            rich_help_panel="Limits",
        )
        options.append(_parameter(name, Annotated[kind, declared], limit.default))
    return options


def _parameter(
    name: str, kind: Any, default: object = inspect.Parameter.empty
) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
