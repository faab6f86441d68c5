"""Matches: who is asked, with what, what comes of a bad answer, and the record of it all."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import BotError, CardGamesError, Game, RecordError, State
from cardgames.bots import Bot
from cardgames.matches import ask, play_match
from cardgames.records import GameRecord
from cardgames.seeds import one_way, stream

from .options import OPTION_SETS

GAMES: tuple[Game[Any], ...] = (
    cardgames.BottleImp(num_players=4, rounds=1),
    cardgames.CellarDesTriplettes(num_players=3),
    cardgames.WineCellar(num_players=2),
    cardgames.WineCellar(num_players=1),
    cardgames.Triplets(num_players=3, max_rounds=20),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
PASS = cardgames.BottleImp(num_players=3)


class First:
    """A bot that plays the first legal action."""

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[0]


@dataclass
class Drawing:
    """A bot that draws its actions by its seed."""

    seed: int | None = None
    name: str = "drawing"
    random: Random = field(default_factory=Random)

    def with_seed(self, seed: int) -> Drawing:
        return Drawing(seed, self.name, Random(seed))

    def choose(self, state: State, player: int) -> int:
        return self.random.choice(state.legal_actions(player))


@dataclass
class Fixed:
    """A bot that gives the same answer whatever it is asked."""

    answer: Any
    name: str = "fixed"

    def choose(self, state: State, player: int) -> int:
        answer: int = self.answer
        return answer


class Broken:
    """A bot that raises an error of its own."""

    def choose(self, state: State, player: int) -> int:
        raise LookupError("no idea")


@dataclass
class Spy:
    """A bot that keeps what it was asked, and answers as another one."""

    bot: Bot = field(default_factory=First)
    asked: list[tuple[State, int]] = field(default_factory=list[tuple[State, int]])

    def choose(self, state: State, player: int) -> int:
        self.asked.append((state.copy(), player))
        return self.bot.choose(state, player)


def firsts(game: Game[Any]) -> list[First]:
    return [First()] * game.num_players


# --- Asking ---


def test_a_bot_is_asked_with_the_world_of_the_seed() -> None:
    state = PASS.new_state(seed=1)
    spy = Spy()
    before = state.to_bytes()
    assert ask(spy, state, 2, 99) == state.legal_actions(2)[0]
    assert state.to_bytes() == before
    ((world, player),) = spy.asked
    assert player == 2
    assert world == state.determinize(2, 99)
    assert world != state


def test_a_bot_that_plays_on_in_its_world_changes_nothing() -> None:
    class Eager(First):
        def choose(self, state: State, player: int) -> int:
            action = super().choose(state, player)
            while not state.is_terminal:
                state.apply(state.legal_actions()[0])
            return action

    state = PASS.new_state(seed=1)
    before = state.to_bytes()
    assert ask(Eager(), state, 0, 1) == state.legal_actions(0)[0]
    assert state.to_bytes() == before


def test_an_answer_of_numpy_becomes_an_int() -> None:
    state = PASS.new_state(seed=1)
    legal = state.legal_actions(0)[3]
    answer = ask(Fixed(np.int64(legal)), state, 0, 1)
    assert (type(answer), answer) == (int, legal)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "chose None: an action must be an int, not NoneType"),
        ("17", "chose '17': an action must be an int, not str"),
        (2.0, "chose 2.0: an action must be an int, not float"),
        (True, "chose True: an action must be an int, not bool"),
        (-1, "chose -1: there is no action -1: actions are 0 to 215; legal: devil"),
        (10**400, "chose <a very large integer>: there is no action <a very large integer>: "),
        (24, "chose 24: player 1 may not play '17': cards are passed before any is played; legal:"),
    ],
    ids=["none", "word", "float", "bool", "negative", "huge", "illegal"],
)
def test_a_bad_answer_is_told_with_bot_seat_and_what_is_legal(answer: Any, told: str) -> None:
    state = PASS.new_state(seed=1)
    before = state.to_bytes()
    with pytest.raises(BotError) as caught:
        ask(Fixed(answer), state, 1, 1)
    assert str(caught.value).startswith(f"bot 'fixed' at seat 1 {told}")
    assert state.to_bytes() == before


def test_what_a_bot_raises_goes_through() -> None:
    with pytest.raises(LookupError, match="no idea"):
        ask(Broken(), PASS.new_state(seed=1), 0, 1)
    with pytest.raises(LookupError, match="no idea"):
        play_match(PASS, [First(), Broken(), First()], seed=1)


def test_only_a_seat_that_may_act_is_asked() -> None:
    state = cardgames.Triplets(num_players=3).new_state(seed=1)
    seat = state.current_player
    other = (seat + 1) % 3
    with pytest.raises(CardGamesError, match=f"player {other} may not act now; to act: {seat}"):
        ask(First(), state, other, 1)
    with pytest.raises(CardGamesError, match="player must be from 0 to 2, not 3"):
        ask(First(), state, 3, 1)
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    with pytest.raises(CardGamesError, match="player 0 may not act now; the game is over"):
        ask(First(), state, 0, 1)


@pytest.mark.parametrize(
    "bot",
    [None, First, "random", 5, object()],
    ids=["none", "class", "text", "number", "object"],
)
def test_what_is_no_bot_is_not_asked(bot: Any) -> None:
    with pytest.raises(TypeError, match="bot must be a bot, with a method choose"):
        ask(bot, PASS.new_state(seed=1), 0, 1)


def test_arguments_of_ask_are_checked() -> None:
    state: Any = PASS
    with pytest.raises(TypeError, match="state must be a state of a game, not BottleImp"):
        ask(First(), state, 0, 1)
    with pytest.raises(CardGamesError, match="seed must be from 0"):
        ask(First(), PASS.new_state(seed=1), 0, -1)


# --- Playing ---


@each_game
def test_a_match_is_the_game_that_the_bots_play(game: Game[Any]) -> None:
    state = game.new_state(7)
    expected: list[tuple[int, int]] = []
    while not state.is_terminal:
        seat = state.current_player
        expected.append((seat, state.legal_actions()[-1 if seat else 0]))
        state.apply(expected[-1][1])

    class Last(First):
        def choose(self, state: State, player: int) -> int:
            return state.legal_actions(player)[-1]

    record = play_match(game, [First(), *[Last()] * (game.num_players - 1)], seed=7)
    assert record.game is game
    assert (record.seed, record.start) == (7, None)
    assert record.players == ("First", *["Last"] * (game.num_players - 1))
    assert list(record.actions) == expected
    assert record.final_state() == state
    assert record.is_over
    assert (record.scores, record.winners) == (state.scores(), state.winners())
    assert (record.returns, record.is_truncated) == (state.returns(), state.is_truncated)


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_a_match_with_every_option_set_is_played_to_its_end(game: Game[Any]) -> None:
    record = play_match(game, [Drawing() for _ in range(game.num_players)], seed=3)
    assert record.is_over
    assert GameRecord.from_json(record.to_json()) == record


@each_game
def test_the_seed_decides_everything(game: Game[Any]) -> None:
    bots = [Drawing()] * game.num_players
    records = [play_match(game, bots, seed) for seed in (5, 5, 6)]
    assert records[0] == records[1]
    assert records[0].actions != records[2].actions
    drawn = play_match(game, bots)
    assert drawn.seed is not None
    assert play_match(game, bots, drawn.seed) == drawn


def test_every_seat_has_a_seed_and_every_move_a_world_of_its_own() -> None:
    seeds: list[int] = []

    class Seeded(Spy):
        def with_seed(self, seed: int) -> Seeded:
            seeds.append(seed)
            return self

    spy = Seeded()
    true: list[State] = []
    record = play_match(
        PASS, [spy] * 3, seed=9, on_action=lambda state, player, action: true.append(state.copy())
    )
    assert seeds == [one_way(9, 1), one_way(9, 2), one_way(9, 3)]
    before = [record.start_state(), *true[:-1]]
    assert spy.asked == [
        (state.determinize(state.current_player, one_way(9, 0, move)), state.current_player)
        for move, state in enumerate(before)
    ]


def test_a_match_plays_on_from_a_state_and_leaves_it_alone() -> None:
    state = cardgames.Triplets(num_players=3).new_state(seed=4)
    for _ in range(5):
        state.apply(state.legal_actions()[0])
    before = state.to_bytes()
    record = play_match(state, [First()] * 3, seed=8)
    assert state.to_bytes() == before
    assert record.seed is None
    assert record.start == state.view().to_dict()
    assert record.start_state() == state
    assert play_match(state, [First()] * 3, seed=8) == record


def test_a_match_from_a_newly_dealt_state_has_the_seed_of_the_deal() -> None:
    record = play_match(PASS.new_state(seed=4), [First()] * 3, seed=8)
    assert (record.seed, record.start) == (4, None)
    assert record == play_match(PASS, [First()] * 3, seed=4)


def test_a_match_from_the_end_has_no_actions() -> None:
    state = PASS.new_state(seed=1)
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    record = play_match(state, [Broken()] * 3, seed=1)
    assert (record.actions, record.is_over) == ((), True)
    assert record.scores == state.scores()


def test_on_action_is_told_of_every_action_after_it() -> None:
    told: list[tuple[int, int, int]] = []
    record = play_match(
        PASS,
        [First()] * 3,
        seed=2,
        on_action=lambda state, player, action: told.append((state.hash64, player, action)),
    )
    after = [record.state_after(count).hash64 for count in range(1, len(record.actions) + 1)]
    assert told == [
        (key, seat, action) for key, (seat, action) in zip(after, record.actions, strict=True)
    ]


def test_what_on_action_raises_ends_the_match() -> None:
    def stop(state: State, player: int, action: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        play_match(PASS, [First()] * 3, seed=2, on_action=stop)


def test_a_bad_answer_ends_the_match() -> None:
    with pytest.raises(BotError, match="bot 'fixed' at seat 1 chose 24: player 1 may not play"):
        play_match(PASS, [First(), Fixed(24), First()], seed=1)


def test_bots_are_given_as_texts_too() -> None:
    record = play_match(PASS, ["random", "greedy", First()], seed=1)
    assert record.players == ("random", "greedy", "First")
    assert record == play_match(PASS, ["random", "greedy", First()], seed=1)
    with pytest.raises(BotError, match="grandmaster"):
        play_match(PASS, ["random", "greedy", "grandmaster"], seed=1)


# --- Arguments ---


@pytest.mark.parametrize(("count", "told"), [(0, "0"), (2, "2"), (4, "4"), (99, "99")])
def test_every_seat_needs_a_bot(count: int, told: str) -> None:
    with pytest.raises(BotError, match=f"bots: there must be 3, one for each seat, not {told}"):
        play_match(PASS, [First()] * count, seed=1)


class Endless(Sequence[First]):
    """A sequence whose entries have no end."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, place: Any) -> Any:
        return First()

    def __iter__(self) -> Iterator[First]:
        while True:
            yield First()


def test_bots_without_end_are_refused() -> None:
    with pytest.raises(BotError, match="not more than 3"):
        play_match(PASS, Endless(), seed=1)


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ("random", "bots must be a list with a bot for each seat, not str"),
        (None, "bots must be a list with a bot for each seat, not NoneType"),
        (iter([First()] * 3), "bots must be a list with a bot for each seat, not list_iterator"),
        (
            [First(), First(), First],
            r"bots\[2\] must be a bot, with a method choose\(state, player",
        ),
        ([First(), None, First()], r"bots\[1\] must be a bot, .*, not None"),
    ],
    ids=["text", "none", "iterator", "class", "no-bot"],
)
def test_what_are_no_bots_is_refused(bots: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        play_match(PASS, bots, seed=1)


def test_with_seed_must_give_a_bot() -> None:
    class Seedless(First):
        name = "seedless"

        def with_seed(self, seed: int) -> None:
            return None

    with pytest.raises(TypeError, match="with_seed of the bot 'seedless' must give a bot"):
        play_match(PASS, [Seedless()] * 3, seed=1)


def test_other_arguments_are_checked() -> None:
    bots, wrong = [First()] * 3, "wrong"
    start: Any = wrong
    called: Any = wrong
    with pytest.raises(TypeError, match="start must be a Game or a State, not str"):
        play_match(start, bots)
    with pytest.raises(TypeError, match="on_action must be a function, not str"):
        play_match(PASS, bots, on_action=called)
    with pytest.raises(TypeError, match="seed must be an int, not str"):
        play_match(PASS, bots, seed=called)
    with pytest.raises(CardGamesError, match="seed must be from 0 to 18446744073709551615"):
        play_match(PASS, bots, seed=2**64)


def test_a_name_that_no_record_can_have_is_refused_before_the_match() -> None:
    spy = Spy()
    with pytest.raises(RecordError, match=r"players\[1\]: must be up to 200 printable"):
        play_match(PASS, [spy, Fixed(0, "line\nline"), spy], seed=1)
    assert spy.asked == []


def test_a_start_without_a_meaning_is_refused() -> None:
    state = PASS.new_state(seed=1)
    state.apply_unchecked(state.legal_actions(1)[0], 0)  # passes a card that another seat holds
    with pytest.raises(RecordError, match="start: every card in play must be in just one place"):
        play_match(state, [First()] * 3, seed=1)


# --- Processes and threads ---


def match_of(seed: int) -> GameRecord:
    return play_match(PASS, [Drawing()] * 3, seed)


def test_records_come_back_from_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        records = list(pool.map(match_of, range(3)))
    assert records == [match_of(seed) for seed in range(3)]
    assert pickle.loads(pickle.dumps(records)) == records


def test_play_match_is_exported() -> None:
    assert cardgames.play_match is play_match
    assert cardgames.GameRecord is GameRecord
    assert {"play_match", "GameRecord"} <= set(dir(cardgames))


# --- What a bot can work out of the seeds that it is handed ---

WORD = 2**64 - 1


def unmixed(word: int) -> int:
    """The counter of SplitMix64 before it gave this word."""
    # With each shift what undoes the multiplication before it.
    for shift, inverse in ((31, 0x319642B2D24D8EC3), (27, 0x96DE1B173F119089), (30, 1)):
        undone = word
        for _ in range(64 // shift):
            undone = word ^ undone >> shift
        word = undone * inverse & WORD
    return word - 0x9E3779B97F4A7C15 & WORD


def seed_of_stream(word: int, number: int) -> int:
    """The seed of which `stream(seed, number)` is this word."""
    return unmixed(unmixed(word) ^ number * 0xD1342543DE82EF95 & WORD)


def test_a_bot_cannot_undo_the_seed_that_it_is_handed() -> None:
    seeds: list[int] = []

    class Seeded(First):
        def with_seed(self, seed: int) -> Seeded:
            seeds.append(seed)
            return self

    assert seed_of_stream(stream(9, 3), 3) == 9
    play_match(PASS, [Seeded()] * 3, seed=9)
    assert len(seeds) == 3
    for seed in [*seeds, *(one_way(9, 0, move) for move in range(3))]:
        for first in range(4):
            once = seed_of_stream(seed, first)
            assert 9 not in {once, *(seed_of_stream(once, second) for second in range(4))}


def test_seeds_of_one_way_stay_as_they_are() -> None:
    assert [one_way(1), one_way(1, 2), one_way(WORD, 0, 1)] == [
        18232024504446223411,
        11868681386100499350,
        4138547504006616322,
    ]
    with pytest.raises(CardGamesError, match="seed must be from 0"):
        one_way(-1)
    with pytest.raises(CardGamesError, match="a number of a stream must be from 0"):
        one_way(1, 2**64)
    with pytest.raises(TypeError, match="seed must be an int, not str"):
        one_way("1")  # type: ignore[arg-type]
