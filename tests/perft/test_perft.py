"""The core counts what the tables say, and so does plain Python where that is quick."""

from __future__ import annotations

import pytest

from .tables import Block, blocks, slow_count

BLOCKS = list(blocks())
QUICK = 3_000  # rows up to this count are counted in plain Python too

each_block = pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)


def test_there_are_tables() -> None:
    """Every number of players from the deal, and positions of the play."""
    assert len(BLOCKS) >= 12
    starts = {block.game.partition("rounds")[0] for block in BLOCKS if block.start[:4] == "seed"}
    assert len(starts) == 5
    assert len({block.name for block in BLOCKS}) == len(BLOCKS)


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
