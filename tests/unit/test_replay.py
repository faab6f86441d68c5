"""The command `cardgames replay`: what it shows, to whom, and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardgames
from cardgames import State, bottle_imp, cli
from cardgames.records import GameRecord, GameRecorder, write_records

from .command_line import environment, refuse, run
from .recorded import GAMES, ending_record, played

PASSING = cardgames.BottleImp(num_players=3, rounds=1)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of a game from a position, one that is not over, and two others."""
    path = tmp_path / "games.jsonl"
    write_records(
        path,
        [
            ending_record(),
            played(PASSING.new_state(5), ["greedy", "random", ""], moves=13),
            played(cardgames.Triplets(num_players=2, max_rounds=1).new_state(6)),
            played(GAMES[3].new_state(7), ["Zoë", "Ann"]),
        ],
    )
    return path


def shown(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """What the command prints in this process."""
    assert cli.main(["replay", *map(str, args)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


# --- What it shows ---


def test_a_game_is_shown_move_by_move(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    record = ending_record()
    positions = [str(record.state_after(count).view()) for count in range(3)]
    assert shown(capsys, games) == "\n".join(
        [
            "triplets(num_players=2)",
            "Seed           none, it begins with a position",
            "Player 0       Ann",
            "Player 1       Bob",
            "Moves          2",
            "",
            "Beginning",
            positions[0],
            "",
            "1. player 0 (Ann): triplet 2",
            positions[1],
            "",
            "2. player 1 (Bob): 3",
            positions[2],
            "",
            "Result: 1, 0; player 0 (Ann) wins",
            "",
        ]
    )


def test_the_moves_alone_are_shown(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    assert shown(capsys, games, "--moves") == "\n".join(
        [
            "triplets(num_players=2)",
            "Seed           none, it begins with a position",
            "Player 0       Ann",
            "Player 1       Bob",
            "Moves          2",
            "",
            "1. player 0 (Ann): triplet 2",
            "2. player 1 (Bob): 3",
            "",
            "Result: 1, 0; player 0 (Ann) wins",
            "",
        ]
    )


def test_games_are_listed_a_line_each(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    lines = shown(capsys, games, "--list").splitlines()
    assert lines[0] == "1  triplets(num_players=2)  Ann, Bob  2 moves  1, 0; player 0 (Ann) wins"
    assert lines[1] == (
        "2  bottle_imp(num_players=3,rounds=1)  greedy, random, -  13 moves  the game is not over"
    )
    assert re.fullmatch(
        r"3  triplets\(num_players=2,max_rounds=1\)  -, -  \d+ moves  \d+, \d+; "
        r"(player [01] wins|player 0 and player 1 win), cut short by a limit",
        lines[2],
    )
    assert lines[3].startswith(f"4  {GAMES[3]}  Zoë, Ann  ")
    assert len(lines) == 4


def test_a_game_is_chosen_by_its_number(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    text = shown(capsys, games, "--game", 2, "--moves")
    assert text.startswith(
        "bottle_imp(num_players=3,rounds=1)\nSeed           5\n"
        "Player 0       greedy\nPlayer 1       random\nMoves          13\n"
    )
    assert text.endswith("\nResult: the game is not over\n")
    assert re.findall(r"^(\d+)\. player", text, re.MULTILINE) == [str(n) for n in range(1, 14)]


@pytest.mark.parametrize("move", [0, 1, 7, 13])
def test_one_position_is_shown(capsys: pytest.CaptureFixture[str], games: Path, move: int) -> None:
    record = played(PASSING.new_state(5), moves=13)
    text = shown(capsys, games, "--game", 2, "--at", move)
    _, line, position = re.split(r"\n\n(.*)\n", text, maxsplit=1)
    assert position == f"{record.state_after(move)}\n"
    if move == 0:
        assert line == "Beginning"
    else:
        seat, action = record.actions[move - 1]
        name = ("player 0 (greedy)", "player 1 (random)", "player 2")[seat]
        assert line == f"{move}. {name}: {PASSING.action_to_string(action)}"


@pytest.mark.parametrize("number", range(1, 5))
def test_all_games_are_shown_for_every_player(
    capsys: pytest.CaptureFixture[str], games: Path, number: int
) -> None:
    record = (
        ending_record(),
        played(PASSING.new_state(5), moves=13),
        played(cardgames.Triplets(num_players=2, max_rounds=1).new_state(6)),
        played(GAMES[3].new_state(7)),
    )[number - 1]
    for player in range(record.game.num_players):
        text = shown(capsys, games, "--game", number, "--player", player)
        for count in range(len(record.actions) + 1):
            assert f"\n{record.state_after(count).view(player)}\n" in text


# --- What a player sees ---


def passing() -> GameRecord:
    """All cards are passed, the lowest of each hand, by seats that take turns; then one is led."""
    recorder = GameRecorder(PASSING.new_state(5))
    for build in (bottle_imp.devil, bottle_imp.left, bottle_imp.right):
        for seat in range(3):
            hand = recorder.state.view(seat).to_dict()["hands"][seat]
            recorder.apply(build(hand[0]), seat)
    recorder.apply(recorder.state.legal_actions()[0])
    return recorder.record()


def test_a_player_is_told_what_it_did_and_what_it_saw(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Of the passed cards it sees its own, and of the last one that it is given."""
    path = tmp_path / "passing.jsonl"
    record = passing()
    write_records(path, [record])
    everything = re.findall(r"player \d: (.*)", shown(capsys, path, "--moves"))
    assert everything == [PASSING.action_to_string(action) for _, action in record.actions]
    for player in range(3):
        told = re.findall(r"player \d: (.*)", shown(capsys, path, "--moves", "--player", player))
        own = [move for move, (seat, _) in enumerate(record.actions) if seat == player]
        # The last seat passes its card for the right: to seat 1, who sees which one it is.
        given = [8] if player == 1 else []
        assert {move for move, word in enumerate(told) if word != "(not seen)"} == {
            *own,
            *given,
            9,
        }
        assert all(word in ("(not seen)", everything[move]) for move, word in enumerate(told))


def test_hidden_cards_are_not_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is shown to a player is the same for another deal of all that it cannot know."""
    state: State = PASSING.new_state(5)
    path = tmp_path / "games.jsonl"
    write_records(
        path,
        [GameRecorder(start).record() for start in (state.copy(), state.determinize(1, 9))],
    )
    for player, is_same in ((0, False), (1, True), (2, False)):
        positions = [
            shown(capsys, path, "--game", game, "--player", player).partition("Beginning")[2]
            for game in (1, 2)
        ]
        assert (positions[0] == positions[1]) == is_same


# --- What it refuses ---


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--game 0", "--game must be 1 to 4, not 0"),
        ("--game 5", "--game must be 1 to 4, not 5"),
        ("--game 99999999999999999999", "--game must be 1 to 4, not 99999999999999999999"),
        ("--game one", "--game must be a whole number, not 'one'"),
        ("--player 2", "--player must be 0 to 1, not 2"),
        ("--player -1", "--player must be 0 to 1, not -1"),
        ("--at 3", "--at must be 0 to 2, not 3"),
        ("--at -1", "--at must be 0 to 2, not -1"),
        ("--at 1 --moves", "--moves does not go with --at"),
        ("--list --moves", "--list goes with no other option"),
        ("--list --game 1", "--list goes with no other option"),
        ("--list --player 0", "--list goes with no other option"),
        ("--list --at 0", "--list goes with no other option"),
        ("--speed 5", "No such option: --speed"),
    ],
)
def test_bad_use_is_one_line(
    capfd: pytest.CaptureFixture[str], games: Path, args: str, message: str
) -> None:
    line = refuse(capfd, "replay", str(games), *args.split())
    assert line == f"cardgames: {message} (see cardgames replay --help)\n"


def test_a_file_is_needed(capfd: pytest.CaptureFixture[str]) -> None:
    assert "Missing argument 'FILE'" in refuse(capfd, "replay")


@pytest.mark.parametrize("args", [[], ["--list"]], ids=["show", "list"])
def test_a_file_that_cannot_be_read_is_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, args: list[str]
) -> None:
    missing = str(tmp_path / "none.jsonl")
    assert f"cannot read {missing}: No such file" in refuse(capfd, "replay", missing, *args)
    assert "Is a directory" in refuse(capfd, "replay", str(tmp_path), *args)
    odd = tmp_path / "odd\x1b[31m.jsonl"
    odd.write_text("{}")
    line = refuse(capfd, "replay", str(odd), *args)
    assert "\x1b" not in line
    assert "odd\\x1b[31m.jsonl', line 1: is no record: " in line


def test_an_empty_file_has_no_game(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    assert "there is no game in " in refuse(capfd, "replay", str(path))
    assert "there is no game in " in refuse(capfd, "replay", str(path), "--list")


def test_a_bad_line_is_told_after_the_games_before_it(
    capfd: pytest.CaptureFixture[str], games: Path
) -> None:
    with games.open("a") as file:
        file.write("{}\n")
    assert cli.main(["replay", str(games), "--list"]) == 2
    out, err = capfd.readouterr()
    assert len(out.splitlines()) == 4
    assert err.startswith(f"cardgames: {games}, line 5: is no record: must be a JSON object")
    assert err.count("\n") == 1
    assert cli.main(["replay", str(games), "--game", "4"]) == 0
    capfd.readouterr()
    assert "line 5: is no record" in refuse(capfd, "replay", str(games), "--game", "5")


def test_nothing_of_a_record_reaches_the_terminal_unseen(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    for old, new in (("Ann", "\\u001b[2JAnn"), ("triplet 2", "\\u001b[2J"), ("triplets", "\\r")):
        path.write_text(ending_record().to_json().replace(old, new), encoding="utf-8")
        line = refuse(capfd, "replay", str(path))
        assert line.rstrip("\n").isprintable()


def test_markup_in_a_name_is_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(ending_record().to_json().replace("Ann", "[red]Ann[/red]"), encoding="utf-8")
    text = shown(capsys, path, "--moves")
    assert "Player 0       [red]Ann[/red]\n" in text
    assert "1. player 0 ([red]Ann[/red]): triplet 2\n" in text


# --- As a process ---


def test_a_process_shows_the_same(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    for args in ((), ("--list",), ("--game", "4", "--at", "3")):
        assert run("replay", str(games), *args).stdout == shown(capsys, games, *args)


def test_an_output_without_these_characters_has_question_marks(games: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardgames", "replay", str(games), "--game", "4"],
        capture_output=True,
        encoding="ascii",
        env={**environment(), "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    assert "Player 0       Zo?\n" in done.stdout
