"""What may be said of a comparison, at the edges of every rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log, log1p

import pytest

from app.findings.cost import Cost, VerdictKind
from app.findings.interval_words import FACTOR_PERCENT, factor, margin_words
from app.findings.statistics import Block, Comparison, Interval
from app.findings.verdict import Circumstances, has_contradictory_tests, judge, most_deviating_block

WOBBLE = (1.0, -1.0, 0.5, -0.5, 0.8, -0.8)
QUIET = Interval(0.1, -0.5, 0.6)
KNOWN = Circumstances(control=QUIET, repetitions=12)


def blocks(values: Sequence[float]) -> Comparison:
    """One block for each d, numbered from 1."""
    return Comparison(
        tuple(Block(n, (1.0, 1.0), (exp(d), exp(d))) for n, d in enumerate(values, start=1))
    )


def costing(percent: float, spread: float = 0.1, count: int = 6) -> Comparison:
    """Blocks around a cost, each off by up to `spread` points."""
    middle, step = log1p(percent / 100), spread / 100
    return blocks([middle + step * WOBBLE[n % 6] for n in range(count)])


def words(verdict: Cost) -> str:
    return f"{verdict.message} {verdict.meaning}"


def test_that_repetitions_one_after_another_prove_nothing() -> None:
    found = judge(costing(40), replace(KNOWN, mirrored=False))
    assert found.verdict is VerdictKind.UNPROVEN and "sequential order" in str(found.message)
    assert (
        judge(costing(0), replace(KNOWN, mirrored=False), control=True).verdict
        is VerdictKind.UNPROVEN
    )


@pytest.mark.parametrize(
    ("count", "repetitions", "text"),
    [
        (0, 1, "no verdict: 1 repetition is too few"),
        (1, 2, "no verdict: 2 repetitions are too few"),
        (1, 3, "no verdict: 3 repetitions are too few"),
    ],
)
def test_that_less_than_two_blocks_are_too_few(count: int, repetitions: int, text: str) -> None:
    around = Circumstances(repetitions=repetitions)
    for found in (
        judge(costing(40, count=count), around),
        judge(costing(0, count=count), around, control=True),
    ):
        assert (found.verdict, str(found.message)) == (VerdictKind.TOO_FEW, text)
    assert judge(costing(40, count=2), around).verdict is not VerdictKind.TOO_FEW


@pytest.mark.parametrize(
    ("control", "proves"),
    [
        (Interval(6.0, 5.0, 7.0), True),
        (Interval(6.0, 5.01, 7.0), False),
        (Interval(-6.0, -7.0, -5.0), True),
        (Interval(-6.0, -7.0, -5.01), False),
        (Interval(-11.0, -12.0, -9.9), False),
    ],
)
def test_that_nothing_is_proved_next_to_a_control_wholly_beyond_five_percent(
    control: Interval, proves: bool
) -> None:
    found = judge(costing(40), replace(KNOWN, control=control))
    assert (found.verdict is VerdictKind.COSTS) is proves
    if not proves:
        digits = 0 if control.low < -9.95 else 1
        ends = f"{control.estimate:.{digits}f} % ({control.low:.{digits}f} to "
        ends += f"{control.high:.{digits}f} %)"
        assert f"differed by {ends}".replace("-", "−") in str(found.message)


@pytest.mark.parametrize(
    ("field", "most", "kind", "text"),
    [
        (
            "others_share",
            0.1,
            VerdictKind.TOO_NOISY,
            "other programs used 60 % of the processor core",
        ),
        (
            "generator_limited_share",
            0.1,
            VerdictKind.UNPROVEN,
            "in 60 % of the runs, the load generator could not keep up",
        ),
        ("dropped_share", 0.01, VerdictKind.UNPROVEN, "60 % of the requests were dropped"),
    ],
)
def test_that_too_large_a_share_of_trouble_proves_nothing(
    field: str, most: float, kind: VerdictKind, text: str
) -> None:
    edge, over, most_runs = (
        replace(KNOWN, **{field: share})  # type: ignore[arg-type]
        for share in (most, most * 1.001, 0.6)
    )
    assert judge(costing(40), edge).verdict is VerdictKind.COSTS
    assert judge(costing(40), over).verdict is kind
    assert text in str(judge(costing(40), most_runs).message)
    assert judge(costing(0), over, control=True).verdict is kind


def test_that_others_on_the_core_do_not_make_a_factor_of_ten() -> None:
    busy = replace(KNOWN, others_share=0.6)
    assert judge(costing(899), busy).verdict is VerdictKind.TOO_NOISY
    assert judge(costing(905), busy).verdict is VerdictKind.COSTS


def test_that_a_cost_is_reported_with_its_interval() -> None:
    found = judge(costing(40), KNOWN)
    assert found.verdict is VerdictKind.COSTS
    assert str(found.message) == "costs 40 % (40 to 40 %)"
    assert str(judge(costing(2, 0.2), KNOWN).message) == "costs 2.0 % (1.8 to 2.2 %)"


def test_that_a_bound_of_ten_percent_takes_the_decimals_of_both() -> None:
    assert "(9.6 to 10.2 %)" not in str(judge(costing(9.9, 0.3), KNOWN).message)
    assert str(
        judge(costing(-9.9, 0.3), replace(KNOWN, compares_encrypted=False)).message
    ).endswith("(10 to 10 %)")


@pytest.mark.parametrize("cost", [FACTOR_PERCENT - 1, FACTOR_PERCENT + 1])
def test_that_ten_times_and_more_is_reported_as_a_factor(cost: float) -> None:
    text = str(judge(costing(cost), KNOWN).message)
    assert ("costs 10 times as much (10 to 10)" in text) is (cost > FACTOR_PERCENT)
    assert str(factor(9000)) == "91"


def test_that_a_factor_has_the_bounds_of_its_interval() -> None:
    wide = costing(910, 30)
    assert wide.interval().low < FACTOR_PERCENT
    low, high = (str(factor(each)) for each in (wide.interval().low, wide.interval().high))
    assert str(judge(wide, KNOWN).message) == f"costs 10 times as much ({low} to {high})"
    assert int(low) < 10 < int(high)


@pytest.mark.parametrize(
    ("cost", "margin", "kind"),
    [
        (3.2, 3.0, VerdictKind.COSTS),
        (2.8, 3.0, VerdictKind.COSTS_LITTLE),
        (-3.2, 3.0, VerdictKind.FASTER),
        (-2.8, 3.0, VerdictKind.NONE_FOUND),
    ],
)
def test_that_a_difference_counts_beyond_the_margin_alone(
    cost: float, margin: float, kind: VerdictKind
) -> None:
    found = judge(costing(cost), replace(KNOWN, margin=margin))
    assert found.verdict is kind
    if kind is VerdictKind.COSTS_LITTLE:
        assert "no control" not in str(found.meaning)
        assert "less than the detection limit (3.0 %)" in str(found.message)
    if kind is VerdictKind.NONE_FOUND:
        assert str(found.message) == "no cost found", "all of its interval is a gain"


def test_that_a_gain_asks_for_its_cause_only_where_something_is_encrypted() -> None:
    encrypted = judge(costing(-10, 0.3), KNOWN)
    assert str(encrypted.message) == "faster by 10 % (9.7 to 10.3 %): check why".replace(
        "9.7 to 10.3", "10 to 10"
    )
    assert "stored-form" in str(encrypted.meaning)
    other = judge(costing(-10, 0.3), replace(KNOWN, compares_encrypted=False))
    assert str(other.message) == "faster by 10 % (10 to 10 %)" and "stored-form" not in words(other)


def test_that_the_bounds_of_a_gain_are_in_order() -> None:
    text = str(judge(costing(-20, 3), KNOWN).message)
    low, high = text.split("(")[1].split(" %", maxsplit=1)[0].split(" to ")
    assert text.startswith("faster by 20 %") and float(low) < 20 < float(high)


def test_that_without_a_control_a_small_cost_is_reported_next_to_the_least_that_counts() -> None:
    alone = replace(KNOWN, control=None)
    assert alone.known_margin is None and KNOWN.known_margin == 1.0
    found = judge(costing(0.8, 0.05), alone)
    assert found.verdict is VerdictKind.COSTS_LITTLE
    assert str(found.message) == "costs a little: 0.8 % (0.8 to 0.8 %), less than 1.0 %"
    assert "without a control the detection limit is unknown" in str(found.meaning)
    none = judge(costing(0, 0.1), alone)
    assert none.verdict is VerdictKind.NONE_FOUND
    assert "smaller than 1.0 %. Without a control" in str(none.meaning)
    assert "Without a control" not in words(judge(costing(0, 0.1), KNOWN))


@pytest.mark.parametrize("sign", [1, -1])
def test_that_no_cost_is_found_only_where_all_of_90_percent_lies_within_the_margin(
    sign: int,
) -> None:
    lying = blocks([sign * 0.006 + 0.012 * each for each in WOBBLE])
    narrow, whole = lying.interval(0.90), lying.interval()
    assert whole.low < 0 < whole.high
    far = max(abs(narrow.low), abs(narrow.high))
    within = judge(lying, replace(KNOWN, margin=far + 0.01))
    assert within.verdict is VerdictKind.NONE_FOUND
    assert str(within.message) == f"no cost found: at most {narrow.high:.1f} %"
    beyond = judge(lying, replace(KNOWN, margin=far - 0.01))
    assert beyond.verdict is VerdictKind.TOO_NOISY
    text = f"too noisy: between {whole.low:.1f} (faster) and {whole.high:.1f} % (slower)"
    assert str(beyond.message).startswith(text.replace("-", "−"))


@pytest.mark.parametrize("margin", [5.0, 5.01])
def test_that_a_margin_beyond_five_percent_shows_no_absence(margin: float) -> None:
    found = judge(blocks([0.01 * each for each in WOBBLE]), replace(KNOWN, margin=margin))
    wanted = VerdictKind.NONE_FOUND if margin <= 5 else VerdictKind.TOO_NOISY
    assert found.verdict is wanted


@pytest.mark.parametrize(
    ("cost", "margin", "kind"),
    [
        (8.0, 8.1, VerdictKind.UNPROVEN),
        (8.2, 8.1, VerdictKind.COSTS),
        (-8.0, 8.1, VerdictKind.UNPROVEN),
        (-8.2, 8.1, VerdictKind.FASTER),
        (4.9, 5.0, VerdictKind.COSTS_LITTLE),
    ],
)
def test_that_what_drowns_in_a_wide_margin_is_unproven(
    cost: float, margin: float, kind: VerdictKind
) -> None:
    found = judge(costing(cost, 0.02), replace(KNOWN, margin=margin))
    assert found.verdict is kind
    if kind is VerdictKind.UNPROVEN:
        assert "two identical plaintext databases may differ by 8.1 %" in str(found.message)


def test_that_an_estimate_beyond_a_margin_counts_though_its_interval_reaches_within() -> None:
    for cost, margin, kind in (
        (3.2, 3.0, VerdictKind.COSTS),
        (-3.2, 3.0, VerdictKind.FASTER),
        (-2.8, 3.0, VerdictKind.NONE_FOUND),
        (8.3, 8.1, VerdictKind.COSTS),
    ):
        wide = costing(cost, 0.5)
        assert wide.interval().low < (margin if cost > 0 else -margin) < wide.interval().high
        assert judge(wide, replace(KNOWN, margin=margin)).verdict is kind


@pytest.mark.parametrize(
    ("p_value", "kind"),
    [
        (None, VerdictKind.COSTS),
        (0.05, VerdictKind.COSTS),
        (0.0501, VerdictKind.UNPROVEN),
        (0.1, VerdictKind.UNPROVEN),
    ],
)
def test_that_what_does_not_survive_correction_says_so_whatever_the_number(
    p_value: float | None, kind: VerdictKind
) -> None:
    """Among 2 comparisons it was told that one such is expected by chance: it is 0.1."""
    found = judge(costing(40), replace(KNOWN, p_adjusted=p_value, comparisons=2))
    assert found.verdict is kind
    if kind is VerdictKind.UNPROVEN:
        assert str(found.message) == "unproven: 40 % (40 to 40 %) may be chance among 2 comparisons"
        assert "Verdicts take this into account, intervals do not" in str(found.meaning)


def test_that_a_contradiction_between_interval_and_exact_test_names_its_block() -> None:
    pulled = blocks([0.05, 0.06, 0.05, 0.055, 0.06, 0.4, 0.05])
    assert pulled.interval().low < 0 and pulled.p_value <= 0.05 < pulled.t_p_value
    assert has_contradictory_tests(pulled) and most_deviating_block(pulled) == 6
    found = judge(pulled, KNOWN)
    assert found.verdict is VerdictKind.UNPROVEN
    assert "the exact test disagree; block 6 differs most" in str(found.message)
    assert has_contradictory_tests(blocks([0.05, 0.06, 0.05, 0.055, 0.06, 0.9])), (
        "six are enough for it"
    )
    assert not has_contradictory_tests(blocks([0.05, 0.06, 0.05, 0.055, 0.9])), (
        "too few for that test"
    )
    assert not has_contradictory_tests(costing(40)) and not has_contradictory_tests(costing(0))


def test_that_a_contradiction_within_the_margin_is_no_cost_all_the_same() -> None:
    pulled = blocks([each / 40 for each in (0.05, 0.06, 0.05, 0.055, 0.06, 0.4, 0.05)])
    assert has_contradictory_tests(pulled)
    assert judge(pulled, replace(KNOWN, margin=2.0)).verdict is VerdictKind.NONE_FOUND


@pytest.mark.parametrize("count", [5, 6])
def test_that_a_difference_that_the_exact_test_cannot_confirm_says_so(count: int) -> None:
    text = str(judge(costing(40, count=count), KNOWN).message)
    assert text.endswith("(5 blocks: too few for the exact test)") is (count == 5)
    none = str(judge(costing(-0.5, 0.05, count=5), KNOWN).message)
    assert none == "no cost found"


def test_that_the_block_that_is_farthest_from_the_middle_is_named() -> None:
    assert most_deviating_block(blocks([0.1, 0.2, 0.3, 0.9])) == 4
    assert most_deviating_block(blocks([-0.9, 0.1, 0.2, 0.3, 0.5])) == 1
    assert most_deviating_block(blocks([0.3, 0.31, 0.32, 0.33, -0.1])) == 5
    assert most_deviating_block(blocks([-0.5, 0.0, 0.0, 0.2, 0.3, 0.6])) == 1


def repetitions_asked(comparison: Comparison, around: Circumstances) -> int:
    text = str(judge(comparison, around).message)
    assert "too noisy" in text, text
    return int(text.split("about ")[1].split(" ", maxsplit=1)[0].replace(",", ""))


def test_that_the_repetitions_that_are_asked_for_bring_the_width_that_is_wanted() -> None:
    noisy = blocks([0.05 * each for each in WOBBLE])
    wide = replace(KNOWN, target=2.0, margin=1.0)
    assert noisy.interval().estimate == pytest.approx(0.0, abs=1e-9)
    narrow = noisy.blocks_for(1.0) - len(noisy.blocks)
    assert repetitions_asked(noisy, wide) == 2 * narrow, "a margin of 1 % is nearer than the target"
    steadier = blocks([0.004 * each for each in WOBBLE])
    least = replace(wide, margin=0.05)
    asked = 2 * (steadier.blocks_for(0.1) - len(steadier.blocks))
    assert repetitions_asked(steadier, least) == asked
    assert "quieter machine" in str(judge(noisy, least).message), "nobody waits for so many"
    loose = replace(wide, margin=3.0)
    assert repetitions_asked(noisy, loose) == 2 * (noisy.blocks_for(2.0) - len(noisy.blocks))
    assert repetitions_asked(noisy, replace(loose, target=0)) == repetitions_asked(noisy, loose)
    tight = replace(loose, target=1.2)
    assert repetitions_asked(noisy, tight) == 2 * (noisy.blocks_for(1.2) - len(noisy.blocks))


def test_that_blocks_of_one_repetition_ask_for_half_as_many_as_those_of_two() -> None:
    """Sides that take turns have one pass in a block, whole runs two."""
    whole = blocks([0.05 * each for each in WOBBLE])
    turned = Comparison(
        tuple(Block(each.number, each.baseline[:1], each.protected[:1]) for each in whole.blocks)
    )
    around = replace(KNOWN, target=1.0)
    assert turned.interval() == whole.interval()
    assert 2 * repetitions_asked(turned, around) == repetitions_asked(whole, around)


def test_that_a_cost_off_nothing_asks_for_no_more_than_takes_it_off() -> None:
    for sign in (1, -1):
        off = blocks([sign * 0.025 + 0.04 * each for each in WOBBLE])
        assert off.interval().low < 0 < off.interval().high
        away = abs(off.interval().estimate)
        wanted = off.blocks_for(away) - len(off.blocks)
        assert repetitions_asked(off, replace(KNOWN, target=4.0)) == 2 * wanted
        far = replace(KNOWN, target=4.0, margin=4.9 + away)
        assert judge(off, far).verdict is VerdictKind.TOO_NOISY, (
            "from 5 % on nothing is shown absent"
        )
        assert repetitions_asked(off, far) == 2, "never none, where the target would be met"
        sharp = replace(far, target=1.5)
        assert repetitions_asked(off, sharp) == 2 * (off.blocks_for(1.5) - len(off.blocks))


def test_that_what_could_be_tenfold_is_not_reported_in_numbers() -> None:
    hopeless = blocks([3 * each for each in WOBBLE])
    assert hopeless.interval().high > FACTOR_PERCENT
    found = judge(hopeless, KNOWN)
    assert found.verdict is VerdictKind.TOO_NOISY
    assert str(found.message) == "too noisy: repeat on a quieter machine"
    assert str(margin_words(524)) == "524 %" and str(margin_words(899.9)) == "900 %"
    assert str(margin_words(FACTOR_PERCENT)) == "a factor of ten or more"


@pytest.mark.parametrize(
    ("comparison", "margin", "kind", "text"),
    [
        (costing(0, 0.1), 1.0, VerdictKind.NONE_FOUND, "detection limit: 1.0 %"),
        (costing(0, 1.0), 5.0, VerdictKind.NONE_FOUND, "detection limit: 5.0 %"),
        (costing(0, 4.0), 5.1, VerdictKind.TOO_NOISY, "may differ by 5.1 %"),
        (costing(6, 0.1), 6.1, VerdictKind.UNPROVEN, "differed by 6.0 % (5.9 to 6.1 %)"),
        (costing(-6, 0.1), 6.1, VerdictKind.UNPROVEN, "differed by −6.0 % (−6.1 to −5.9 %)"),
    ],
)
def test_that_a_control_is_judged_by_how_far_it_lies_from_nothing(
    comparison: Comparison, margin: float, kind: VerdictKind, text: str
) -> None:
    found = judge(comparison, replace(KNOWN, margin=margin), control=True)
    assert found.verdict is kind and text in str(found.message)


def test_that_work_without_a_database_is_informed_of_none() -> None:
    bare = replace(KNOWN, has_database=False, compares_encrypted=False, margin=3.0)
    for comparison, around in (
        (costing(40), bare),
        (costing(2), bare),
        (costing(2, 0.02), replace(bare, margin=6.0)),
        (costing(40), replace(bare, control=Interval(7.0, 6.0, 8.0))),
    ):
        for verdict in (judge(comparison, around), judge(comparison, around, control=True)):
            assert "plaintext" not in words(verdict) and "database" not in words(verdict)
    assert "baseline, measured twice" in str(
        judge(costing(2, 0.02), replace(bare, margin=6)).message
    )
    assert "under this cipher" in str(judge(costing(40), bare).meaning)
    assert "under this protection" in str(judge(costing(40), KNOWN).meaning)


def test_that_blocks_that_are_all_alike_have_a_verdict() -> None:
    assert judge(blocks([log(1.4)] * 6), KNOWN).verdict is VerdictKind.COSTS
    assert judge(blocks([0.0] * 6), KNOWN).verdict is VerdictKind.NONE_FOUND


@pytest.mark.parametrize("passes", [1, 2])
def test_that_missing_repetitions_are_counted_as_blocks_have_them(passes: int) -> None:
    """A block is one repetition where sides take turns, and two of whole runs."""
    noisy = costing(2, spread=8)
    made = Comparison(
        tuple(Block(each.number, (1.0,) * passes, each.protected[:passes]) for each in noisy.blocks)
    )
    found = judge(made, KNOWN)
    missing = noisy.blocks_for(2.0) - 6
    assert found.verdict is VerdictKind.TOO_NOISY
    assert f"about {passes * missing} more repetitions" in str(found.message)
