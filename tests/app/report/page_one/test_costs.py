"""How page one says the costs of one protection on several servers."""

from __future__ import annotations

import pytest

from app.findings.cost import Cost, VerdictKind
from app.report.words.cost_words import CostPhrase, cost_phrase, cost_words

NONE = Cost(-1.0, -3.0, 1.0, 2.0, verdict=VerdictKind.NONE_FOUND)
FIVE = Cost(5.0, 4.0, 6.0, 2.0, verdict=VerdictKind.COSTS)
TWELVE = Cost(12.0, 11.0, 13.0, 2.0, verdict=VerdictKind.COSTS)
FASTER = Cost(-8.0, -9.0, -7.0, 2.0, verdict=VerdictKind.FASTER)


@pytest.mark.parametrize(
    ("costs", "how", "values"),
    [
        ([TWELVE, NONE], CostPhrase.UP_TO, {"most": "12 %"}),
        ([NONE, FIVE, TWELVE], CostPhrase.UP_TO, {"most": "12 %"}),
        ([FIVE, TWELVE], CostPhrase.RANGE, {"least": "5", "most": "12 %"}),
        ([FASTER, TWELVE], CostPhrase.RANGE, {"least": "−8.0 %", "most": "12 %"}),
        ([NONE, NONE], CostPhrase.UNDER, {"most": "3 %"}),
        ([FASTER], CostPhrase.SAVES, {"cost": "8.0 %"}),
        ([], CostPhrase.UNCLEAR, {}),
    ],
)
def test_that_what_chance_explains_is_no_end_of_a_range(
    costs: list[Cost], how: CostPhrase, values: dict[str, str]
) -> None:
    found, slots = cost_phrase(costs)
    assert found is how
    assert {name: str(value) for name, value in slots.items()} == values


@pytest.mark.parametrize(
    ("percents", "expected"),
    [
        ((57.3,), "costs about 60 %"),
        ((39.6, 57.3), "costs about 40 to 60 %"),
        ((55.0, 61.4), "costs about 60 %"),
        ((4.6, 34.0), "costs about 5 to 30 %"),
        ((4200.0,), "costs about ×40"),
        ((-8.4,), "saves about 8 %"),
    ],
)
def test_that_round_figures_say_so(percents: tuple[float, ...], expected: str) -> None:
    costs = [Cost(each, each - 1, each + 1, 2.0, verdict=VerdictKind.COSTS) for each in percents]
    assert str(cost_words(costs, by_cpu=False, roughly=True)) == expected
