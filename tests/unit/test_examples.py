"""Every example runs, in a process of its own, and does what it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames.records import read_records
from tests.modules import load_module

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS = 120


def run(name: str, *arguments: str, typed: str = "", folder: Path | None = None) -> str:
    """What the example prints."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", str(EXAMPLES / name), *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        cwd=folder,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert not result.stderr
    return result.stdout


# Those that take any game, as their first argument.
ANY_GAME = (
    "monte_carlo_player.py",
    "native_policy.py",
    "numba_policy.py",
    "numba_search.py",
    "own_bot.py",
    "picture.py",
    "play_in_terminal.py",
    "random_games.py",
    "save_and_load.py",
    "self_play_data.py",
    "vector_training_loop.py",
)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("auction_advisor.py", "--players 2", "num_players: must be an integer from 3 to 5, not 2"),
        ("auction_advisor.py", "--worlds 0", "--worlds must be at least 1"),
        ("auction_advisor.py", "--seed -1", "seed must be from 0 to"),
        ("auction_advisor.py", "--round 80", "this game was over before round 80"),
        ("how_long_games_last.py", "--games 0", "--games must be at least 1"),
        ("how_long_games_last.py", "--seed -1", "seed must be from 0 to"),
        ("how_long_games_last.py", f"--seed {2**64 - 1} --games 2", "seed must be from 0 to"),
        (
            "how_long_games_last.py",
            "triplets wine_cellar",
            "this is about triplets, not wine_cellar",
        ),
        ("how_long_games_last.py", "triplets(num_players=11)", "num_players: must be"),
        ("how_long_games_last.py", "--policy low", "invalid choice: 'low'"),
        ("monte_carlo_player.py", "--worlds 0", "--worlds must be at least 1"),
        ("native_policy.py", "--simulations 0", "simulations must be from 1 to"),
        ("native_policy.py", "--seed -1", "seed must be from 0 to"),
        ("numba_policy.py", "--simulations 0", "simulations must be from 1 to"),
        ("numba_search.py", "--games 0", "games must be from 1 to"),
        ("own_bot.py", "--games 0", "games must be from 1 to"),
        ("own_bot.py", "--playouts 0", "--playouts must be at least 1"),
        ("own_bot.py", "--seed -1", "seed must be from 0 to"),
        ("own_deck.py", "--bottle 73", "--bottle must be from 1 to 72"),
        ("own_deck.py", "--games 0", "--games must be at least 1"),
        ("own_deck.py", "--seed -1", "seed must be from 0 to"),
        (
            "own_deck.py",
            "--ages 1 2 3 4 5 6 7 88",
            "bottles.csv, row 13, column age8: must be a number from 0 to 20, not '88'",
        ),
        ("picture.py", "--seat 7", "--seat must be from 0 to 3"),
        ("picture.py", "--seat -1", "--seat must be from 0 to 3"),
        ("picture.py", "--actions -1", "--actions must be at least 0"),
        ("play_in_terminal.py", "--seat 4", "--seat must be from 0 to 3"),
        ("play_in_terminal.py", "bottle_imp(rounds=0)", "rounds: must be"),
        ("random_games.py", "--threads 0", "threads must be from 1 to"),
        ("random_games.py", "--games 0", "--games must be at least 1"),
        ("save_and_load.py", f"--folder {Path(__file__).as_posix()}", "exists"),
        ("self_play_data.py", "--seed -1", "seed must be from 0 to"),
        ("self_play_data.py", "--batch 0", "--games and --batch must be at least 1"),
        ("vector_training_loop.py", "--seed -1", "seed must be from 0 to"),
        ("vector_training_loop.py", "--envs 0", "num_envs must be from 1 to"),
        ("vector_training_loop.py", "--threads 0", "threads must be from 1 to"),
        ("vector_training_loop.py", "--steps 0", "--batches and --steps must be at least 1"),
        *((name, "chess", "there is no game 'chess'") for name in ANY_GAME),
        *(
            (
                name,
                "bottle_imp(num_players=9)",
                "num_players: must be an integer from 2 to 6, not 9",
            )
            for name in ANY_GAME
        ),
    ],
)
def test_wrong_arguments_are_told_in_a_line(
    name: str, arguments: str, message: str, tmp_path: Path
) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / name), *arguments.split()],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        cwd=tmp_path,
    )
    assert result.returncode == 2
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"{name}: error: ")
    assert message in last
    assert "Traceback" not in result.stderr


def without_speed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "per second" not in line)


def test_every_example_is_tested() -> None:
    names = {path.name for path in EXAMPLES.glob("*.py")}
    tested = set(re.findall(r'run\(\s*"(\w+\.py)"', Path(__file__).read_text(encoding="utf-8")))
    assert names == tested


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize(
    ("game", "length"),
    [
        ("bottle_imp", r"352\.0"),
        ("cellar_des_triplettes", r"1[56]\d\.\d"),
        ("wine_cellar", r"68\.0"),
        ("triplets", r"3[67]\d\.\d"),
    ],
)
def test_random_games(game: str, length: str) -> None:
    options = (game, "--games", "2000", "--seed", "3")
    one = run("random_games.py", *options, "--threads", "1")
    two = run("random_games.py", *options, "--threads", "2")
    assert without_speed(one) == without_speed(two)
    shares = [float(line.split()[3]) for line in one.splitlines() if re.match(r" +\d ", line)]
    assert len(shares) == 4
    assert abs(sum(shares) - 1) < 0.01
    assert re.search(rf"^actions per game: {length}$", one, re.MULTILINE)


def test_random_games_that_a_limit_ends() -> None:
    text = run("random_games.py", "triplets(num_players=3,max_rounds=2)", "--games", "50")
    assert "games that a limit ended: 100.00%" in text
    assert "games that a limit ended" not in run("random_games.py", "triplets", "--games", "50")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_in_terminal(players: int) -> None:
    # A word that is none, an action that is not legal, then the first legal action each time.
    typed = "abracadabra\n17\n" + "\n" * 40
    game = f"bottle_imp(num_players={players},rounds=1)"
    text = run("play_in_terminal.py", game, "--seed", "3", typed=typed)
    assert "Not possible: 'abracadabra' is no action" in text
    assert "Not possible: player 0 may not play '17'" in text
    assert f"BOTTLE IMP  {players} players" in text
    assert "Final scores:" in text
    assert "Winners: seat" in text


@pytest.mark.parametrize("players", [3, 4, 5])
def test_play_cellar_des_triplettes_in_terminal(players: int) -> None:
    typed = "abracadabra\ndone\n" + "\n" * 80
    game = f"cellar_des_triplettes(num_players={players},max_rounds=2)"
    text = run("play_in_terminal.py", game, "--seed", "3", typed=typed)
    assert "Not possible: 'abracadabra' is no action" in text
    assert "Not possible: player 0 may not play 'done'" in text
    assert f"CELLAR DES TRIPLETTES  {players} players" in text
    assert "Round 1 is over. Scores:" in text
    # What others do is told in words.
    told = re.findall(r"seat ([1-9]): (.*)", text)
    assert {seat for seat, _ in told} >= set(map(str, range(1, players)))
    assert all(re.fullmatch(r"(bid|place) .*|call|pass|pass draw|done|\d.*", w) for _, w in told)
    assert "Winners: seat" in text


@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        ("wine_cellar(num_players=1)", 8),
        ("wine_cellar(num_players=3)", 8),
        ("wine_cellar(num_players=8)", 8),
        ("wine_cellar(num_players=2,games=3)", 24),
    ],
)
def test_play_wine_cellar_in_terminal(game: str, rounds: int) -> None:
    typed = "abracadabra\nbid 1\n" + "\n" * 80
    text = run("play_in_terminal.py", game, "--seed", "3", typed=typed)
    players = int(re.findall(r"\d", game)[0])
    assert "Not possible: 'abracadabra' is no action" in text
    assert "Not possible: player 0 may not play 'bid 1': clients are chosen first" in text
    assert text.count("is over. Scores:") == rounds - 1
    # What others choose at the same time is not told before all have chosen.
    told = re.findall(r"^(?:your action> )?seat ([1-9]): (.*)$", text, re.MULTILINE)
    assert {seat for seat, _ in told} == set(map(str, range(1, players)))
    whats = [what for _, what in told]
    assert whats.count("keeps a client") == (players - 1) * rounds // 8
    assert whats.count("bids a bottle") == (players - 1) * rounds
    assert sum(what.startswith("take ") for what in whats) == (players - 1) * rounds
    assert len(whats) == 17 * (players - 1) * rounds // 8
    assert "Winners: seat" in text


@pytest.mark.parametrize(
    "game",
    [
        "triplets(num_players=2,max_rounds=3)",
        "triplets(num_players=5,decks=2,max_rounds=3)",
        "triplets(num_players=10,lead=lowest,max_rounds=3)",
    ],
)
def test_play_triplets_in_terminal(game: str) -> None:
    text = run("play_in_terminal.py", game, "--seed", "3", typed="abracadabra\n" + "\n" * 80)
    players = int(re.findall(r"\d+", game)[0])
    assert "Not possible: 'abracadabra' is no action of triplets" in text
    assert text.count("is over. Scores:") == 3 - 1
    # All that others play is told.
    told = re.findall(r"^(?:your action> )?seat ([1-9]): (.*)$", text, re.MULTILINE)
    assert {seat for seat, _ in told} == set(map(str, range(1, players)))
    action = r"(?:triplet )?(?:\d+|[JQKA]) \((lead|beat|negate|out)\)"
    assert all(re.fullmatch(action, word) for _, word in told)
    assert {word.partition(" (")[2] for _, word in told} >= {"lead)", "beat)", "out)"}
    # What one may play is offered with what it would do: a leader can do nothing else.
    offers = re.findall(r"^legal: (.*)$", text, re.MULTILINE)
    assert offers
    for offer in offers:
        assert re.fullmatch(f"{action}(, {action})*", offer)
        assert offer.count("(lead)") in (0, offer.count("("))
    assert "Winners: seat" in text


def test_play_in_terminal_hides_what_others_pass() -> None:
    text = run("play_in_terminal.py", "--seed", "3", typed="\n" * 40)
    told = re.findall(r"^(?:your action> )?seat \d: (.*)$", text, re.MULTILINE)
    assert told.count("passes a card") == 9
    assert all(re.fullmatch(r"passes a card|\d+", what) for what in told)


@pytest.mark.parametrize("game", cardgames.games())
@pytest.mark.parametrize("typed", ["quit\n", "\n\n", ""])
def test_play_in_terminal_can_be_given_up(game: str, typed: str) -> None:
    assert "Game given up." in run("play_in_terminal.py", game, "--seed", "3", typed=typed)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", "40"),
        ("cellar_des_triplettes", "--games", "12"),
        ("wine_cellar", "--games", "12"),
        ("triplets", "--games", "12"),
    ],
)
def test_monte_carlo_player_wins(arguments: tuple[str, ...]) -> None:
    text = run("monte_carlo_player.py", *arguments, "--seed", "1")
    match = re.search(r"won by the Monte Carlo player: ([\d.]+)", text)
    assert match
    # By chance alone, more than half of 40 games has a probability below 1 in 1000, and nine
    # of 12 games or more as well.
    assert float(match[1]) > (0.5 if "40" in arguments else 0.7)


@pytest.mark.parametrize(
    ("game", "refused"),
    [
        ("bottle_imp(num_players=4,rounds=2)", "passes[1].devil"),
        ("cellar_des_triplettes(num_players=3)", "hands[1]"),
        ("wine_cellar", "hands[1]"),
        ("triplets", "hands[1][0]"),
    ],
)
def test_save_and_load(game: str, refused: str, tmp_path: Path) -> None:
    text = run("save_and_load.py", game, "--folder", str(tmp_path))
    assert "JSON: True seed None" in text
    assert f"bytes: True seed 5 game {cardgames.make(game)}" in text
    assert "pickle: True seed 5" in text
    assert "hashes equal: True" in text
    assert f"refused: {refused}: is hidden" in text
    view = json.loads((tmp_path / "seat0.json").read_text(encoding="utf-8"))
    hidden = [hand is None or None in hand for hand in view["hands"]]
    assert hidden == [False] + [True] * (len(hidden) - 1)
    assert f"view of seat0: {len(hidden) - 1} hands with hidden cards, rng None" in text
    assert run("save_and_load.py", game) == text


def test_save_and_load_of_a_game_for_one(tmp_path: Path) -> None:
    text = run("save_and_load.py", "wine_cellar(num_players=1)", "--folder", str(tmp_path))
    assert "hashes equal: True" in text
    assert "refused: eno.deck: is hidden" in text


def test_monte_carlo_player_of_a_game_for_one() -> None:
    text = run("monte_carlo_player.py", "wine_cellar(num_players=1)", "--games", "2")
    assert "won by the Monte Carlo player: 1.000" in text


def test_self_play_data() -> None:
    text = run("self_play_data.py", "--games", "3", "--batch", "400")
    assert "rows: 1056, floats per observation: 1524" in text
    assert "-0.000" not in text
    batches = [line for line in text.splitlines() if line.startswith("batch")]
    assert [int(line.split()[2]) for line in batches] == [400, 400, 256]
    assert all(line.endswith("True") for line in batches)


def test_self_play_data_of_games_of_different_lengths() -> None:
    text = run("self_play_data.py", "cellar_des_triplettes", "--games", "20", "--batch", "1000")
    match = re.search(r"^rows: (\d+), floats per observation: 1446$", text, re.MULTILINE)
    assert match
    batches = [line for line in text.splitlines() if line.startswith("batch")]
    assert sum(int(line.split()[2]) for line in batches) == int(match[1]) > 2048  # it has grown
    assert all(line.endswith("True") for line in batches)


def test_self_play_data_of_a_game_with_a_limit() -> None:
    text = run("self_play_data.py", "triplets(max_rounds=2)", "--games", "20", "--batch", "1000")
    assert re.search(r"^rows: \d+, floats per observation: 545$", text, re.MULTILINE)
    batches = [line for line in text.splitlines() if line.startswith("batch")]
    assert batches
    assert all(line.endswith("True") for line in batches)


@pytest.mark.parametrize("game", cardgames.games())
def test_picture(game: str, tmp_path: Path) -> None:
    text = run("picture.py", game, "--seat", "2", folder=tmp_path)
    names = ["seat2.svg", "spectator.svg", "everything.svg"]
    assert text.split() == names
    pictures = [(tmp_path / name).read_text(encoding="utf-8") for name in names]
    assert len(set(pictures)) == 3
    for picture in pictures:
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_picture_of_the_end(tmp_path: Path) -> None:
    run("picture.py", "cellar_des_triplettes", "--actions", "99999", folder=tmp_path)


def test_auction_advisor() -> None:
    options = ("--round", "2", "--worlds", "20", "--playouts", "5", "--best", "100")
    text = run("auction_advisor.py", *options)
    rows = re.findall(r"^ *(-?\d+\.\d\d) +(\d+\.\d\d)   (.*)$", text, re.MULTILINE)
    gains = [float(gain) for gain, _, _ in rows]
    turns = [turn for _, _, turn in rows]
    assert gains == sorted(gains, reverse=True)
    assert ("0.00", "0.00", "pass") in rows
    assert "pass draw" in turns
    assert len(set(turns)) == len(turns) > 10
    for turn in turns:
        if turn not in ("pass", "pass draw"):
            cards, total = turn.removesuffix(")").split("  (total ")
            assert sum(10 * float(card) for card in cards.split(" + ")) == 10 * float(total)
    assert run("auction_advisor.py", *options) == text


def test_auction_advisor_shows_as_many_turns_as_asked() -> None:
    text = run("auction_advisor.py", "--best", "3", "--worlds", "5", "--players", "5")
    assert len(text.partition("the turn\n")[2].splitlines()) == 3


@pytest.mark.parametrize(
    ("game", "games"),
    [
        ("bottle_imp(rounds=1)", 120),
        ("cellar_des_triplettes(num_players=3,max_rounds=3)", 30),
        ("wine_cellar(num_players=1)", 60),
        ("triplets(num_players=3,max_rounds=10)", 60),
    ],
)
def test_own_bot_is_better_than_a_random_one(game: str, games: int, tmp_path: Path) -> None:
    text = run("own_bot.py", game, "--games", str(games), folder=tmp_path)
    order = re.findall(r"^(random|greedy|one world) ", text, re.MULTILINE)
    assert order.index("one world") < order.index("random")
    records = list(read_records(tmp_path / "own_bot.jsonl"))
    assert games <= len(records) < games + 6  # the last deal is played to its end
    assert all(record.is_over for record in records)
    assert text.endswith(f"{len(records)} games in own_bot.jsonl\n")


def test_own_deck() -> None:
    text = run("own_deck.py", "--bottle", "12", "--ages", *("8",) * 8)
    assert "ages=(8, 8, 8, 8, 8, 8, 8, 8)" in text
    assert re.search(r"^the game: wine_cellar\(num_players=4,deck=[0-9a-f]{16}\)$", text, re.M)
    own, standard = map(float, re.findall(r"deck: (\d+\.\d\d)$", text, re.MULTILINE))
    # One of 36 bottles got about four points more, and 32 of them score for one of four seats.
    assert 0.3 < own - standard < 2
    faults = re.findall(r"^fault: bottles\.csv, row 13, column (\w+): must be", text, re.MULTILINE)
    assert faults == ["wine_type", "age1"]
    assert run("own_deck.py") == text


def lengths(*arguments: str) -> dict[tuple[str, str], tuple[float, float, int, float]]:
    """What how_long_games_last.py prints: by game and policy its four figures."""
    table: dict[tuple[str, str], tuple[float, float, int, float]] = {}
    game = ""
    for line in run("how_long_games_last.py", *arguments).splitlines():
        if line.startswith("triplets("):
            game = line
        elif not line.startswith("policy "):
            policy, mean, median, longest, stopped = line.split()
            row = float(mean), float(median), int(longest), float(stopped.removesuffix("%"))
            table[game, policy] = row
    return table


def test_how_long_games_last() -> None:
    table = lengths("--games", "40")
    game = "triplets(num_players=4)"
    assert list(table) == [(game, "random"), (game, "saving"), (game, "high")]
    random, saving, high = table.values()
    # As docs/triplets.md has it for more games; most of high play goes on for ever.
    assert 30 < saving[0] < 60 < random[0] < 120
    assert saving[3] == random[3] == 0
    assert high[3] > 50
    assert high[2] == 1000
    assert lengths("--games", "40") == table


def test_how_long_several_games_last_up_to_a_limit() -> None:
    games = "triplets(num_players=2,max_rounds=3)", "triplets(num_players=7,decks=2,max_rounds=4)"
    table = lengths(*games, "--games", "5", "--policy", "saving", "--policy", "random")
    assert list(table) == [(game, policy) for game in games for policy in ("saving", "random")]
    assert list(table.values()) == [(3, 3, 3, 100)] * 2 + [(4, 4, 4, 100)] * 2


def test_saving_play_does_not_depend_on_the_lead() -> None:
    """It always leads its lowest card, whether it must or not."""
    texts = [f"triplets(num_players=5,lead={lead})" for lead in ("any", "lowest")]
    free, bound = lengths(*texts, "--games", "30", "--policy", "saving").values()
    assert free == bound
    free, bound = lengths(*texts, "--games", "30", "--policy", "high").values()
    assert free != bound


def learned(*arguments: str) -> tuple[float, float]:
    """Mean returns before and after, as vector_training_loop.py prints them."""
    text = run("vector_training_loop.py", *arguments)
    before, after = re.findall(r"^against random players \w+: ([+-]\d\.\d{3})$", text, re.MULTILINE)
    return float(before), float(after)


def test_vector_training_loop() -> None:
    game = "wine_cellar(num_players=2)"
    few = ("--batches", "8", "--steps", "70")
    before, after = learned(game, *few)
    # The standard error of both is below 0.025.
    assert abs(before) < 0.1
    assert after > before + 0.1
    assert learned(game, *few, "--threads", "2") == (before, after)


@pytest.mark.parametrize("name", cardgames.games())
def test_vector_training_loop_takes_every_game(name: str) -> None:
    before, after = learned(name, "--batches", "1", "--steps", "10", "--envs", "64")
    assert -1 <= min(before, after) <= max(before, after) <= 1


@pytest.mark.parametrize("name", cardgames.games())
def test_native_policy(name: str) -> None:
    text = run("native_policy.py", name, "--simulations", "200")
    assert text.startswith(f"{cardgames.make(name)}, seat ")
    assert re.findall(r"^equal: (\w+)$", text, re.MULTILINE) == ["True", "True"]
    assert len(re.findall(r" per second$", text, re.MULTILINE)) == 4


def shares(text: str) -> dict[str, float]:
    """The shares of wins of a tournament, in percent."""
    found = re.findall(r"^(\w[\w ]*?) +(\d+\.\d\d)%", text, re.MULTILINE)
    return {bot: float(share) for bot, share in found}


def test_search_of_numba_beats_the_greedy_bot_and_is_fast() -> None:
    text = run("numba_search.py", "--games", "48")
    share = shares(text)
    assert share["NumbaBot"] > share["greedy"] + 10
    speed = dict(re.findall(r"^(numba|plain Python): ([\d,]+) sim", text, re.MULTILINE))
    numba, plain = (int(speed[name].replace(",", "")) for name in ("numba", "plain Python"))
    assert numba > 10 * plain


@pytest.fixture(scope="module")
def numba_search() -> Any:
    """The module of the example."""
    return load_module("numba_search", EXAMPLES / "numba_search.py")


@pytest.mark.parametrize("name", [*cardgames.games(), "wine_cellar(num_players=1)"])
def test_search_of_numba_depends_on_what_the_seat_knows_and_the_seed(
    name: str, numba_search: Any
) -> None:
    game = cardgames.make(name)
    state = game.new_state(3)
    seeds_matter = False
    for step in range(16):
        for seat in state.to_act:
            worlds = [state, state.determinize(seat, step)]
            before = [world.to_bytes() for world in worlds]
            chosen = [numba_search.NumbaBot(seed=step).choose(world, seat) for world in worlds]
            assert chosen[0] == chosen[1]
            assert state.is_legal(chosen[0], seat)
            assert [world.to_bytes() for world in worlds] == before
            seeds_matter |= numba_search.NumbaBot(seed=99).choose(state, seat) != chosen[0]
        state.apply(state.legal_actions()[step % len(state.legal_actions())])
    assert seeds_matter


def test_numba_compiles_the_search_once_for_all_games(numba_search: Any) -> None:
    for name in cardgames.games():
        state = cardgames.make(name).new_state(1)
        numba_search.NumbaBot().choose(state, state.current_player)
    assert len(numba_search.search.signatures) == 1


def test_policy_and_rollout_of_numba_make_a_search_better() -> None:
    text = run("numba_policy.py", "--games", "100")
    assert "policy: <native policy low_first> rollout: <native rollout play>" in text
    share = shares(text)
    assert share["low first"] > share["all alike"] + 5
