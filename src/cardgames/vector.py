"""Many games at once in arrays, for training: `VectorGame`.

>>> import cardgames
>>> from cardgames.vector import VectorGame
>>> games = VectorGame(cardgames.BottleImp(num_players=4), num_envs=256, seed=1)
>>> games.legal_masks.shape
(256, 216)
>>> step = games.step(games.random_actions())
>>> step.current_players is games.current_players
True

Observations of bytes take a quarter of the memory, and the floats follow from them:

>>> compact = VectorGame(games.game, num_envs=256, seed=1, observations="uint8")
>>> floats = float_observations(games.game, compact.observations)
>>> bool((floats == games.reset().observations).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Never,
    SupportsIndex,
    TypeVar,
    cast,
    overload,
)

from cardgames._core.vector import VectorCore
from cardgames.arguments import checked_int, checked_seed, checked_threads
from cardgames.errors import CardGamesError, shown
from cardgames.game import Game, StateT, StateT_co

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

    _Floats = NDArray[np.float32]
    _Bytes = NDArray[np.uint8]
    _Masks = NDArray[np.bool_]

__all__ = ["VectorGame", "VectorStep", "float_observations"]

# The types of the arrays that can be switched off, None where they are.
ObservationsT_co = TypeVar("ObservationsT_co", covariant=True)
MasksT_co = TypeVar("MasksT_co", covariant=True)

_MAX_ENVS = 2**31 - 1
_MAX_EPISODE = 2**63 - 1
_FORMS = (None, "float32", "uint8")
_WIDE_BYTES = 4


def _scales(game: Game[Any]) -> tuple[list[int], list[int]]:
    """The scale of each entry of an observation, and which entries are wide."""
    layout = game.observation_layout()
    scales = [block.scale for block in layout for _ in range(block.start, block.stop)]
    wide = [i for block in layout if block.wide for i in range(block.start, block.stop)]
    return scales, wide


def float_observations(game: Game[Any], rows: NDArray[Any]) -> NDArray[np.float32]:
    """The observations that rows of bytes tell, bit for bit those of a VectorGame with floats.

    Parameters
    ----------
    game
        The game of the observations.
    rows
        uint8, of any shape whose last axis is a row as a VectorGame with observations="uint8"
        writes it.

    Returns
    -------
    numpy.ndarray
        float32, of the same shape but for the last axis, which is observation_size long.

    Raises
    ------
    TypeError, CardGamesError
        `rows` is no such array, or its rows are not as long as those of this game.
    """
    import numpy as np

    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    if not isinstance(rows, np.ndarray) or rows.dtype != np.uint8:
        what = f"of {rows.dtype}" if isinstance(rows, np.ndarray) else type(rows).__name__
        raise TypeError(f"rows must be a NumPy array of uint8, not {what}")
    size = game.observation_size
    scales, wide = _scales(game)
    length = size + _WIDE_BYTES * len(wide)
    if rows.shape[-1:] != (length,):
        raise CardGamesError(
            f"rows must be {length} bytes long for {game}, so not of shape {rows.shape}"
        )
    rows = np.asarray(rows)
    numbers = rows[..., :size].astype(np.float32)
    if wide:
        numbers[..., wide] = np.ascontiguousarray(rows[..., size:]).view(np.int32)
    numbers /= np.array(scales, np.float32)
    return numbers


class VectorStep(NamedTuple, Generic[ObservationsT_co, MasksT_co]):
    """The arrays of a `VectorGame`, row or entry i for env i; every step writes all of them anew.

    For type checkers it has two parameters, the types of `observations` and of `legal_masks`.

    Attributes
    ----------
    observations
        float32, shape (num_envs, observation_size): what the current player knows, laid out as
        `game.observation_layout()` says. Or uint8, from which the same floats follow exactly, see
        `VectorGame`. None if they are switched off.
    legal_masks
        bool, shape (num_envs, num_actions): what the current player may play. None if they are
        switched off.
    current_players
        int32, shape (num_envs,): the seat that the next action is played for.
    rewards
        float32, shape (num_envs, num_players): where the step ended a game, its returns in
        [-1, 1]; 0 elsewhere.
    dones
        bool, shape (num_envs,): whether the step ended a game. All of the arrays above rewards are
        then those of the next game, which has begun.
    truncated
        bool, shape (num_envs,): whether it ended because a safety limit was reached.
    scores
        int32, shape (num_envs, num_players): where the step ended a game, its final points; 0
        elsewhere.
    episodes
        int64, shape (num_envs,): how many games have ended here since the reset; it is also the
        number of the game that is being played.
    """

    observations: ObservationsT_co
    legal_masks: MasksT_co
    current_players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    scores: NDArray[np.int32]
    episodes: NDArray[np.int64]


class VectorGame(Generic[StateT_co, ObservationsT_co, MasksT_co]):
    """Many games with the same options, stepped together in the core without the GIL.

    Game number k of env i is `game.new_state(vector_game.seed_of(i, k))`, played by the actions
    that `step` is given: there is nothing that a single state does otherwise. Where several seats
    may act, an action is played for the first of them, as `State.apply` does without a player.

    The arrays are made once and stay the same objects; every step overwrites them, so copy what you
    keep. Nothing is read back from them: what you write there is harmless, and gone after the next
    step. One thread at a time may use a VectorGame. It cannot be pickled or copied.

    Each entry of an observation is a whole number divided by the `scale` of its block in
    `game.observation_layout()`. A row of "uint8" has that number of each entry as a byte. Where a
    byte is too small, in the blocks that are `wide`, the byte is 0, and the numbers of all these
    entries follow at the end of the row, in order, as int32 in the byte order of the machine.
    `float_observations` makes the floats of it, bit for bit.

    For type checkers it has three parameters: the type of the states, and those of `observations`
    and `legal_masks`, which follow from the arguments. `VectorGame[State, Any, Any]` is any one.

    Parameters
    ----------
    game
        The game, with its options.
    num_envs
        How many games are played side by side, at least 1.
    seed
        0 to 2**64 - 1. What is dealt depends on the game, the seed, env and episode only.
    threads
        How many threads step the games, 1 to 1024; one for every 64 games at the most. The results
        do not depend on it.
    observations
        "float32"; "uint8", which takes a quarter of the memory; or None for none: they take more
        time than all the rest.
    masks
        Whether `legal_masks` are written.

    Attributes
    ----------
    observations, legal_masks, current_players, rewards, dones, truncated, scores, episodes
        The arrays, see `VectorStep`. A new VectorGame has dealt already.

    Raises
    ------
    TypeError, CardGamesError
        An argument is of a wrong type or out of range.
    MemoryError
        There is no memory for so many games.
    """

    __slots__ = (
        "_core",
        "_game",
        "_step",
        "_threads",
        "current_players",
        "dones",
        "episodes",
        "legal_masks",
        "observations",
        "rewards",
        "scores",
        "truncated",
    )

    observations: ObservationsT_co
    legal_masks: MasksT_co
    current_players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    scores: NDArray[np.int32]
    episodes: NDArray[np.int64]

    # Defaults are those of the first: where an argument is not given, it is the one that fits.
    @overload
    def __init__(
        self: VectorGame[StateT, _Floats, _Masks],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: Literal["float32"] = ...,
        masks: Literal[True] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, _Floats, None],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: Literal["float32"] = ...,
        masks: Literal[False] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, _Bytes, _Masks],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: Literal["uint8"] = ...,
        masks: Literal[True] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, _Bytes, None],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: Literal["uint8"] = ...,
        masks: Literal[False] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, None, _Masks],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: None = ...,
        masks: Literal[True] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, None, None],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: None = ...,
        masks: Literal[False] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: VectorGame[StateT, _Floats | _Bytes | None, _Masks | None],
        game: Game[StateT],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = ...,
        observations: Literal["float32", "uint8"] | None = ...,
        masks: bool = ...,
    ) -> None: ...
    def __init__(
        self,
        game: Game[Any],
        num_envs: SupportsIndex,
        seed: SupportsIndex,
        threads: SupportsIndex = 1,
        observations: Literal["float32", "uint8"] | None = "float32",
        masks: bool = True,
    ) -> None:
        if not issubclass(type(game), Game):  # isinstance would believe what it says of its class
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        form = str.__str__(observations) if isinstance(observations, str) else None
        if form not in _FORMS or (form is None and observations is not None):
            raise CardGamesError(
                f"observations must be 'float32', 'uint8' or None, not {shown(observations)}"
            )
        if not isinstance(masks, bool):
            raise TypeError(f"masks must be True or False, not {type(masks).__name__}")
        count = checked_int(num_envs, "num_envs", 1, _MAX_ENVS)
        value = checked_seed(seed)
        self._threads = checked_threads(threads)
        self._game: Game[StateT_co] = game
        scales, wide = _scales(game) if form == "uint8" else (None, None)
        self._core = VectorCore(
            game, count, value, self._threads, form is not None, masks, scales, wide
        )
        self._step: VectorStep[ObservationsT_co, MasksT_co] = self._arrays(count, form)
        for name, array in self._step._asdict().items():
            setattr(self, name, array)

    def _arrays(self, count: int, form: str | None) -> VectorStep[Any, Any]:
        """The arrays, over the memory of the core: it lives as long as any of them."""
        import numpy as np

        game, memory = self._game, self._core.arrays

        def array(name: str, dtype: DTypeLike, *row: int) -> Any:
            return np.frombuffer(memory[name], dtype).reshape(count, *row)

        return VectorStep(
            None if form is None else array("observations", np.dtype(form), -1),
            array("legal_masks", np.bool_, game.num_actions) if "legal_masks" in memory else None,
            array("current_players", np.int32),
            array("rewards", np.float32, game.num_players),
            array("dones", np.bool_),
            array("truncated", np.bool_),
            array("scores", np.int32, game.num_players),
            array("episodes", np.int64),
        )

    @property
    def game(self) -> Game[StateT_co]:
        """The game that is played."""
        return self._game

    @property
    def num_envs(self) -> int:
        """How many games are played side by side."""
        return len(self._step.dones)

    @property
    def seed(self) -> int:
        """The seed of the last reset."""
        return self._core.seed

    @property
    def threads(self) -> int:
        """How many threads may step the games."""
        return self._threads

    def seed_of(self, env: SupportsIndex, episode: SupportsIndex) -> int:
        """The seed of a game: number `episode` (from 0) of those that `env` plays.

        It follows from `seed`, `env` and `episode` alone, and is the same in every release.

        Raises
        ------
        TypeError, CardGamesError
            `env` or `episode` is no integer or out of range.
        """
        return self._core.seed_of(
            checked_int(env, "env", 0, self.num_envs - 1),
            checked_int(episode, "episode", 0, _MAX_EPISODE),
        )

    def reset(self, seed: SupportsIndex | None = None) -> VectorStep[ObservationsT_co, MasksT_co]:
        """Deal game 0 of every env; the generator of `random_actions` begins anew as well.

        Parameters
        ----------
        seed
            0 to 2**64 - 1; None is the seed that it has, which gives the same games again.

        Returns
        -------
        VectorStep
            The arrays: nothing is done, rewards and scores are 0.

        Raises
        ------
        TypeError, CardGamesError
            The seed is no integer or out of range, or another thread is at work here.
        """
        value = self.seed if seed is None else checked_seed(seed)
        self._core.reset(value)
        return self._step

    def step(
        self, actions: NDArray[np.int32] | NDArray[np.int64] | Sequence[SupportsIndex]
    ) -> VectorStep[ObservationsT_co, MasksT_co]:
        """Play an action in every env, for its current player; all actions are played or none.

        Where that ends a game, the next one is dealt at once.

        Parameters
        ----------
        actions
            Action ids, shape (num_envs,): a C-contiguous int32 or int64 array (anything with the
            buffer protocol), which is read without making objects, or a sequence of ints.

        Returns
        -------
        VectorStep
            The arrays, always the same ones.

        Raises
        ------
        IllegalActionError
            An action is not legal: the message tells the first such env, its action, what would be
            legal there, and how many others there are. Nothing has changed, nor has it after any
            other error.
        TypeError
            `actions` is of a wrong type.
        CardGamesError
            It is of a wrong shape or not contiguous, or another thread is at work here.
        """
        self._core.step(actions)
        return self._step

    def random_actions(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A uniformly random legal action for every env.

        They are drawn in the core from a generator of its own, which `reset` seeds from the seed:
        the deals do not depend on whether and how often this is called, nor it on the threads.

        Parameters
        ----------
        out
            A writable C-contiguous int32 array of num_envs to write to and return.

        Raises
        ------
        TypeError, CardGamesError
            `out` is no such array, or another thread is at work here.
        """
        if out is None:
            import numpy as np

            out = np.empty(self.num_envs, np.int32)
        self._core.random_actions(out)
        return out

    def state(self, env: SupportsIndex) -> StateT_co:
        """A copy of the game that an env is playing, as a state of its own.

        Raises
        ------
        TypeError, CardGamesError
            `env` is no integer or out of range, or another thread is at work here.
        """
        number = checked_int(env, "env", 0, self.num_envs - 1)
        return cast("StateT_co", self._core.state(number))

    def __reduce__(self) -> Never:
        raise TypeError(
            "a VectorGame cannot be pickled or copied: make another one of the same game and seed"
        )

    def __repr__(self) -> str:
        return f"<VectorGame of {self.num_envs} x {self._game}, seed {self.seed}>"
