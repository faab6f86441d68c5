"""What a server allows its clients, so that none of them can make it grow without end."""

from __future__ import annotations

from typing import Annotated, NamedTuple, get_args, get_type_hints

from msgspec import Meta, Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of a server, told in the reply to `hello`."""

    line_bytes: Annotated[
        int,
        Meta(ge=1 << 10, le=1 << 26, description="bytes of a request, without its end of line"),
    ] = 1 << 21
    reply_bytes: Annotated[
        int, Meta(ge=1 << 16, le=1 << 26, description="bytes of a reply, with its end of line")
    ] = 1 << 21
    tables: Annotated[int, Meta(ge=1, le=10_000, description="tables at once")] = 64
    actions: Annotated[
        int, Meta(ge=1, le=10_000_000, description="actions in the history of a table")
    ] = 50_000
    simulations: Annotated[int, Meta(ge=1, le=2**31 - 1, description="simulations of a search")] = (
        100_000
    )
    seconds: Annotated[float, Meta(ge=0.001, le=1e6, description="seconds of a search")] = 10.0
    search_bytes: Annotated[
        int, Meta(ge=1 << 16, le=1 << 40, description="bytes of memory of a search")
    ] = 1 << 26
    searches: Annotated[
        int, Meta(ge=1, le=1024, description="searches that run at once; others wait")
    ] = 2
    connections: Annotated[int, Meta(ge=1, le=1024, description="connections over TCP at once")] = (
        32
    )


class Bounds(NamedTuple):
    """What a limit may be.

    Attributes
    ----------
    kind
        int or float.
    default
        Its default.
    least, most
        Its range.
    description
        What there is so much of, in words.
    """

    kind: type[int] | type[float]
    default: float
    least: float
    most: float
    description: str


def limit_names() -> tuple[str, ...]:
    """The names of the limits."""
    return Limits.__struct_fields__


def bounds(name: str) -> Bounds:
    """What the limit of a name may be."""
    kind, meta = get_args(get_type_hints(Limits, include_extras=True)[name])
    return Bounds(kind, getattr(Limits(), name), meta.ge, meta.le, meta.description)
