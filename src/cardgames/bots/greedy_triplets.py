"""How the greedy bot plays Triplets; docs/bots.md has the rules in words.

The id of a single card is the place of its rank; those of triplets are higher, in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgames.triplets import TripletsView, single


def choose(view: TripletsView, seat: int, legal: Sequence[int]) -> int:
    """An action of the seat that has this view, one of its legal ones."""
    winning = view.winning
    if winning is None:
        return legal[0]
    needed = single(winning.rank)
    if winning.kind == "single":
        stays_in = [action for action in legal if action >= needed]
    else:
        triplets = [action for action in legal if action > single("A")]
        stays_in = [needed] if needed in legal else triplets
    return (stays_in or legal)[0]
