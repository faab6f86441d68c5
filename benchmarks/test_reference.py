"""The plain C program plays the same game as the library, and is clean C."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from measure import C_BASELINE, C_TRACE, compile_c, compiler, run_c

import cardgames
from cardgames import bottle_imp

GAME = cardgames.BottleImp(num_players=4, rounds=1)
SEATS, DEALT = 4, 9

pytestmark = pytest.mark.skipif(shutil.which(compiler()[0]) is None, reason="no C compiler")


def dealt_state(dealer: int, deck: list[str]) -> bottle_imp.BottleImpState:
    """The state of a round of the C program: seat s holds the cards from 9 s on."""
    hands = [deck[DEALT * seat : DEALT * (seat + 1)] for seat in range(SEATS)]
    position = GAME.new_state(0).view().to_dict()
    position["hands"] = [sorted(hand, key=float) for hand in hands]
    position["dealer"] = dealer
    position["leader"] = (dealer + 1) % SEATS
    position["rng"] = None
    return GAME.state_from_dict(position)


def play_words(state: bottle_imp.BottleImpState, player: int, *words: str) -> None:
    for word in words:
        state.apply(GAME.parse_action(word), player)


def replay(lines: Iterator[list[str]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Play the rounds of one game; for each, its dealer and what it adds to the scores."""
    for words in lines:
        if words[0] == "scores":
            yield -1, tuple(map(int, words[1:]))
            return
        assert words[0] == "deal"
        state = dealt_state(int(words[1]), words[2:])
        for player in range(SEATS):
            kind, seat, devil, left, right = next(lines)
            assert (kind, seat) == ("pass", str(player))
            play_words(state, player, f"devil {devil}", f"left {left}", f"right {right}")
        for _ in range(DEALT - 1):
            kind, leader, *cards = next(lines)
            assert kind == "trick"
            for offset, card in enumerate(cards):
                play_words(state, (int(leader) + offset) % SEATS, card)
        assert state.is_terminal
        yield int(words[1]), state.scores()


@pytest.mark.parametrize("mode", ["deal", "position"])
def test_library_agrees_action_by_action(tmp_path: Path, mode: str) -> None:
    program = compile_c(tmp_path / "trace", C_TRACE)
    command = [str(program), mode, "100", "7", "8"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = iter([line.split() for line in text.splitlines()])
    for _ in range(100):
        *rounds, (_, total) = replay(lines)
        first = rounds[0][0]
        assert [dealer for dealer, _ in rounds] == [(first + i) % SEATS for i in range(8)]
        assert tuple(map(sum, zip(*(gain for _, gain in rounds), strict=True))) == total
    assert next(lines, None) is None


def test_mean_scores_agree(tmp_path: Path) -> None:
    games = 20_000
    program = compile_c(tmp_path / "program", C_BASELINE)
    theirs = np.array(run_c(program, "deal", games, seed=3)["mean_scores"])
    ours = cardgames.BottleImp(num_players=4).playouts(games, seed=3)
    error = ours.std(axis=0) * np.sqrt(2 / games)
    assert (abs(ours.mean(axis=0) - theirs) < 5 * error).all()


def test_c_program_is_clean(tmp_path: Path) -> None:
    strict = ("-Wall", "-Wextra", "-pedantic", "-Werror")
    undefined = ("-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-std=c99")
    program = compile_c(tmp_path / "sanitized", (*strict, *undefined))
    plain = compile_c(tmp_path / "plain", (*strict, *C_BASELINE))
    for mode in ("deal", "position"):
        checked, fast = run_c(program, mode, 2000), run_c(plain, mode, 2000)
        assert checked["mean_scores"] == fast["mean_scores"]
        assert checked["actions"] == 2000 * 8 * 44
