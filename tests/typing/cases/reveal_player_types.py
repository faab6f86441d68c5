"""What type checkers make of searches, bots, tournaments and batches; see `reveal_types.py`.

The file is checked by mypy and pyright, and its functions are run: they do not only type-check.
"""

import io
from typing import Any, Literal, Protocol, assert_type

import numpy as np
from numpy.typing import NDArray

import cardgames
from cardgames import (
    BottleImp,
    Game,
    GameRecord,
    State,
    Triplets,
    WineCellar,
)
from cardgames import triplets as tr
from cardgames.bots import Bot, BotFor, GreedyBot, RandomBot, SearchBot, bot_name, make_bot
from cardgames.bottle_imp import (
    BottleImpState,
)
from cardgames.matches import ask
from cardgames.native import NativeFunction
from cardgames.records import GameRecorder, read_records
from cardgames.search import (
    ISMCTS,
    ActionValue,
    Analysis,
    FlatMonteCarlo,
    Searcher,
    Solution,
    solve,
)
from cardgames.tournament import (
    Estimate,
    PairDifference,
    Rating,
    Standing,
    TournamentResult,
    tournament,
)
from cardgames.vector import VectorGame, VectorStep, float_observations

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Masks = NDArray[np.bool_]


def searching() -> None:
    state = Triplets(num_players=3).new_state(seed=1)
    search = ISMCTS(20, seconds=9, threads=2, seed=1, selection="puct", progress=print)
    assert_type(search.simulations, int)
    assert_type(search.seconds, float | None)
    assert_type(search.exploration, float)
    assert_type(search.selection, Literal["ucb", "puct"])
    assert_type(search.choose(state), int)
    assert_type(search.choose(state, state.current_player), int)
    analysis = search.analyse(state)
    assert_type(analysis, Analysis)
    assert_type(analysis.best, int)
    assert_type(analysis.actions, tuple[ActionValue, ...])
    assert_type(analysis.ranked[0].mean, float)
    assert_type(analysis.ranked[0].visits, int)
    assert_type(
        analysis.stopped_by, Literal["simulations", "seconds", "memory", "progress", "forced"]
    )
    assert_type(analysis.to_dict(), dict[str, Any])
    assert_type(analysis.to_svg(), str)
    assert_type(analysis.to_html(), str)
    for searcher in (ISMCTS(5), FlatMonteCarlo(5)):
        assert_type(_found_by(searcher, state), float)
    assert_type(search.with_seed(2), ISMCTS)
    ISMCTS(5, selection="puct", policy=_alike).choose(state)
    ISMCTS(5, selection="puct", policy=_many_cards_first, rollout=_Sparing().choose).choose(state)


class _Compiled(Protocol):
    """What type checkers see of a `@cfunc` of numba, which need not be installed."""

    @property
    def address(self) -> int | None: ...

    @property
    def ctypes(self) -> object: ...


def native_functions(state: State, compiled: _Compiled, function: NativeFunction) -> None:
    """Only checked: without numba there is nothing to call it with."""
    for it in (compiled, function):
        assert_type(ISMCTS(5, rollout=it, evaluation=it, selection="puct", policy=it), ISMCTS)
        assert_type(FlatMonteCarlo(5, rollout=it), FlatMonteCarlo)
        assert_type(state.playouts(2, 1, rollout=it), NDArray[np.int32])


def _alike(state: State, player: int) -> list[float]:
    return [1.0] * len(state.legal_actions(player))


def _many_cards_first(world: State, player: int) -> list[int]:
    """A function for one game: a searcher plays every game, so the state's type is narrowed."""
    assert isinstance(world, tr.TripletsState)
    return [len(world.action_info(it).cards) for it in world.legal_actions(player)]


class _First:
    """A bot: nothing else is needed."""

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[0]


class _Lowest:
    """A bot for Triplets alone: its annotations say so."""

    def choose(self, state: tr.TripletsState, player: int) -> int:
        return min(state.legal_actions(player), key=lambda it: state.action_info(it).rank)


class _Sparing:
    """A bot for every game that does something of its own in one of them."""

    def choose(self, state: State, player: int) -> int:
        legal = state.legal_actions(player)
        if isinstance(state, tr.TripletsState):
            assert_type(state.view(player), tr.TripletsView)
            return min(legal, key=lambda it: len(state.action_info(it).cards))
        return legal[0]


def bots_for_one_game() -> None:
    game = Triplets(num_players=3)
    lowest: BotFor[tr.TripletsState] = _Lowest()
    for_all: Bot = _Sparing()
    for_one: BotFor[tr.TripletsState] = for_all
    assert_type(cardgames.play_match(game, [_Lowest(), _Lowest(), "random"], 1), GameRecord)
    assert_type(cardgames.play_match(game, [lowest, for_one, _Sparing()], 1), GameRecord)
    assert_type(
        cardgames.play_match(game.new_state(1), [_Lowest()] * 3, on_action=_seen), GameRecord
    )
    cardgames.play_match(cardgames.make("triplets(num_players=3)"), [_Lowest()] * 3, 1)
    cardgames.play_match(cardgames.make("wine_cellar(num_players=2)"), [_Sparing(), _First()], 1)
    assert_type(_played(game), GameRecord)
    state = game.new_state(1)
    assert_type(ask(_Lowest(), state, state.current_player, 1), int)
    assert_type(tournament(game, [_Lowest(), _Sparing(), "random"], 3), TournamentResult)
    assert_type(tournament(game, {"low": _Lowest(), "any": "random"}, 3), TournamentResult)


def _played(start: Game[State] | State) -> GameRecord:
    """Takes either, as play_match does."""
    return cardgames.play_match(start, [_First(), "random", GreedyBot()], 1)


def _seen(state: tr.TripletsState, player: int, action: int) -> None:
    assert_type(state, tr.TripletsState)


def bots_and_matches() -> None:
    game = Triplets(num_players=3)
    bots: list[Bot | str] = [_First(), "random", SearchBot(ISMCTS(5))]
    record = cardgames.play_match(game, bots, seed=1)
    assert_type(record, GameRecord)
    assert_type(record.actions, tuple[tuple[int, int], ...])
    assert_type(record.scores, tuple[int, ...])
    assert_type(record.final_state(), State)
    assert_type(GameRecord.from_json(record.to_json()), GameRecord)
    for state, player, action in record.replay():
        assert_type(state, State)
        assert_type(player, int)
        assert_type(action, int)
    recorder = GameRecorder(game.new_state(seed=1), ["Ann", "Bob", "Cy"])
    assert_type(recorder, GameRecorder[tr.TripletsState])
    assert_type(recorder.state, tr.TripletsState)
    assert_type(recorder.record(), GameRecord)
    assert_type(list(read_records(io.StringIO(record.to_json()))), list[GameRecord])
    made = make_bot("ismcts:5").with_seed(7)
    assert_type(made, GreedyBot | RandomBot | SearchBot)
    assert_type(made.name, str)
    bots.append(made)
    assert_type(bot_name(GreedyBot()), str)
    assert_type(RandomBot(seed=1).with_seed(2), RandomBot)


def tournaments() -> None:
    result = tournament(
        WineCellar(num_players=2), {"first": _First(), "other": "random"}, 4, seed=1
    )
    assert_type(result, TournamentResult)
    assert_type(result.standings, tuple[Standing, ...])
    assert_type(result.standings[0].score, Estimate)
    assert_type(result.standings[0].score.mean, float)
    assert_type(result.pairs, tuple[PairDifference, ...])
    assert_type(result.ratings_if_installed(), tuple[Rating, ...])
    assert_type(result.standings[0].score.interval, tuple[float, float] | None)
    assert_type(result.to_csv(), str)
    assert_type(result.to_html(), str)


def _found_by(searcher: Searcher, state: State) -> float:
    return max(it.mean for it in searcher.analyse(state).actions)


def solving() -> None:
    state = WineCellar(num_players=2).new_state(seed=1)
    while state.view().round < 8:
        state.apply(state.legal_actions()[0])
    solution = solve(state, positions=10**6)
    assert_type(solution, Solution)
    assert_type(solution.returns, tuple[float, ...])
    assert_type(solution.line, tuple[int, ...])
    assert_type(solution.positions, int)


def many_games() -> None:
    games = VectorGame(BottleImp(rounds=1), num_envs=3, seed=1, threads=2)
    assert_type(games, VectorGame[BottleImpState, Floats, Masks])
    assert_type(games.game, Game[BottleImpState])
    assert_type(games.state(0), BottleImpState)
    assert_type(games.num_envs, int)
    assert_type(games.seed, int)
    assert_type(games.threads, int)
    assert_type(games.seed_of(0, 0), int)
    assert_type(games.observations, Floats)
    assert_type(games.legal_masks, Masks)
    assert_type(games.step(games.legal_masks.argmax(axis=1)).observations.shape, tuple[Any, ...])
    actions = games.random_actions()
    assert_type(actions, NDArray[np.int32])
    step = games.step(actions)
    assert_type(step, VectorStep[Floats, Masks])
    assert_type(games.reset(), VectorStep[Floats, Masks])
    assert_type(games.reset(seed=2), VectorStep[Floats, Masks])
    assert_type(step.observations, Floats)
    assert_type(step.legal_masks, Masks)
    assert_type(step.current_players, NDArray[np.int32])
    assert_type(step.rewards, NDArray[np.float32])
    assert_type(step.dones, NDArray[np.bool_])
    assert_type(step.truncated, NDArray[np.bool_])
    assert_type(step.scores, NDArray[np.int32])
    assert_type(step.episodes, NDArray[np.int64])
    games.step(games.random_actions().astype(np.int64))
    games.step(games.random_actions().tolist())
    assert_type(VectorGame(cardgames.make("triplets"), 2, 1).state(0), Any)
    _first_state(games)


def arrays_by_argument() -> None:
    game = BottleImp(rounds=1)
    compact = VectorGame(game, 3, 1, observations="uint8")
    assert_type(compact, VectorGame[BottleImpState, Bytes, Masks])
    assert_type(float_observations(game, compact.observations), Floats)
    assert_type(
        VectorGame(game, 3, 1, 2, "float32", False), VectorGame[BottleImpState, Floats, None]
    )
    assert_type(VectorGame(game, 3, 1, masks=False).legal_masks, None)
    unseen = VectorGame(game, 3, 1, observations=None)
    assert_type(unseen, VectorGame[BottleImpState, None, Masks])
    assert_type(unseen.reset(), VectorStep[None, Masks])
    assert_type(VectorGame(game, 3, 1, 1, "uint8", masks=False).reset().observations, Bytes)
    neither = VectorGame(game, 3, 1, observations=None, masks=False)
    assert_type(neither, VectorGame[BottleImpState, None, None])
    _with_masks(game, masks=True)


def _with_masks(game: BottleImp, masks: bool) -> None:
    """Where nobody knows the argument, nobody knows the array."""
    games = VectorGame(game, 3, 1, masks=masks)
    assert_type(games.legal_masks, Masks | None)


def _first_state(games: VectorGame[State, Any, Any]) -> State:
    """Takes the games of any kind."""
    return games.state(0)


EXAMPLES = (
    many_games,
    arrays_by_argument,
    searching,
    bots_and_matches,
    bots_for_one_game,
    tournaments,
    solving,
)
