"""Chi-square tests of what was drawn against the law that it was to be drawn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scipy import stats

# Significance of all tests of one file together, and how many of them there may be.
SIGNIFICANCE = 1e-4
TESTS = 100

# Cells whose expected count is lower are put together.
LEAST_EXPECTED = 8.0


def chi_square(observed: Counter[Any], law: Mapping[Any, float]) -> float:
    """Probability of counts at least as far from the law as these."""
    assert observed.keys() <= law.keys(), "something was drawn that cannot be"
    draws = observed.total()
    assert abs(sum(law.values()) - 1.0) < 1e-9
    cells: list[tuple[float, float]] = []
    rest_seen = rest_expected = 0.0
    for outcome, share in law.items():
        if draws * share < LEAST_EXPECTED:
            rest_seen += observed[outcome]
            rest_expected += draws * share
        else:
            cells.append((observed[outcome], draws * share))
    if rest_expected > 0:
        cells.append((rest_seen, rest_expected))
    if len(cells) < 2:
        return 1.0
    distance = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    return float(stats.chi2.sf(distance, len(cells) - 1))


def accept(p_values: list[float]) -> None:
    """Bonferroni: none of the p values of one test is too small."""
    assert p_values
    assert min(p_values) > SIGNIFICANCE / TESTS / len(p_values), sorted(p_values)[:5]


def draws_for(cells: int) -> int:
    """Enough draws for a missing cell not to be chance, and to see a bias of a few percent."""
    return max(20_000, 25 * cells)
