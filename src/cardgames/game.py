"""What all games have in common on the Python side: `Game` and `View`."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    SupportsIndex,
    TypeVar,
    cast,
)

from cardgames._core.state import SPECTATOR as SPECTATOR
from cardgames._core.state import CoreGame, State
from cardgames.arguments import as_integer, as_text, checked_int, checked_seed, checked_threads
from cardgames.errors import (
    IllegalActionError,
    InvalidStateError,
    NotationError,
    OptionError,
    shown,
    shown_json,
)
from cardgames.parallel import run_blocks
from cardgames.positions import mapping
from cardgames.seeds import new_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Covariant, as a game only gives states away: a function of a Game[State] takes every game.
StateT_co = TypeVar("StateT_co", bound=State, covariant=True)
StateT = TypeVar("StateT", bound=State)
WordT = TypeVar("WordT", bound=str)

_MAX_GAMES = 2**40
_MAX_BYTE = 255


class OptionSpec(NamedTuple):
    """One option of a game, for command lines and forms.

    Attributes
    ----------
    name
        Keyword of the option.
    type
        `int`, `str`, `bool`, or a class of the game's module.
    default_text
        The default in words.
    allowed_text
        What is allowed, in words.
    help
        What the option does, one line.
    files
        For a value that command lines read from files, by `type.from_csv`: what each file holds.
    """

    name: str
    type: type[Any]
    default_text: str
    allowed_text: str
    help: str
    files: tuple[str, ...] = ()


class ObservationBlock(NamedTuple):
    """A named part of the observation vector: entries start to stop - 1.

    Attributes
    ----------
    name
        Its name.
    start, stop
        Where it begins, and where the next one does.
    meaning
        What it tells, in words.
    scale
        Every entry is a whole number divided by this one.
    wide
        Whether a byte is too small for its whole numbers: below 0 or above 255.
    """

    name: str
    start: int
    stop: int
    meaning: str
    scale: int
    wide: bool


class BlockSpec(NamedTuple):
    """A block of an observation as a game tells it.

    Its entries are whole numbers divided by `scale`: from 0 to the scale or a little more, unless
    they are `unbounded`.
    """

    name: str
    size: int
    meaning: str
    scale: int = 1
    unbounded: bool = False


class GameSample(NamedTuple):
    """What random games were like, one row or entry a game.

    Attributes
    ----------
    scores
        int32, shape (n, num_players): final points.
    lengths
        int32, shape (n,): actions played.
    choices
        int64, shape (n,): sum over the actions of how many were legal.
    max_choices
        int32, shape (n,): the most actions that were legal at once.
    winners
        int32, shape (n,): bit s is set if seat s won.
    truncated
        bool, shape (n,): whether a safety limit ended the game.
    """

    scores: NDArray[np.int32]
    lengths: NDArray[np.int32]
    choices: NDArray[np.int64]
    max_choices: NDArray[np.int32]
    winners: NDArray[np.int32]
    truncated: NDArray[np.bool_]


class View(ABC):
    """What one viewer knows of a state. Each game has a frozen dataclass derived from this.

    All have the fields `game`, `player` (a seat, `SPECTATOR`, or None for everything), `phase`,
    `to_act` and `scores`.
    """

    __slots__ = ()

    # Each class has types of its own for these two; a phase is a str.
    game: Any
    phase: Any
    player: int | None
    to_act: tuple[int, ...]
    scores: tuple[int, ...]

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The view in the position format of the game's page, ready for JSON."""

    def __str__(self) -> str:
        text: str = _module_of("pictures", self.game.name).text(self)
        return text

    def to_svg(self) -> str:
        """A picture, the text of an SVG document; it shows only what the view holds."""
        picture: str = _module_of("pictures", self.game.name).svg(self)
        return picture

    def _repr_svg_(self) -> str:
        return self.to_svg()


class GameOptions:
    """Base of the games' options, each a frozen dataclass.

    Values are checked and complete: no default is left open.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]


class Game(ABC, Generic[StateT_co]):
    """The rules of a game with its options: immutable, comparable, hashable, picklable.

    Games differ by their class and options only. A subclass gives `name`, `OPTIONS`, checks its
    options, makes a core and has the words of its actions; see docs/architecture.md.
    """

    __slots__ = ("_core", "_options", "_text", "_word_ids", "_words")

    name: ClassVar[str]
    OPTIONS: ClassVar[tuple[OptionSpec, ...]]
    # Options that str and repr always show; the others are shown when they differ from their
    # default.
    _always_shown: ClassVar[tuple[str, ...]] = ("num_players",)

    _core: CoreGame
    _options: GameOptions
    _text: bytes
    _words: tuple[str, ...]
    _word_ids: dict[str, int]

    def _set_up(self, core: CoreGame, options: GameOptions, words: tuple[str, ...]) -> None:
        """Completes construction; called once, at the end of a subclass's `__init__`."""
        if hasattr(self, "_core"):
            raise AttributeError("a game cannot be changed; make a new one")
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_options", options)
        object.__setattr__(self, "_words", words)
        word_ids = {word: i for i, word in enumerate(words)}
        object.__setattr__(self, "_word_ids", word_ids)
        object.__setattr__(self, "_text", str(self).encode())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game cannot be changed; make a new one to change {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a game cannot be changed")

    # --- facts ---

    @property
    def options(self) -> GameOptions:
        """The options, checked and complete."""
        return self._options

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return self._core.num_players

    @property
    def num_actions(self) -> int:
        """Number of action ids: actions are 0 to num_actions - 1."""
        return self._core.num_actions

    @property
    def max_legal_actions(self) -> int:
        """The most actions that can be legal at once for one seat."""
        return self._core.max_legal_actions

    @property
    def max_game_length(self) -> int:
        """A proven bound on the number of actions of a game."""
        return self._core.max_game_length

    @property
    def observation_size(self) -> int:
        """Number of floats of an observation."""
        return self._core.observation_size

    @property
    def state_size(self) -> int:
        """Bytes of a state's struct."""
        return self._core.state_size

    @property
    def max_score(self) -> int:
        """No seat can score more, and solo `returns()` is a part of it; 0 if no bound is told."""
        return self._core.max_score

    @classmethod
    def option_specs(cls) -> tuple[OptionSpec, ...]:
        """The options of the game, for command lines and forms."""
        return cls.OPTIONS

    def observation_layout(self) -> tuple[ObservationBlock, ...]:
        """The blocks of an observation, in order and without gaps."""
        blocks: list[ObservationBlock] = []
        start = 0
        for name, size, meaning, scale, unbounded in self._observation_blocks():
            wide = unbounded or scale > _MAX_BYTE
            blocks.append(ObservationBlock(name, start, start + size, meaning, scale, wide))
            start += size
        return tuple(blocks)

    @abstractmethod
    def _observation_blocks(self) -> Iterator[BlockSpec]:
        """Each block of an observation, in the order of the core."""

    # --- states ---

    def new_state(self, seed: SupportsIndex | None = None) -> StateT_co:
        """A newly dealt game.

        Parameters
        ----------
        seed
            0 to 2**64 - 1. The same game and seed give the same state on every platform, Python and
            release. None draws one from the operating system; `state.seed` tells it.

        Raises
        ------
        TypeError, CardGamesError
            The seed is no integer, or out of range.
        """
        if seed is None:
            seed = new_seed()
        return cast("StateT_co", self._core.new_state(self, seed))

    def state_from_dict(self, d: Mapping[str, Any]) -> StateT_co:
        """The state of a position in the format of the game's page.

        Raises
        ------
        TypeError
            `d` is no mapping.
        InvalidStateError
            The position is not possible, belongs to another game or other options, or is a view
            with hidden parts.
        """
        reader = _module_of("positions", self.name).PositionReader(self, d)
        return cast("StateT_co", reader.state())

    def state_from_bytes(self, b: bytes | bytearray | memoryview) -> StateT_co:
        """The state that `state.to_bytes()` saved.

        Raises
        ------
        TypeError
            `b` is not bytes.
        InvalidStateError
            The bytes are damaged, of another version or game, or hold no possible position.
        """
        return cast("StateT_co", self._core.state_from_bytes(self, b, self._text))

    # --- actions ---

    def action_to_string(self, a: SupportsIndex) -> str:
        """An action in the notation of the game's page.

        Raises
        ------
        TypeError, NotationError
            `a` is no integer, or no action id.
        """
        return self._words[self._action_id(a)]

    def parse_action(self, s: str) -> int:
        """The id of an action in words; the exact inverse of `action_to_string`.

        Raises
        ------
        TypeError, NotationError
            `s` is no string, or no action.
        """
        word = as_text(s, "an action in words")
        try:
            return self._word_ids[word]
        except KeyError:
            raise NotationError(
                f"{shown(word)} is no action of {self.name}; actions look like "
                + ", ".join(repr(word) for word in self._example_words())
            ) from None

    @abstractmethod
    def action_info(self, a: SupportsIndex) -> object:
        """An action as a typed dataclass.

        Raises
        ------
        TypeError, NotationError
            `a` is no integer, or no action id.
        """

    # --- random games ---

    def playouts(
        self, n: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex = 1
    ) -> NDArray[np.int32]:
        """Final scores of random games, played in the core without the GIL.

        Parameters
        ----------
        n
            Number of games, each from a new deal.
        seed
            0 to 2**64 - 1. Game i depends on the seed and i only, not on n or the threads.
        threads
            How many threads play.

        Returns
        -------
        numpy.ndarray
            int32, shape (n, num_players).
        """
        return self.sample_games(n, seed, threads).scores

    def sample_games(
        self,
        n: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = 1,
        first: SupportsIndex = 0,
    ) -> GameSample:
        """Random games and what they were like.

        Parameters
        ----------
        n, seed, threads
            As for `playouts`.
        first
            Number of the first game: a run can be split into blocks that together are the same run.
        """
        import numpy as np

        count = checked_int(n, "n", 0, _MAX_GAMES)
        value = checked_seed(seed)
        start = checked_int(first, "first", 0, _MAX_GAMES)
        sample = GameSample(
            np.empty((count, self.num_players), np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.int64),
            np.empty(count, np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.bool_),
        )

        def work(begin: int, end: int) -> None:
            rows = slice(begin, end)
            self._core.run_games(
                start + begin,
                end - begin,
                value,
                sample.scores[rows],
                sample.lengths[rows],
                sample.choices[rows],
                sample.max_choices[rows],
                sample.winners[rows],
                sample.truncated[rows],
            )

        self._run(work, count, threads)
        return sample

    def _state_playouts(
        self,
        state: State,
        n: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex,
        determinize_for: SupportsIndex | None,
        rollout: object,
    ) -> NDArray[np.int32]:
        """Hook of the core for `State.playouts`."""
        import numpy as np

        from cardgames._core.playouts import run_playouts
        from cardgames.rollouts import checked_rollout

        count = checked_int(n, "n", 0, _MAX_GAMES)
        value = checked_seed(seed)
        played = checked_rollout(rollout)
        scores = np.empty((count, self.num_players), np.int32)
        # The run is of the state as it is now, whatever other threads do to it.
        start = state.copy()

        def work(begin: int, end: int) -> None:
            run_playouts(
                start, begin, end - begin, value, scores[begin:end], determinize_for, played
            )

        self._run(work, count, threads)
        return scores

    def _run(self, work: Callable[[int, int], None], count: int, threads: SupportsIndex) -> None:
        run_blocks(work, count, checked_threads(threads), self.max_game_length)

    # --- value semantics and text ---

    def __eq__(self, other: object) -> bool:
        if not issubclass(type(other), Game):  # isinstance would believe what it says of its class
            return NotImplemented
        game = cast("Game[Any]", other)
        return self.name == game.name and self._options == game._options

    def __hash__(self) -> int:
        return hash((self.name, self._options))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (type(self), self.option_values())

    def option_values(self) -> dict[str, Any]:
        """The options as a dict."""
        return {name: getattr(self._options, name) for name in self._options.__dataclass_fields__}

    def position_options(self) -> dict[str, Any]:
        """The options as a position has them, ready for JSON."""
        return self.option_values()

    def saved_options(self) -> dict[str, Any]:
        """The options in full, ready for JSON, as a record of a game has them."""
        return self.position_options()

    @classmethod
    def from_saved_options(cls, options: Mapping[str, Any]) -> Self:
        """The game of what `saved_options` gave.

        Raises
        ------
        CardGamesError
            They are no options of this game.
        """
        return cls(**options)

    def _shown_options(self) -> dict[str, Any]:
        """Options that tell this game from others of its class."""
        values = self.option_values()
        always = {name: values.pop(name) for name in self._always_shown}
        defaults = self._default_values(always)
        return always | {name: v for name, v in values.items() if v != defaults[name]}

    @abstractmethod
    def _default_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values that options have when only the given ones are said."""

    def __str__(self) -> str:
        """The text that `cardgames.make` takes."""
        options = ",".join(f"{name}={value}" for name, value in self._shown_options().items())
        return f"{self.name}({options})"

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self._shown_options().items())
        return f"{type(self).__name__}({options})"

    # --- hooks of the core and helpers for subclasses ---

    @abstractmethod
    def _view_of(self, state: State, player: int | None) -> View:
        """Hook: the view of a seat, SPECTATOR or (None) everything; the player is checked."""

    def _action_info_here(self, state: State, a: SupportsIndex) -> object:
        """Hook: `state.action_info`; games whose page says more override it."""
        return self.action_info(a)

    @abstractmethod
    def _why_illegal(self, state: State, player: int, action: int, code: int) -> str:
        """Why the core refused an action, as the end of a sentence."""

    @abstractmethod
    def _example_words(self) -> tuple[str, ...]:
        """A few actions in words, for error messages."""

    def _illegal(self, state: State, action: int, player: int, code: int) -> IllegalActionError:
        """Hook: the error for an action that the core refused with this code."""
        if not 0 <= action < self.num_actions:
            text = f"there is no action {shown(action)}: actions are 0 to {self.num_actions - 1}"
        elif player < 0:
            text = f"{self._words[action]!r} may not be played"
        else:
            text = f"player {player} may not play {self._words[action]!r}"
            if not state.is_terminal:
                text += f": {self._why_illegal(state, player, action, code)}"
        if state.is_terminal:
            text += "; the game is over, no action is legal"
        elif legal := state.legal_words(player):
            text += f"; legal: {', '.join(legal)}"
        else:
            text += f"; to act: {', '.join(str(seat) for seat in state.to_act)}"
        return IllegalActionError(action, player, text)

    def _action_id(self, a: SupportsIndex) -> int:
        action = as_integer(a, "action")
        if not 0 <= action < self.num_actions:
            raise NotationError(
                f"there is no action {shown(action)}: actions are 0 to {self.num_actions - 1}"
            )
        return action

    def check_position_game(self, name: object, options: object) -> None:
        """Refuses a position of another game or other options."""
        if type(name) is not str or name != self.name:
            raise InvalidStateError(f"game: must be {self.name!r}, not {shown_json(name)}")
        values = self.position_options()
        given = mapping(options)
        if given is None or set(given) != set(values):
            raise InvalidStateError(
                f"options: must be a dict with the keys {', '.join(values)}, "
                f"not {shown_json(options)}"
            )
        for option, value in values.items():
            if type(given[option]) is not type(value) or given[option] != value:
                raise InvalidStateError(
                    f"options: {option} is {shown_json(given[option])}, but this game is {self}"
                )


def _module_of(package: str, game: str) -> Any:
    """A game's module of `positions` or `pictures`, imported when it is first used."""
    return importlib.import_module(f"cardgames.{package}.{game}")


def _restore_game(cls: type[Game[Any]], options: dict[str, Any]) -> Game[Any]:
    """Unpickles a game."""
    return cls(**options)


def option_int(value: object, name: str, least: int, most: int) -> int:
    """An integer option within bounds."""
    try:
        number = as_integer(value, name)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise OptionError(name, f"must be an integer from {least} to {most}, not {shown(value)}")
    return number


def option_bool(value: object, name: str) -> bool:
    """A true or false option."""
    if not isinstance(value, bool):
        raise OptionError(name, f"must be True or False, not {shown(value)}")
    return value


def option_word(value: object, name: str, allowed: tuple[WordT, ...]) -> WordT:
    """An option that is one of a few words."""
    try:
        word = as_text(value, name)
    except TypeError:
        word = ""
    for known in allowed:
        if word == known:
            return known
    words = " or ".join(repr(known) for known in allowed)
    raise OptionError(name, f"must be {words}, not {shown(value)}")


def refuse_unknown(cls: type[Game[Any]], unknown: Mapping[str, object]) -> None:
    """Refuses keywords that are no options of the game."""
    for name in unknown:
        allowed = ", ".join(spec.name for spec in cls.OPTIONS)
        raise OptionError(str(name), f"is no option of {cls.name}; its options are {allowed}")
