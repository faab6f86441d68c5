"""Tournaments: who sits where, what is played, on how many workers, and what is refused."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames import BotError, CardGamesError, State
from cardgames.bots import Bot, RandomBot
from cardgames.matches import play_match
from cardgames.records import GameRecord
from cardgames.seeds import stream
from cardgames.tournament import lineups, tournament

from . import staged_games
from .staged_games import Idle

TRIPLETS = cardgames.Triplets(num_players=3)
ALONE = cardgames.WineCellar(num_players=1)
SIZES = [(bots, places) for bots in range(1, 7) for places in range(1, 7)]


class First:
    """Plays the first legal action."""

    name = "first"

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[0]


class Last:
    """Plays the last legal action."""

    name = "last"

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[-1]


class Broken:
    """Raises an error."""

    def __init__(self, error: Callable[..., Exception], *arguments: str) -> None:
        self.error = error
        self.arguments = arguments

    def choose(self, state: State, player: int) -> int:
        raise self.error(*self.arguments)


class Stubborn:
    """Chooses what there is not."""

    name = "stubborn"

    def choose(self, state: State, player: int) -> int:
        return 10_000


class TwoArgumentsError(Exception):
    """An error that pickle cannot make again."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{what} {where}")


def played(records: Sequence[GameRecord]) -> list[tuple[tuple[str, ...], int | None]]:
    return [(record.players, record.seed) for record in records]


# Who sits where


@pytest.mark.parametrize(("bots", "places"), SIZES)
def test_every_bot_has_every_place_equally_often_in_a_deal(bots: int, places: int) -> None:
    for seed in range(20):
        games = lineups(bots, places, seed)
        for place in range(places):
            counts = Counter(lineup[place] for lineup in games)
            assert set(counts) == set(range(bots))
            assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("bots", "places"), SIZES)
def test_no_lineup_comes_twice_in_a_deal(bots: int, places: int) -> None:
    for seed in range(20):
        games = lineups(bots, places, seed)
        assert len(set(games)) == len(games)
        assert len(games) <= bots * -(-places // bots)


def test_games_of_a_deal_are_moved_on_by_one_seat() -> None:
    games = lineups(5, 3, seed=1)
    assert len(games) == 5
    for before, after in itertools.pairwise(games):
        assert before[1:] == after[:-1]
    assert games[-1][1:] == games[0][:-1]


def test_fewer_bots_than_places_sit_next_to_each_other_or_in_turns() -> None:
    found = Counter(len(lineups(2, 4, seed)) for seed in range(3000))
    # AABB has four rotations, ABAB two; of the six orders of a ring four are of the first kind
    assert set(found) == {2, 4}
    assert found[4] / 3000 == pytest.approx(2 / 3, abs=0.04)


def test_orders_of_the_ring_are_equally_frequent() -> None:
    found = Counter(lineups(3, 3, seed)[0] for seed in range(6000))
    assert len(found) == 6
    assert all(count == pytest.approx(1000, abs=150) for count in found.values())


def test_lineups_are_those_of_every_release() -> None:
    firsts = [lineups(3, 2, seed)[0] for seed in range(6)]
    assert firsts == [(2, 0), (0, 1), (2, 0), (1, 0), (2, 0), (0, 2)]
    assert lineups(4, 4, seed=9)[0] == (3, 1, 2, 0)


def test_all_games_of_a_deal_have_its_seed() -> None:
    records: list[GameRecord] = []
    tournament(TRIPLETS, [First(), RandomBot()], 9, seed=5, on_record=records.append)
    expected = [
        (tuple(("first", "random")[bot] for bot in lineup), stream(5, deal))
        for deal in range(10)
        for lineup in lineups(2, 3, stream(5, deal))
    ]
    assert len(records) >= 9
    assert played(records) == expected[: len(records)]
    assert len(played(records)) == len(set(played(records)))


def test_the_last_deal_is_finished() -> None:
    result = tournament(TRIPLETS, ["random", First(), Last()], 4, seed=1)
    assert (result.games_asked, result.games, result.deals) == (4, 6, 2)


def test_alone_every_bot_plays_every_deal_once() -> None:
    records: list[GameRecord] = []
    result = tournament(ALONE, ["random", First(), Last()], 12, seed=2, on_record=records.append)
    assert (result.games, result.deals) == (12, 4)
    for deal in range(4):
        mine = records[3 * deal : 3 * deal + 3]
        assert sorted(record.players[0] for record in mine) == ["first", "last", "random"]
        assert {record.seed for record in mine} == {stream(2, deal)}


def test_one_bot_plays_one_game_a_deal() -> None:
    result = tournament(TRIPLETS, ["random"], 5, seed=1)
    assert (result.games, result.deals, result.pairs) == (5, 5, ())
    assert result.standings[0].seats == 15
    share = result.standings[0].win_share
    assert share is not None
    assert share.mean == pytest.approx(1 / 3)
    assert share.error == pytest.approx(0)


def test_partners_have_the_same_bot() -> None:
    records: list[GameRecord] = []
    game = cardgames.BottleImp(num_players=4, teams="2-2")
    partners = [[0, 2], [1, 3]]
    result = tournament(
        game, [First(), Last()], 6, partners=partners, seed=3, on_record=records.append
    )
    assert result.partners == ((0, 2), (1, 3))
    assert (result.games, result.deals) == (6, 3)
    assert Counter(record.players for record in records) == {
        ("first", "last", "first", "last"): 3,
        ("last", "first", "last", "first"): 3,
    }


def test_groups_of_partners_may_be_of_different_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    staged_games.stage(monkeypatch, lambda names, _seed: [names.index("a")])
    records: list[GameRecord] = []
    result = tournament(
        cardgames.BottleImp(num_players=4),
        {"a": Idle(), "b": Idle(), "c": Idle()},
        3,
        partners=[(0, 2), (1,), (3,)],
        seed=3,
        on_record=records.append,
    )
    assert sorted("".join(record.players) for record in records) in (
        ["abac", "bcba", "cacb"],
        ["acab", "babc", "cbca"],
    )
    assert [it.seats for it in result.standings] == [4, 4, 4]


# What is played


def test_games_are_those_of_play_match() -> None:
    records: list[GameRecord] = []
    tournament(TRIPLETS, [First(), RandomBot()], 10, seed=5, on_record=records.append)
    bots: dict[str, Bot] = {"first": First(), "random": RandomBot()}
    for record in records:
        assert record == play_match(TRIPLETS, [bots[name] for name in record.players], record.seed)


def test_names_of_a_mapping_are_the_names_of_the_records() -> None:
    records: list[GameRecord] = []
    bots: dict[str, Bot | str] = {"one": RandomBot(), "two": "random", "three": First()}
    result = tournament(TRIPLETS, bots, 3, seed=1, on_record=records.append)
    assert result.bots == ("one", "two", "three")
    assert {name for record in records for name in record.players} == {"one", "two", "three"}


def test_the_same_seed_gives_the_same_result() -> None:
    bots: list[Bot | str] = ["random", "greedy", First()]
    results = [tournament(TRIPLETS, bots, 30, seed=seed) for seed in (7, 7, 8)]
    assert results[0] == results[1] != results[2]
    assert (results[0].comparisons == results[1].comparisons).all()


def test_a_seed_that_is_drawn_repeats_the_tournament() -> None:
    first = tournament(TRIPLETS, ["random", First()], 12)
    assert tournament(TRIPLETS, ["random", First()], 12, seed=first.seed) == first
    assert tournament(TRIPLETS, ["random", First()], 12).seed != first.seed


@pytest.mark.parametrize("workers", [2, 5])
def test_threads_change_nothing(workers: int) -> None:
    one: list[GameRecord] = []
    more: list[GameRecord] = []
    bots = ["random", "greedy", "ismcts:20"]
    result = tournament(TRIPLETS, bots, 30, seed=4, on_record=one.append)
    again = tournament(TRIPLETS, bots, 30, seed=4, workers=workers, on_record=more.append)
    assert (again, again.workers) == (result, workers)
    assert more == one


def test_processes_change_nothing() -> None:
    one: list[GameRecord] = []
    more: list[GameRecord] = []
    bots: list[Bot | str] = ["random", Last(), "ismcts:20"]
    result = tournament(TRIPLETS, bots, 24, seed=4, on_record=one.append)
    again = tournament(TRIPLETS, bots, 24, seed=4, workers=2, processes=True, on_record=more.append)
    assert again == result
    assert more == one
    assert (again.comparisons == result.comparisons).all()


def test_progress_is_told_after_every_deal() -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, asked: int) -> None:
        told.append((done, asked))

    tournament(TRIPLETS, ["random", First(), Last()], 7, seed=1, progress=tell)
    assert told == [(3, 7), (6, 7), (9, 7)]


def test_functions_are_called_in_the_calling_thread() -> None:
    threads: set[threading.Thread] = set()

    def note(*_given: object) -> None:
        threads.add(threading.current_thread())

    tournament(TRIPLETS, ["random", First()], 9, seed=1, workers=3, progress=note, on_record=note)
    assert threads == {threading.current_thread()}


def test_few_deals_are_played_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def note(_names: Sequence[str], seed: int) -> Sequence[int]:
        asked.append(seed)
        return [0]

    staged_games.stage(monkeypatch, note)
    most = 0

    def look(done: int, _asked: int) -> None:
        nonlocal most
        most = max(most, len(asked) - done)

    tournament(TRIPLETS, {"a": Idle(), "b": Idle()}, 3000, seed=1, workers=2, progress=look)
    assert most <= 6 * 2 * 4


# Ctrl-C


def interrupt_after(games: int) -> Callable[[int, int], None]:
    def progress(done: int, _asked: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("workers", [1, 3])
def test_an_interrupt_leaves_what_is_finished(workers: int) -> None:
    bots: list[Bot | str] = ["random", First(), Last()]
    result = tournament(
        TRIPLETS, bots, 10**9, seed=1, workers=workers, progress=interrupt_after(12)
    )
    assert (result.interrupted, result.games, result.games_asked) == (True, 12, 10**9)
    whole = tournament(TRIPLETS, bots, 12, seed=1)
    assert not whole.interrupted
    assert (result.standings, result.pairs) == (whole.standings, whole.pairs)


def test_an_interrupt_while_a_record_is_passed_on_drops_its_deal() -> None:
    records: list[GameRecord] = []

    def note(record: GameRecord) -> None:
        records.append(record)
        if len(records) == 8:
            raise KeyboardInterrupt

    result = tournament(TRIPLETS, ["random", First(), Last()], 99, seed=1, on_record=note)
    assert (result.interrupted, result.games, len(records)) == (True, 6, 8)


def test_an_interrupt_in_a_game_drops_its_deal() -> None:
    class Interrupting(First):
        games = 0

        def with_seed(self, _seed: int) -> Bot:
            Interrupting.games += 1
            if Interrupting.games == 8:
                raise KeyboardInterrupt
            return self

    result = tournament(TRIPLETS, ["random", Interrupting(), Last()], 100, seed=1)
    assert (result.interrupted, result.games, result.deals) == (True, 6, 2)


def test_an_interrupt_before_the_first_deal_leaves_nothing() -> None:
    class Interrupting(First):
        def choose(self, state: State, player: int) -> int:
            raise KeyboardInterrupt

    result = tournament(TRIPLETS, ["random", Interrupting()], 100, seed=1)
    assert (result.games, result.deals, result.standings, result.pairs) == (0, 0, (), ())
    assert result.interrupted
    assert result.ratings() == ()
    assert result.to_dict()["standings"] == []
    assert result.to_csv().count("\n") == 1
    assert "interrupted" in repr(result)
    with pytest.raises(CardGamesError, match="nothing to plot"):
        result.plot()


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
@pytest.mark.parametrize("processes", [False, True])
def test_a_signal_ends_long_games(processes: bool) -> None:
    """The games that are being played would take hours; they end after a move."""
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        game = cardgames.BottleImp(num_players=6, rounds=100)
        result = tournament(
            game, ["random", "ismcts:0.05s"], 10**6, seed=1, workers=2, processes=processes
        )
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, old)
    assert result.interrupted
    assert result.games == 0


# What goes wrong


@pytest.mark.parametrize("workers", [1, 2])
def test_the_error_of_a_bot_goes_through_with_its_name(workers: int) -> None:
    odd = Broken(ZeroDivisionError, "of mine")
    with pytest.raises(ZeroDivisionError, match="of mine") as caught:
        tournament(TRIPLETS, {"odd": odd, "b": First()}, 9, seed=1, workers=workers)
    notes = caught.value.__notes__
    assert any(note.startswith("raised by the bot 'odd' at seat ") for note in notes)
    assert any(note.startswith("in game 0 of deal 0, seed ") for note in notes)


class Dead:
    """Ends its process."""

    def choose(self, state: State, player: int) -> int:
        os._exit(3)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("processes", [False, True])
def test_a_bot_that_raises_stop_iteration_is_named(workers: int, processes: bool) -> None:
    """Which generators would take for their own end."""
    bots: dict[str, Bot] = {"odd": Broken(StopIteration, "of mine"), "b": First()}
    with pytest.raises(BotError, match="StopIteration: 'of mine'") as caught:
        tournament(TRIPLETS, bots, 9, seed=1, workers=workers, processes=processes)
    assert any("the bot 'odd'" in note for note in caught.value.__notes__)
    assert any(note.startswith("in game ") for note in caught.value.__notes__)


def test_a_bot_that_ends_its_process_is_not_taken_for_one_that_cannot_be_imported() -> None:
    with pytest.raises(CardGamesError, match=r"ended early; a bot may have ended it$"):
        tournament(TRIPLETS, [Dead(), First()], 9, seed=1, processes=True)


@pytest.mark.parametrize(
    ("odd", "error"),
    [
        (Broken(ZeroDivisionError, "of mine"), ZeroDivisionError),
        (Broken(TwoArgumentsError, "of", "mine"), BotError),
    ],
    ids=["picklable", "not_picklable"],
)
def test_the_error_of_a_bot_comes_out_of_its_process(odd: Bot, error: type[Exception]) -> None:
    bots = {"odd": odd, "b": First()}
    with pytest.raises(error, match="of mine") as caught:
        tournament(TRIPLETS, bots, 9, seed=1, workers=2, processes=True)
    assert any("the bot 'odd'" in note for note in caught.value.__notes__)


def test_what_is_not_legal_is_refused_with_the_name_of_the_bot() -> None:
    with pytest.raises(BotError, match=r"bot 'stubborn' at seat \d chose 10000") as caught:
        tournament(TRIPLETS, [Stubborn(), First()], 9, seed=1)
    assert any(note.startswith("in game ") for note in caught.value.__notes__)


def test_a_function_that_fails_ends_the_tournament() -> None:
    with pytest.raises(ZeroDivisionError):
        tournament(TRIPLETS, ["random", First()], 999, workers=2, on_record=lambda _it: 1 / 0)


class Endless(Mapping[str, Bot]):
    """A dict that never ends."""

    def __getitem__(self, key: str) -> Bot:
        return First()

    def __iter__(self) -> Iterator[str]:
        return (f"bot {number}" for number in itertools.count())

    def __len__(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("bots", "error", "message"),
    [
        ("random,greedy", TypeError, "bots must be a list of bots or a dict, not str"),
        (7, TypeError, "bots must be a list of bots or a dict, not int"),
        ({First()}, TypeError, "bots must be a list of bots or a dict, not set"),
        ([], BotError, "bots: there must be from 1 to 100, not 0"),
        ({}, BotError, "bots: there must be from 1 to 100, not 0"),
        ([First()] * 101, BotError, "must be from 1 to 100, not more than 100"),
        (Endless(), BotError, "must be from 1 to 100, not more than 100"),
        ([First(), First()], BotError, "bots: two are called 'first'; names must differ"),
        (["random", "random"], BotError, "bots: two are called 'random'"),
        (["random", None], TypeError, r"bots\[1\] must be a bot, with a method choose"),
        (["random", First], TypeError, r"bots\[1\] must be a bot, with a method choose"),
        ({"a": First(), "b": 3}, TypeError, r"bots\['b'\] must be a bot"),
        ({1: First()}, TypeError, "the name of a bot must be a str, not int"),
        ({"": First()}, BotError, "a name must have 1 to 200 printable characters, not ''"),
        ({"a\nb": First()}, BotError, "a name must have 1 to 200 printable characters"),
        ({"a" * 201: First()}, BotError, "a name must have 1 to 200 printable characters"),
        (["random", "no_bot"], BotError, "no_bot"),
    ],
)
def test_bots_that_are_none(bots: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tournament(TRIPLETS, bots, 3, seed=1)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"games": 0}, CardGamesError, "games must be from 1 to 1000000000, not 0"),
        ({"games": 10**9 + 1}, CardGamesError, "games must be from 1 to 1000000000"),
        ({"games": 1.5}, TypeError, "games must be an int, not float"),
        ({"games": True}, TypeError, "games must be an int, not bool"),
        ({"seed": -1}, CardGamesError, "seed must be from 0"),
        ({"seed": "x"}, TypeError, "seed must be an int, not str"),
        ({"workers": 0}, CardGamesError, "workers must be from 1 to 1024, not 0"),
        ({"workers": None}, TypeError, "workers must be an int, not NoneType"),
        ({"processes": 1}, TypeError, "processes must be True or False, not int"),
        ({"progress": 1}, TypeError, "progress must be a function, not int"),
        ({"on_record": []}, TypeError, "on_record must be a function, not list"),
        ({"partners": 3}, TypeError, "partners must be a list of seats, not int"),
        ({"partners": "012"}, TypeError, "partners must be a list of seats, not str"),
        ({"partners": [0, 1, 2]}, TypeError, "each group of partners must be a list of seats"),
        ({"partners": [(0, 1.0), (2,)]}, TypeError, "a seat of partners must be an int"),
        ({"partners": [(0, 1), (3,)]}, CardGamesError, "a seat of partners must be from 0 to 2"),
        ({"partners": [(0, 1)]}, CardGamesError, "partners must have each of the seats 0 to 2"),
        ({"partners": [(0, 1), (1, 2)]}, CardGamesError, "partners must have each of the seats"),
        ({"partners": [[0], [1], [2], [0]]}, CardGamesError, "partners must have each of the"),
        ({"partners": []}, CardGamesError, "partners must have each of the seats"),
        ({"partners": [[0, 1, 2], []]}, CardGamesError, "partners must have no empty group"),
        ({"game": "triplets"}, TypeError, "game must be a Game, not str"),
        ({"game": cardgames.Triplets}, TypeError, "game must be a Game, not "),
    ],
)
def test_arguments_that_are_refused(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    arguments: dict[str, Any] = {"game": TRIPLETS, "bots": ["random", First()], "games": 3}
    with pytest.raises(error, match=message):
        tournament(**arguments | changes)


def test_bots_for_processes_must_be_picklable() -> None:
    class Local(First):
        name = "local"

    with pytest.raises(TypeError, match="bots that play in processes must be picklable"):
        tournament(TRIPLETS, [Local(), "random"], 3, processes=True)


UNGUARDED = """
import cardgames
from cardgames.tournament import tournament

class Mine:
    def choose(self, state, player):
        return state.legal_actions(player)[0]

try:
    tournament(cardgames.Triplets(num_players=3), [Mine()], 1, workers=1, processes=True)
except (TypeError, cardgames.CardGamesError) as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("way", "start"),
    [
        ("typed", "a bot cannot be unpickled in another process (\"Can't get attribute 'Mine'"),
        ("file", "a process of the tournament ended early; "),
    ],
)
def test_processes_tell_what_they_need(tmp_path: Path, way: str, start: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(UNGUARDED)
    arguments = ["-c", UNGUARDED] if way == "typed" else [str(program)]
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith(start)
    assert done.stdout.endswith("; or use processes=False\n")
    assert "if __name__ == " in done.stdout


def test_a_bot_that_gives_no_bot_with_a_seed() -> None:
    class Seedless(First):
        def with_seed(self, seed: int) -> random.Random:
            return random.Random(seed)

    with pytest.raises(TypeError, match="with_seed of the bot 'first' must give a bot"):
        tournament(TRIPLETS, [Seedless(), "random"], 3)
