"""Every request as a type, from which schema, checks and documentation are made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

VERSION: Literal[1] = 1

SAFE_INTEGER = 2**53 - 1  # up to here every reader of JSON keeps whole numbers
MOST_SEATS = 255

Id = Annotated[int, Meta(ge=-SAFE_INTEGER, le=SAFE_INTEGER)] | Annotated[str, Meta(max_length=200)]
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS)]
Seed = (
    Annotated[int, Meta(ge=0, le=SAFE_INTEGER)]
    | Annotated[
        str,
        Meta(pattern="^[0-9]{1,20}$", description="a text of 1 to 20 digits (for larger ones)"),
    ]
)

TableName = Annotated[str, Meta(max_length=100, description="name of the table")]
Secret = Annotated[
    str | None,
    Meta(description="secret of the seat or of the owner, where the table has secrets"),
]
OwnerSecret = Annotated[
    str | None, Meta(description="secret of the owner, where the table has secrets")
]
WantsSecrets = Annotated[
    bool, Meta(description="whether the table gets secrets; the reply has them")
]
Players = Annotated[
    list[str],
    Meta(description="a name for each seat; none at all is the same as all of them empty"),
]
ActingSeat = Annotated[
    Seat | None, Meta(description="the seat; by default the first of those that may act")
]


class Request(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all requests have."""

    v: Annotated[Literal[1], Meta(description="version of the protocol")]
    id: Annotated[Id | None, Meta(description="comes back in the reply")] = None


class Hello(Request, tag="hello"):
    """What the server is: versions, games and their options, bots, limits."""


class New(Request, tag="new"):
    """Open a table with a newly dealt game."""

    game: Annotated[
        str, Meta(description="the game, as `triplets` or `triplets(num_players=5,decks=2)`")
    ]
    options: Annotated[
        dict[str, Any] | None,
        Meta(description="the options as an object, where `game` is a name alone"),
    ] = None
    seed: Annotated[
        Seed | None,
        Meta(description="seed of the deal, above 2⁵³ − 1 in text; one is drawn by default"),
    ] = None
    players: Players = []
    secrets: WantsSecrets = False


class Load(Request, tag="load"):
    """Open a table with a game that was saved, or with a position; one of them is given."""

    record: Annotated[
        dict[str, Any] | None, Meta(description="what `save` gave; a record of docs/records.md")
    ] = None
    position: Annotated[
        dict[str, Any] | None,
        Meta(description="a whole position in the format of the game's page"),
    ] = None
    secrets: WantsSecrets = False


class Tables(Request, tag="tables"):
    """The tables that are open to all; those with secrets are not told."""


class State(Request, tag="state"):
    """Who is to act, the points and the result: what everybody knows."""

    table: TableName


class Position(Request, tag="position"):
    """Everything, hidden cards and the generator included, in the format of the game's page."""

    table: TableName
    secret: OwnerSecret = None


class View(Request, tag="view"):
    """What a seat knows, or what everybody does."""

    table: TableName
    seat: Annotated[
        Seat | Literal["spectator"],
        Meta(description='a seat, or `"spectator"`, which needs no secret'),
    ]
    secret: Secret = None
    text: Annotated[bool, Meta(description="whether the reply has it as a table in text")] = False
    svg: Annotated[bool, Meta(description="whether the reply has it as a picture")] = False


class Legal(Request, tag="legal"):
    """What a seat may play; nothing if it may not act now."""

    table: TableName
    seat: ActingSeat = None
    secret: Secret = None
    info: Annotated[bool, Meta(description="whether each action is told as an object too")] = False


class Apply(Request, tag="apply"):
    """Play an action."""

    table: TableName
    action: Annotated[
        Annotated[int, Meta(ge=0, le=SAFE_INTEGER)] | str,
        Meta(description="the action by its id or its word"),
    ]
    seat: ActingSeat = None
    secret: Secret = None


class Undo(Request, tag="undo"):
    """Take the last actions back."""

    table: TableName
    count: Annotated[int, Meta(ge=1, le=SAFE_INTEGER, description="how many actions")] = 1
    secret: OwnerSecret = None


class History(Request, tag="history"):
    """The actions played so far, as far as the viewer knows them; without a seat all of them."""

    table: TableName
    seat: Annotated[
        Seat | Literal["spectator"] | None,
        Meta(description='a seat, `"spectator"`, or null for everything, which is the owner\'s'),
    ] = None
    secret: Secret = None
    start: Annotated[
        int, Meta(ge=0, le=SAFE_INTEGER, description="number of the first action told, from 0")
    ] = 0
    count: Annotated[int, Meta(ge=1, le=10_000, description="how many are told at most")] = 1000


class BotMove(Request, tag="bot_move"):
    """Let a bot choose for a seat, and play that."""

    table: TableName
    bot: Annotated[
        str, Meta(max_length=100, description="`random`, `greedy`, or as `ismcts:500`, `flat:0.5s`")
    ]
    seat: ActingSeat = None
    secret: Secret = None
    seed: Annotated[
        Seed | None, Meta(description="seed of the choice; by default the table's own")
    ] = None


class Analyse(Request, tag="analyse"):
    """Search for good actions of a seat, with what it knows; nothing is played."""

    table: TableName
    seat: ActingSeat = None
    secret: Secret = None
    method: Annotated[
        Literal["ismcts", "puct", "flat"], Meta(description="how it searches; see docs/search.md")
    ] = "ismcts"
    simulations: Annotated[
        Annotated[int, Meta(ge=1, le=SAFE_INTEGER)] | None,
        Meta(description="how many; 1,000 by default, without end where there are seconds"),
    ] = None
    seconds: Annotated[
        Annotated[float, Meta(gt=0)] | None, Meta(description="stop after this time")
    ] = None
    seed: Annotated[Seed | None, Meta(description="seed of the search; one is drawn")] = None


class Save(Request, tag="save"):
    """The game with its history as a record, which `load` takes; secrets are not in it."""

    table: TableName
    secret: OwnerSecret = None


class Close(Request, tag="close"):
    """Forget the table."""

    table: TableName
    secret: OwnerSecret = None


AnyRequest = (
    Hello
    | New
    | Load
    | Tables
    | State
    | Position
    | View
    | Legal
    | Apply
    | Undo
    | History
    | BotMove
    | Analyse
    | Save
    | Close
)

# A request that is about a table.
AtTable = (
    State | Position | View | Legal | Apply | Undo | History | BotMove | Analyse | Save | Close
)
