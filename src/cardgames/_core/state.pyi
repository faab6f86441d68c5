"""Types of the generic extension classes; their behaviour is documented here."""

from collections.abc import Iterable
from typing import Any, Final, Never, Self, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from cardgames.game import Game, View
from cardgames.rollouts import Rollout

SPECTATOR: Final = -1

@final
class Block:
    """The arrays of one block of playouts, checked, and a state to play in. Private to the core."""

    def __new__(
        cls,
        core: CoreGame,
        first: SupportsIndex,
        count: SupportsIndex,
        scores: object,
        lengths: object,
        choices: object,
        max_choices: object,
        winners: object,
        truncated: object,
    ) -> Self: ...

@disjoint_base
class CoreGame:
    """A game's options as the rules need them. Private to the facade; see cardgames._core."""

    def __new__(cls, *arguments: object) -> Self: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def max_legal_actions(self) -> int: ...
    @property
    def max_game_length(self) -> int: ...
    @property
    def observation_size(self) -> int: ...
    @property
    def state_size(self) -> int: ...
    @property
    def max_score(self) -> int: ...
    def new_state(self, owner: Game[Any], seed: SupportsIndex) -> State: ...
    def state_from_bytes(
        self, owner: Game[Any], data: bytes | bytearray | memoryview, game_text: bytes
    ) -> State: ...
    def run_games(
        self,
        first: int,
        count: int,
        seed: int,
        scores: NDArray[np.int32],
        lengths: NDArray[np.int32] | None,
        choices: NDArray[np.int64] | None,
        max_choices: NDArray[np.int32] | None,
        winners: NDArray[np.int32] | None,
        truncated: NDArray[np.bool_] | None,
    ) -> None: ...

@disjoint_base
class State:
    """A position of a game: mutable, copyable, comparable, never hashable.

    States come from a game: `new_state`, `state_from_dict`, `state_from_bytes`. One state may be
    used by one thread at a time.
    """

    game: Final[Game[Any]]
    __hash__: None  # type: ignore[assignment]  # states change, so they are not hashable

    @property
    def seed(self) -> int | None:
        """The seed of `new_state`; None for a state that came from elsewhere."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that may act now, ascending; several in a simultaneous phase, none at the end."""

    @property
    def current_player(self) -> int:
        """`to_act[0]`, or -1 at the end."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def is_truncated(self) -> bool:
        """Whether the game is over because a safety limit was reached."""

    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]:
        """Legal actions of a seat (default `current_player`), ascending; [] if it may not act."""

    def legal_words(self, player: SupportsIndex | None = None) -> list[str]:
        """The legal actions in notation, in the order of `legal_actions`."""

    def legal_mask(
        self, player: SupportsIndex | None = None, out: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """The legal actions as a bool array of `num_actions`.

        Parameters
        ----------
        player
            The seat, default `current_player`.
        out
            A writable C-contiguous bool array of `num_actions` to write to and return.
        """

    def is_legal(self, action: SupportsIndex, player: SupportsIndex | None = None) -> bool:
        """Whether a seat (default `current_player`) may play it now; False for unknown ids."""

    def apply(self, action: SupportsIndex, player: SupportsIndex | None = None) -> None:
        """Plays an action for a seat (default `current_player`), in place.

        Raises
        ------
        IllegalActionError
            The seat may not play it now; the state is untouched.
        TypeError, CardGamesError
            `action` or `player` is no integer; there is no such seat.
        """

    def apply_all(self, actions: Iterable[SupportsIndex]) -> None:
        """Plays several actions, each for `current_player`: all, or none if one is refused."""

    def apply_unchecked(self, action: SupportsIndex, player: SupportsIndex) -> None:
        """Plays an action without asking whether it is legal.

        For loops that take actions from `legal_actions`. An illegal action leaves a meaningless
        position, which may then be refused by `state_from_bytes` and `state_from_dict`; memory
        stays safe.
        """

    def scores(self) -> tuple[int, ...]:
        """Points settled so far, one per seat; the final points at the end."""

    def winners(self) -> tuple[int, ...]:
        """Seats that won, () before the end."""

    def returns(self) -> tuple[float, ...]:
        """Results in [-1, 1], zero-sum; all 0 before the end.

        With k winners among n seats, winners get (n / k - 1) / (n - 1), the others -1 / (n - 1).
        Solo games: score / max_score.
        """

    def copy(self) -> Self:
        """An independent state of the same position, its generator and seed included."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    # The slots are there, but states have no order.
    def __ge__(self, other: Never, /) -> Never: ...
    def __gt__(self, other: Never, /) -> Never: ...
    def __le__(self, other: Never, /) -> Never: ...
    def __lt__(self, other: Never, /) -> Never: ...
    @property
    def hash64(self) -> int:
        """A 64-bit hash of game and position, generator included; equal for equal positions."""

    def to_bytes(self) -> bytes:
        """Versioned bytes with a checksum, for `from_bytes` and `game.state_from_bytes`."""

    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview) -> State:
        """The state that `to_bytes` saved, with the game that it belongs to.

        Raises
        ------
        TypeError
            `data` is not bytes.
        InvalidStateError
            The bytes are damaged, of another version, or hold no possible state.
        """

    def view(self, player: SupportsIndex | None = None) -> View:
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""

    def observation(
        self, player: SupportsIndex | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """What a viewer knows as float32 numbers, laid out as `game.observation_layout()` says.

        Parameters
        ----------
        player
            The seat or `SPECTATOR`; default `current_player`, at the end the spectator.
        out
            A writable C-contiguous float32 array of `observation_size` to write to and return.
        """

    def information_key(self, player: SupportsIndex) -> bytes:
        """Bytes that are equal for two states if and only if the views of the seat are equal."""

    def determinize(self, player: SupportsIndex, seed: SupportsIndex) -> Self:
        """A state drawn from those that the seat cannot tell from this one.

        The law is that of the game's page. Its generator is seeded from `seed` (0 to 2**64 - 1),
        and its own `seed` is None.
        """

    def guided_action(self, seed: SupportsIndex, player: SupportsIndex | None = None) -> int:
        """An action of a seat, by default `current_player`, as guided playouts choose it.

        It is drawn from `seed` (0 to 2**64 - 1) by the rule on the game's page, which looks at
        nothing that the seat does not know. In games without a rule any legal action may come.
        """

    def playout(self, seed: SupportsIndex) -> tuple[int, ...]:
        """Final scores of a copy played to the end with uniformly random actions.

        The generator of the copy is seeded from `seed`: later deals are not those of this state.
        Equal to row 0 of `playouts(n, seed)`.
        """

    def playouts(
        self,
        n: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = 1,
        determinize_for: SupportsIndex | None = None,
        rollout: Rollout = "random",
    ) -> NDArray[np.int32]:
        """Final scores of games from here, played in the core without the GIL.

        Parameters
        ----------
        n
            Number of games.
        seed
            0 to 2**64 - 1. Game i depends on the position, the seed and i only, not on the threads.
        threads
            How many threads play.
        determinize_for
            A seat: every game starts from a new determinization for it.
        rollout
            "random": any action is as likely as every other; "guided": by the rule of
            `guided_action`; a native function of `cardgames.native`; or a function of a state and
            a seat that gives an action, which needs the GIL.

        Returns
        -------
        numpy.ndarray
            int32, shape (n, num_players).
        """

    def perft(self, depth: SupportsIndex) -> int:
        """How many sequences of `depth` actions start here, `current_player` acting each time."""

    def action_info(self, action: SupportsIndex) -> object:
        """An action as a typed dataclass, with what it does here where the game's page says so."""

    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def to_svg(self) -> str:
        """A picture of the whole position, the text of an SVG document."""

    def _repr_svg_(self) -> str: ...

def game_of_bytes(data: bytes | bytearray | memoryview) -> str: ...
def acting_seat(state: object, player: SupportsIndex | None = None) -> int:
    """The seat, by default `current_player`, if it may act now.

    Raises
    ------
    TypeError, CardGamesError
        `state` is no state, `player` no seat; the seat may not act now, or has no legal action.
    """

def seed_stream(seed: int, number: int) -> int: ...
def restore_state(game: Game[Any], data: bytes) -> State: ...
