"""Every reply as a type, from which schema and documentation are made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from cardgames.analysis import RankedBy, StoppedBy
from cardgames.serve.errors import Code
from cardgames.serve.limits import Limits
from cardgames.serve.requests import VERSION, Id, Seat

Table = Annotated[str, Meta(description="name of the table")]
Viewer = Annotated[Seat | Literal["spectator"], Meta(description='the seat, or `"spectator"`')]
Told = Annotated[Seat | None, Meta(description="the seat; null if nobody may act")]


class Part(Struct, kw_only=True):
    """Something within a reply. It may get new fields, so the schema allows others."""


class Reply(Part, kw_only=True, tag_field="type"):
    """What all replies have."""

    v: Annotated[Literal[1], Meta(description="version of the protocol")] = VERSION
    id: Annotated[Id | None, Meta(description="that of the request")] = None


class Option(Part):
    """An option of a game."""

    name: Annotated[str, Meta(description="its name")]
    type: Annotated[str, Meta(description="`int`, `str`, `bool`, or a type of the game's own")]
    default: Annotated[str, Meta(description="its default in words")]
    allowed: Annotated[str, Meta(description="what is allowed, in words")]
    help: Annotated[str, Meta(description="what it does")]


class GameInfo(Part):
    """A game that can be played."""

    name: Annotated[str, Meta(description="its name, as `new` takes it")]
    options: Annotated[list[Option], Meta(description="its options")]


class Greeting(Reply, tag="hello"):
    """Answers `hello`."""

    library: Annotated[str, Meta(description="version of the library")]
    versions: Annotated[list[int], Meta(description="versions of the protocol")]
    games: Annotated[list[GameInfo], Meta(description="the games")]
    bots: Annotated[list[str], Meta(description="the bots; N is simulations, or seconds as `0.5s`")]
    limits: Annotated[Limits, Meta(description="the limits of the server")]


class Secrets(Part):
    """The secrets of a table, told once."""

    owner: Annotated[str, Meta(description="for everything")]
    seats: Annotated[list[str], Meta(description="for what each seat knows and does")]


class Action(Part):
    """An action that was played; what the viewer does not know is null."""

    seat: Annotated[Seat, Meta(description="the seat that played it")]
    action: Annotated[int | None, Meta(description="its id")]
    word: Annotated[str | None, Meta(description="its word")]


class TableState(Reply, tag="state"):
    """Answers `new`, `load`, `state`, `apply`, `undo` and `bot_move`: what everybody knows."""

    table: Table
    game: Annotated[str, Meta(description="name of the game")]
    text: Annotated[str, Meta(description="the game with its options in one text")]
    players: Annotated[list[str], Meta(description="the names of the seats, which may be empty")]
    secured: Annotated[bool, Meta(description="whether the table has secrets")]
    actions: Annotated[int, Meta(description="how many actions were played")]
    phase: Annotated[str, Meta(description="the phase, as the game's page names it")]
    to_act: Annotated[list[Seat], Meta(description="the seats that may act now")]
    current: Annotated[Seat | None, Meta(description="the first of them; null at the end")]
    scores: Annotated[list[int], Meta(description="points settled so far")]
    terminal: Annotated[bool, Meta(description="whether the game is over")]
    truncated: Annotated[bool, Meta(description="whether a limit of the game ended it")]
    winners: Annotated[list[Seat], Meta(description="who won; nobody before the end")]
    returns: Annotated[list[float], Meta(description="results in [-1, 1]; 0 before the end")]
    played: Annotated[
        Action | UnsetType,
        Meta(description="after `apply` and `bot_move`: what was played, for who asked for it"),
    ] = UNSET
    secrets: Annotated[
        Secrets | UnsetType, Meta(description="after `new` and `load` with `secrets`")
    ] = UNSET


class TableList(Reply, tag="tables"):
    """Answers `tables`."""

    tables: Annotated[list[str], Meta(description="names of the tables without secrets")]


class WholePosition(Reply, tag="position"):
    """Answers `position`."""

    table: Table
    position: Annotated[
        dict[str, Any], Meta(description="the position, in the format of the game's page")
    ]


class SeatView(Reply, tag="view"):
    """Answers `view`."""

    table: Table
    seat: Viewer
    view: Annotated[
        dict[str, Any],
        Meta(description="what it knows, in the format of the game's page; null is not known"),
    ]
    text: Annotated[str | UnsetType, Meta(description="the same as text, if asked for")] = UNSET
    svg: Annotated[str | UnsetType, Meta(description="the same as a picture, if asked for")] = UNSET


class LegalAction(Part):
    """An action that may be played."""

    action: Annotated[int, Meta(description="its id")]
    word: Annotated[str, Meta(description="its word")]
    info: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="if asked for: its `kind` and the fields of the game's page"),
    ] = UNSET


class LegalActions(Reply, tag="legal"):
    """Answers `legal`."""

    table: Table
    seat: Told
    actions: Annotated[list[LegalAction], Meta(description="the legal actions, by id")]


class Played(Reply, tag="history"):
    """Answers `history`."""

    table: Table
    start: Annotated[int, Meta(description="number of the first action, from 0")]
    total: Annotated[int, Meta(description="how many were played in all")]
    actions: Annotated[list[Action], Meta(description="the actions")]


class ActionValue(Part):
    """What a search found out about an action."""

    action: Annotated[int, Meta(description="its id")]
    word: Annotated[str, Meta(description="its word")]
    visits: Annotated[int, Meta(description="simulations that began with it")]
    mean: Annotated[
        float, Meta(description="mean return of the seat in them, in [-1, 1]; 0 without visits")
    ]
    error: Annotated[
        float | None,
        Meta(description="standard error of the mean; null with fewer than two visits"),
    ]
    prior: Annotated[float, Meta(description="what was thought of it before, in [0, 1]")]


class Analysis(Part):
    """What a search found out: `Analysis.to_dict()` of docs/search.md."""

    player: Annotated[Seat, Meta(description="the seat")]
    best: Annotated[int, Meta(description="id of the best action")]
    actions: Annotated[list[ActionValue], Meta(description="all legal actions, by id")]
    simulations: Annotated[int, Meta(description="how many were made")]
    seconds: Annotated[float, Meta(description="the time they took")]
    depth: Annotated[int, Meta(description="the most decisions in the tree in one simulation")]
    mean_depth: Annotated[float, Meta(description="the mean of them")]
    nodes: Annotated[int, Meta(description="nodes of all trees")]
    stopped_by: Annotated[
        StoppedBy, Meta(description="what ended it; `forced`: there is only one action")
    ]
    ranked_by: Annotated[RankedBy, Meta(description="what makes an action a better one")]


class Searched(Reply, tag="analysis"):
    """Answers `analyse`."""

    table: Table
    analysis: Annotated[Analysis, Meta(description="the result")]


class Saved(Reply, tag="saved"):
    """Answers `save`."""

    table: Table
    record: Annotated[
        dict[str, Any], Meta(description="a record of docs/records.md, a line of its files")
    ]


class Closed(Reply, tag="closed"):
    """Answers `close`."""

    table: Table


class Fault(Part):
    """Why a request was refused."""

    code: Annotated[Code, Meta(description="one of the codes below")]
    message: Annotated[str, Meta(description="the same for people, in a line")]
    limit: Annotated[
        str | UnsetType, Meta(description="for the code `limit`: the name of the limit")
    ] = UNSET


class Error(Reply, tag="error"):
    """Answers any line that was refused. Nothing has changed."""

    error: Annotated[Fault, Meta(description="why")]


AnyReply = (
    Greeting
    | TableState
    | TableList
    | WholePosition
    | SeatView
    | LegalActions
    | Played
    | Searched
    | Saved
    | Closed
    | Error
)
