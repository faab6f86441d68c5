"""Games by name: `make`, `games`, and the one list of all games.

A game's module is imported when the game is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, cast

from cardgames._core.state import State, game_of_bytes
from cardgames.arguments import as_text
from cardgames.errors import InvalidStateError, NotationError, OptionError, shown

if TYPE_CHECKING:
    from cardgames.game import Game

# Name of the game, which is its module's too, and its class.
GAMES: dict[str, str] = {
    "bottle_imp": "BottleImp",
    "cellar_des_triplettes": "CellarDesTriplettes",
    "wine_cellar": "WineCellar",
    "triplets": "Triplets",
}

_TEXT = r"\s*([A-Za-z_]\w*)\s*(?:\((.*)\))?\s*"
_OPTION = r"\s*([A-Za-z_]\w*)\s*=\s*(?:'([^'\"]*)'|\"([^'\"]*)\"|([\w.+-]+))\s*"
_CONSTANTS = {"None": None, "True": True, "False": False}
_MAX_TEXT = 1000
_MAX_DIGITS = 30


def games() -> tuple[str, ...]:
    """Names of the games that `make` knows."""
    return tuple(GAMES)


def game_class(name: str) -> type[Game[Any]]:
    """The class of a game.

    Raises
    ------
    NotationError
        No game has this name.
    """
    if name not in GAMES:
        raise NotationError(f"there is no game {shown(name)}; the games are {', '.join(GAMES)}")
    module = importlib.import_module(f"cardgames.{name}")
    return cast("type[Game[Any]]", getattr(module, GAMES[name]))


def make(text: str, /, **options: Any) -> Game[Any]:
    """A game from its name or text.

    Parameters
    ----------
    text
        A name, `"bottle_imp"`, or a name with options, `"bottle_imp(num_players=4,rounds=8)"`,
        which is what `str(game)` gives.
    **options
        The game's options, as its class takes them.

    Raises
    ------
    TypeError
        `text` is no string.
    NotationError
        The text cannot be read, or names no game.
    OptionError
        An option is unknown or its value not allowed, or it is given twice.

    Examples
    --------
    >>> from cardgames import make
    >>> make("bottle_imp", num_players=3)
    BottleImp(num_players=3, rounds=9)
    >>> make("bottle_imp(num_players=4,rounds=2)").max_game_length
    88
    """
    import re

    text = as_text(text, "the name or text of a game")

    match = re.fullmatch(_TEXT, text, re.DOTALL) if len(text) <= _MAX_TEXT else None
    if match is None:
        raise NotationError(
            f"{shown(text)} is no game; a game looks like 'bottle_imp(num_players=4)', "
            f"and the games are {', '.join(GAMES)}"
        )
    cls = game_class(match[1])
    values = _parse_options(match[2] or "")
    for name in options:
        if name in values:
            raise OptionError(name, "is given twice, in the text and as a keyword")
    return cls(**values, **options)


def state_from_bytes(data: bytes | bytearray | memoryview) -> State:
    """The state that `state.to_bytes()` saved, with the game that it belongs to.

    Raises
    ------
    TypeError
        `data` is not bytes.
    InvalidStateError
        The bytes are damaged, or hold no possible state.
    """
    text = game_of_bytes(data)
    try:
        game = make(text)
    except (TypeError, ValueError) as error:
        raise InvalidStateError(
            f"the bytes are of a game that cannot be made from its text; if you have it, use its "
            f"state_from_bytes: {error}"
        ) from None
    return cast("State", game.state_from_bytes(data))


def _parse_options(text: str) -> dict[str, Any]:
    """`a=1,b=2-2` as keywords; values are integers, None, True, False or words, quoted or not."""
    import re

    values: dict[str, Any] = {}
    if not text.strip():
        return values
    for part in text.split(","):
        match = re.fullmatch(_OPTION, part)
        if match is None:
            raise NotationError(f"{shown(part)} is no option; options look like 'rounds=8'")
        name, single, double, bare = match.groups()
        if name in values:
            raise OptionError(name, "is given twice")
        values[name] = (
            _value(bare) if bare is not None else single if single is not None else double
        )
    return values


def _value(word: str) -> object:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    digits = word[1:] if word[0] in "+-" else word
    if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
        return int(word)
    return word
