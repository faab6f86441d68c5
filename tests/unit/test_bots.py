"""Bots: what counts as one, their names and words, and what all of them keep to."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest

import cardgames
from cardgames import BotError, CardGamesError, Game, State, Triplets, WineCellar
from cardgames.bots import Bot, BotFor, GreedyBot, RandomBot, SearchBot, bot_name, make_bot
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher
from cardgames.seeds import stream

from .options import OPTION_SETS
from .wine_decks import EXAMPLE

GAMES = (*OPTION_SETS, WineCellar(num_players=3, deck=EXAMPLE))
GAME = Triplets(num_players=3)

MADE: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "ismcts": lambda: SearchBot(ISMCTS(20)),
    "flat": lambda: SearchBot(FlatMonteCarlo(20)),
}
each_bot = pytest.mark.parametrize("kind", MADE)


def game_id(game: Game[Any]) -> str:
    """The deck of a game has no name that is the same everywhere."""
    return str(game).partition(",deck=")[0]


each_game = pytest.mark.parametrize("game", GAMES, ids=game_id)


def dealt() -> State:
    """A position with a choice: seat 1 is to act."""
    state = GAME.new_state(seed=2)
    while len(state.legal_actions()) < 3:
        state.apply(state.legal_actions()[0])
    return state


def play(bots: list[Bot], game: Game[Any], seed: int) -> State:
    """The end of a game of bots that are given determinizations."""
    state: State = game.new_state(seed)
    while not state.is_terminal:
        seat = state.current_player
        state.apply(bots[seat].choose(state.determinize(seat, seed), seat))
    return state


# --- What a bot is ---


class First:
    """The least that a bot is."""

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[0]


def test_any_object_that_chooses_is_a_bot() -> None:
    for kind in (Bot, BotFor):
        assert isinstance(First(), kind)
        assert not isinstance(object(), kind)
    for make in MADE.values():
        assert isinstance(make(), Bot)


class Named(First):
    """A bot that says what it is called."""

    def __init__(self, name: object) -> None:
        self.name = name


class Boasting(str):
    """A text that says it is empty."""

    __slots__ = ()

    def __len__(self) -> int:
        return 0

    def __str__(self) -> str:
        return "somebody else"


def test_the_name_of_a_bot() -> None:
    assert bot_name(First()) == "First"
    assert bot_name(Named("my bot")) == "my bot"
    assert bot_name(Named("")) == "Named"
    assert bot_name(Named(None)) == "Named"
    assert bot_name(Named(7)) == "Named"
    name = bot_name(Named(Boasting("short")))
    assert type(name) is str
    assert name == "short"


@pytest.mark.parametrize(
    ("searcher", "name"),
    [
        (ISMCTS(), "ismcts:1000"),
        (ISMCTS(50, seed=3), "ismcts:50"),
        (ISMCTS(50, selection="puct"), "puct:50"),
        (ISMCTS(seconds=2), "ismcts:2s"),
        (FlatMonteCarlo(seconds=0.25), "flat:0.25s"),
        (FlatMonteCarlo(1_000_000), "flat:1000000"),
        # What no word says.
        (ISMCTS(50, threads=2), "ISMCTS(simulations=50, threads=2)"),
        (ISMCTS(50, seconds=1), "ISMCTS(simulations=50, seconds=1.0)"),
        (ISMCTS(50, exploration=1.5), "ISMCTS(simulations=50, exploration=1.5)"),
        (ISMCTS(seconds=1e-7), "ISMCTS(seconds=1e-07)"),
        (ISMCTS(seconds=0.123456789), "ISMCTS(seconds=0.123456789)"),
        (FlatMonteCarlo(50, max_depth=9), "FlatMonteCarlo(simulations=50, max_depth=9)"),
    ],
    ids=repr,
)
def test_a_search_is_called_by_its_word_if_it_has_one(searcher: Searcher, name: str) -> None:
    bot = SearchBot(searcher)
    assert bot_name(bot) == bot.name == name
    assert bot.with_seed(5).name == name


# --- Bots by words ---


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("random", "RandomBot()"),
        ("greedy", "GreedyBot()"),
        ("ismcts:500", "SearchBot(ISMCTS(simulations=500))"),
        ("ismcts:1", "SearchBot(ISMCTS(simulations=1))"),
        ("ismcts:2147483647", "SearchBot(ISMCTS(simulations=2147483647))"),
        ("puct:500", "SearchBot(ISMCTS(simulations=500, selection='puct'))"),
        ("flat:500", "SearchBot(FlatMonteCarlo(simulations=500))"),
        ("ismcts:0.5s", "SearchBot(ISMCTS(seconds=0.5))"),
        ("puct:2s", "SearchBot(ISMCTS(seconds=2.0, selection='puct'))"),
        ("flat:0.001s", "SearchBot(FlatMonteCarlo(seconds=0.001))"),
    ],
)
def test_a_bot_of_a_word(word: str, shown: str) -> None:
    bot = make_bot(word)
    assert repr(bot) == shown
    assert bot_name(bot) == word


@pytest.mark.parametrize(
    "word",
    [
        "",
        "Random",
        " random",
        "random:5",
        "greedy:1",
        "ismcts",
        "ismcts:",
        "ismcts:0",
        "ismcts:-5",
        "ismcts:+5",
        "ismcts:2147483648",
        "ismcts:99999999999999999999",
        "ismcts:1_000",
        "ismcts:1k",
        "ismcts:1.5",
        "ismcts:٣",
        "ismcts:0s",
        "ismcts:0.0s",
        "ismcts:-1s",
        "ismcts:1000001s",
        "ismcts:1e3s",
        "ismcts:.5s",
        "ismcts:nans",
        "ismcts:5 ",
        "ismcts:5\n",
        "ISMCTS:5",
        "mcts:5",
        "ismcts:5:5",
        "x" * 10_000,
    ],
)
def test_other_words_are_refused_with_what_there_is(word: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(word)
    message = str(caught.value)
    assert len(message) < 300
    kind = word.partition(":")[0]
    if kind in ("ismcts", "puct", "flat"):
        assert message.startswith(
            f"{kind} needs a whole number of simulations, 1 to 2147483647, as in {kind}:1000, or a "
            f"number of seconds, more than 0 and up to 1000000, as in {kind}:0.5s; not '"
        )
        return
    assert message.startswith("there is no bot '")
    assert message.endswith(
        "; bots are random, greedy, ismcts:N, puct:N and flat:N, where N is 1 to 2147483647 "
        "simulations, as in ismcts:1000, or more than 0 and up to 1000000 seconds, as in "
        "ismcts:0.5s"
    )


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gredy", "greedy"),
        ("Greedy", "greedy"),
        (" random ", "random"),
        ("ISMCTS:5", "ismcts:5"),
        ("ismct:0.5s", "ismcts:0.5s"),
    ],
)
def test_a_word_with_an_error_is_answered_with_what_was_meant(word: str, meant: str) -> None:
    with pytest.raises(
        BotError, match=f"^there is no bot '{word}' \\(did you mean '{meant}'\\?\\); "
    ):
        make_bot(word)


@pytest.mark.parametrize("word", ["", "minimax", "greedy:5", "ismct:0", "gredy" * 1000])
def test_what_is_no_bot_either_is_not_offered(word: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(word)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("word", [None, 5, b"random", ["random"], RandomBot])
def test_what_is_no_word_is_a_type_error(word: Any) -> None:
    with pytest.raises(TypeError, match="a bot in words must be a str, not"):
        make_bot(word)


# --- What all bots keep to ---


@each_bot
def test_a_bot_chooses_a_legal_action_and_leaves_the_position(kind: str) -> None:
    bot = MADE[kind]()
    for game in (GAME, WineCellar(num_players=2), cardgames.BottleImp(rounds=1)):
        state: State = game.new_state(seed=3)
        while not state.is_terminal:
            seat = state.to_act[-1]
            before = state.to_bytes()
            action = bot.choose(state, seat)
            assert type(action) is int
            assert action in state.legal_actions(seat)
            assert state.to_bytes() == before
            state.apply(action, seat)


@each_bot
def test_a_bot_refuses_what_it_cannot_choose_for(kind: str) -> None:
    bot: Any = MADE[kind]()
    state = dealt()
    idle = (state.current_player + 1) % 3
    over = play([RandomBot(1)] * 3, GAME, 1)
    wrong: list[tuple[Any, Any, type[Exception]]] = [
        (None, 0, TypeError),
        (state, None, TypeError),  # which would be the view of everything
        (GAME, 0, TypeError),
        (State, 0, TypeError),
        (state, "0", TypeError),
        (state, 0.0, TypeError),
        (state, True, TypeError),
        (state, 3, CardGamesError),
        (state, -1, CardGamesError),
        (state, 10**30, CardGamesError),
        (state, idle, CardGamesError),
        (over, 0, CardGamesError),
    ]
    for given, player, error in wrong:
        with pytest.raises(error):
            bot.choose(given, player)


@each_bot
def test_it_is_said_who_may_act(kind: str) -> None:
    bot, state = MADE[kind](), dealt()
    idle = (state.current_player + 1) % 3
    with pytest.raises(CardGamesError) as caught:
        bot.choose(state, idle)
    text = f"player {idle} may not act now; to act: {state.current_player}"
    assert str(caught.value) == text
    with pytest.raises(CardGamesError, match="player 0 may not act now; the game is over"):
        bot.choose(play([RandomBot(1)] * 3, GAME, 1), 0)


@each_bot
def test_a_bot_is_shown_as_it_is_made_and_can_be_pickled(kind: str) -> None:
    bot: Any = MADE[kind]()
    seeded: Any = bot.with_seed(7)
    bots: list[Any] = [bot, seeded]
    for it in bots:
        names = {"RandomBot": RandomBot, "GreedyBot": GreedyBot, "SearchBot": SearchBot}
        names |= {"ISMCTS": ISMCTS, "FlatMonteCarlo": FlatMonteCarlo}
        made = eval(repr(it), names)
        assert repr(made) == repr(it)
        assert repr(pickle.loads(pickle.dumps(it))) == repr(it)
    state = dealt()
    seat = state.current_player
    copied = pickle.loads(pickle.dumps(seeded))
    for _ in range(10):
        assert copied.choose(state, seat) == seeded.choose(state, seat)
    # And in the middle of a game.
    copied = pickle.loads(pickle.dumps(seeded))
    for _ in range(10):
        assert copied.choose(state, seat) == seeded.choose(state, seat)


@pytest.mark.parametrize("word", ["random", "greedy", "ismcts:5", "puct:5", "flat:5"])
def test_every_bot_of_a_word_takes_a_seed(word: str) -> None:
    bot = make_bot(word)
    assert type(bot.with_seed(7)) is type(bot)
    assert bot.with_seed(7).name == bot.name
    with pytest.raises(CardGamesError, match="seed"):
        bot.with_seed(-1)
    with pytest.raises(TypeError, match="seed"):
        bot.with_seed(cast("Any", "7"))


def test_no_seed_makes_another_greedy_bot() -> None:
    bot = GreedyBot()
    assert bot.with_seed(7) is bot


# --- Random ---


def test_a_random_bot_plays_every_action_as_often() -> None:
    state = dealt()
    seat, bot = state.current_player, RandomBot(seed=1)
    counts = Counter(bot.choose(state, seat) for _ in range(6000))
    legal = state.legal_actions(seat)
    assert sorted(counts) == legal
    expected = 6000 / len(legal)
    # Chi-square with 2 to 4 degrees of freedom: beyond 20 once in 2000 seeds.
    assert sum((counts[it] - expected) ** 2 / expected for it in legal) < 20


def test_a_seed_makes_a_random_bot_play_the_same() -> None:
    state = dealt()
    seat = state.current_player

    def some(bot: Bot) -> list[int]:
        return [bot.choose(state, seat) for _ in range(40)]

    first = RandomBot(seed=5)
    played = some(first)
    assert some(RandomBot(seed=5)) == played
    assert some(first.with_seed(5)) == played
    assert some(first) != played
    assert some(RandomBot(seed=6)) != played
    assert some(RandomBot()) != some(RandomBot())
    assert (first.seed, first.with_seed(6).seed, RandomBot().seed) == (5, 6, None)


def test_a_random_bot_uses_no_other_generator() -> None:
    random.seed(3)
    expected = random.random()
    random.seed(3)
    RandomBot().choose(dealt(), dealt().current_player)
    assert random.random() == expected


@pytest.mark.parametrize("make", [RandomBot, RandomBot().with_seed, SearchBot(ISMCTS(9)).with_seed])
def test_a_seed_is_checked(make: Callable[[Any], object]) -> None:
    for seed, error in (
        ("5", TypeError),
        (True, TypeError),
        (1.0, TypeError),
        (-1, CardGamesError),
        (2**64, CardGamesError),
    ):
        with pytest.raises(error):
            make(seed)


# --- Greedy ---


@each_game
def test_a_greedy_bot_uses_only_what_its_seat_knows(game: Game[Any]) -> None:
    """In a game of greedy bots, and in a random one: where the rest is drawn, it plays the same."""
    bot = GreedyBot()
    all_others: list[Bot] = [bot, RandomBot(seed=4)]
    for number, others in enumerate(all_others):
        state: State = game.new_state(number)
        step = 0
        while not state.is_terminal:
            seat = state.to_act[step % len(state.to_act)]
            action = bot.choose(state, seat)
            assert action in state.legal_actions(seat)
            assert bot.choose(state.determinize(seat, step), seat) == action
            state.apply(others.choose(state, seat), seat)
            step += 1


@pytest.mark.parametrize("name", cardgames.games())
def test_a_greedy_bot_beats_random_ones(name: str) -> None:
    """Two against two, each deal twice with the seats exchanged. Half of the wins would be chance.

    The share is 0.87 or more in long runs; 60 games stray by 0.05 at the most.
    """
    game = cardgames.make(name)
    won = 0.0
    for seed in range(30):
        for first in (0, 1):
            bots: list[Bot] = [
                GreedyBot() if seat % 2 == first else RandomBot(stream(seed, seat))
                for seat in range(4)
            ]
            winners = play(bots, game, seed).winners()
            won += sum(seat % 2 == first for seat in winners) / len(winners)
    assert won / 60 > 0.7


@pytest.mark.parametrize("name", cardgames.games())
def test_games_of_greedy_bots_end(name: str) -> None:
    game = cardgames.make(name)
    for seed in range(5):
        state = play([GreedyBot()] * 4, game, seed)
        assert state.winners()
        assert not state.is_truncated


class Patience(Triplets):
    """A game that nobody has written rules for."""

    name = "patience"


def test_a_game_without_rules_is_refused() -> None:
    state = Patience(num_players=2).new_state(seed=3)
    while len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])
    with pytest.raises(BotError, match="has no rules for 'patience'; it plays bottle_imp, cellar_"):
        GreedyBot().choose(state, state.current_player)


# --- Search ---


def test_without_a_seed_every_search_has_that_of_the_searcher() -> None:
    state = dealt()
    seat = state.current_player
    searcher = ISMCTS(30, seed=9)
    bot = SearchBot(searcher)
    assert {bot.choose(state, seat) for _ in range(5)} == {searcher.choose(state, seat)}


@pytest.mark.parametrize("searcher", [ISMCTS(3), FlatMonteCarlo(3)], ids=repr)
def test_with_a_seed_each_decision_has_a_seed_of_its_own(searcher: Searcher) -> None:
    """Few simulations, so that the seed makes a difference."""
    state = dealt()
    seat = state.current_player

    def decisions(bot: Bot) -> list[int]:
        return [bot.choose(state, seat) for _ in range(20)]

    expected = [searcher.with_seed(stream(7, i)).choose(state, seat) for i in range(20)]
    assert len(set(expected)) > 1
    bot = SearchBot(searcher).with_seed(7)
    assert decisions(bot) == expected
    assert decisions(bot) != expected  # it is at its decision number 20
    assert decisions(bot.with_seed(7)) == expected
    assert decisions(SearchBot(searcher, seed=7)) == expected
    assert decisions(SearchBot(searcher, seed=8)) != expected
    assert searcher.seed is None


def test_a_refused_question_is_no_decision() -> None:
    state = dealt()
    seat = state.current_player
    bot, other = (SearchBot(FlatMonteCarlo(3), seed=7) for _ in range(2))
    with pytest.raises(CardGamesError):
        bot.choose(state, (seat + 1) % 3)
    assert [bot.choose(state, seat) for _ in range(20)] == [
        other.choose(state, seat) for _ in range(20)
    ]


@pytest.mark.parametrize("searcher", [None, "ismcts:5", ISMCTS, RandomBot()])
def test_a_search_bot_needs_a_searcher(searcher: Any) -> None:
    with pytest.raises(TypeError, match="searcher must be a Searcher, not"):
        SearchBot(searcher)
