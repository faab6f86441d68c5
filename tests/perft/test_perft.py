"""The core counts what the tables say, and so does plain Python where that is quick."""

from __future__ import annotations

import copy

import pytest

import cardgames
from tests.reference.triplets_reference import ReferenceTriplets

from .tables import Block, blocks, slow_count

BLOCKS = list(blocks())
PLAYERS = {
    "bottle_imp": range(2, 7),
    "cellar_des_triplettes": range(3, 6),
    "wine_cellar": range(1, 9),
    "triplets": range(2, 11),
}
QUICK = 3_000  # rows up to this count are counted in plain Python too
QUICK_BY_REFERENCE = 500  # and up to this one, those of Triplets, by the reference

each_block = pytest.mark.parametrize(
    "block", BLOCKS, ids=lambda block: f"{block.table}: {block.name}"
)


def test_every_game_has_its_table() -> None:
    assert {block.table for block in BLOCKS} == set(PLAYERS) == set(cardgames.games())


@pytest.mark.parametrize(("table", "players"), PLAYERS.items())
def test_a_table_has_deals_and_positions(table: str, players: range) -> None:
    """Every number of players from the deal, and positions of the play."""
    found = [block for block in BLOCKS if block.table == table]
    games = [(cardgames.make(block.game), block.start) for block in found]
    assert {game.name for game, _ in games} == {table}
    assert {game.num_players for game, start in games if start[:4] == "seed"} == set(players)
    assert {game.num_players for game, start in games if start[:4] != "seed"} == set(players)
    assert len({block.name for block in found}) == len(found)


@each_block
def test_the_core_counts_what_the_table_says(block: Block) -> None:
    """Issue: perft tables."""
    state = block.state()
    before = state.to_bytes()
    assert block.counts
    assert {depth: state.perft(depth) for depth in block.counts} == block.counts
    assert state.to_bytes() == before


@each_block
def test_a_slow_count_agrees(block: Block) -> None:
    """The same numbers from the safe calls: legal actions, copy, apply."""
    state = block.state()
    quick = {depth: count for depth, count in block.counts.items() if count <= QUICK}
    assert quick
    assert {depth: slow_count(state, depth) for depth in quick} == quick


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.table == "triplets"], ids=lambda block: block.name
)
def test_a_count_by_other_rules_of_triplets_agrees(block: Block) -> None:
    """The same numbers from the reference, which shares no code with the library."""
    reference = ReferenceTriplets(block.state().view().to_dict())
    quick = {d: count for d, count in block.counts.items() if count <= QUICK_BY_REFERENCE}
    assert len(quick) > 1
    assert {depth: reference_count(reference, depth) for depth in quick} == quick


def reference_count(reference: ReferenceTriplets, depth: int) -> int:
    """How many sequences of so many actions there are by the reference."""
    if depth == 0:
        return 1
    total = 0
    for seat in reference.to_act():
        for word in reference.legal(seat):
            child = copy.deepcopy(reference)
            child.apply(word, seat)
            total += reference_count(child, depth - 1)
    return total
