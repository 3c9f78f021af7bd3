"""Every number in the window is written as the user's locale has it, beside whatever it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.findings.studies.available_studies import study_named
from app.patterns.base.block_statistics import statistics_of_bytes
from app.patterns.base.explanations import explanations
from app.report.figures.campaign_report import report_on
from app.report.page_one.build_page_one import page_one
from app.results.store.store import open_store
from app.window.base.messages import message_text
from app.window.lab.common.statistics_table import percent_text
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs

FOREIGN = re.compile(r"\d\.(?!\d{3}(?!\d))\d|\b4,000\b")
"""A point for decimals, or the requests of `store_loaded` as English has them."""


WIDEST = "+100.0 %"
"""What a column's width is measured by; nobody reads it."""


@pytest.fixture(autouse=True)
def _brazil() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.Portuguese, QLocale.Country.Brazil))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("value", [0, 0.004, 0.05, 0.5, 3.14, 99, 99.3, 99.994, 99.996, 100])
def test_that_shares_of_blocks_are(value: float) -> None:
    assert not FOREIGN.search(percent_text(value))


def test_that_nearly_all_is_written_like_nearly_none() -> None:
    assert (percent_text(99.9999), percent_text(0.001)) == ("99,99 %", "0,00 %")


@pytest.mark.parametrize("p", [0, 1e-300, 1.26e-7, 0.00123, 0.0123, 0.5])
def test_that_probabilities_are(p: float) -> None:
    figures = replace(statistics_of_bytes(bytes(range(256)) * 16), chi2_p=p)
    reported = [message_text(each) for each in explanations(figures).values()]
    assert [each for each in reported if FOREIGN.search(each)] == []
    assert p != 1.26e-7 or any("1,3 × 10^−7" in each for each in reported)


@pytest.mark.slow
def test_that_what_is_informed_of_a_campaign_is(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        campaign = costly_campaign(2, cases=(100, 1000, 4000), repetitions=6)
        store_costs(store, campaign, {("mariadb", CBC.name): 0.043}, noise=0.05)
        store_loaded(store)
        for number in (1, 2):
            report = report_on(store, number, studies=[study_named("rosa-2023")])
            output = [
                page_one(report).headline.message,
                *report.quality.sentences,
                *(each.message for each in report.cautions),
                *(each.message for each in report.growth),
                *(each.cost.message for each in report.comparison if each.cost),
                *(
                    each
                    for matched in report.matched
                    for found in matched.found
                    for each in found.differences
                ),
            ]
            reported = [message_text(each) for each in output]
            assert [each for each in reported if FOREIGN.search(each)] == []
            assert number == 1 or any("4.000" in each for each in reported)


def test_that_no_source_of_the_window_has_a_number_of_one_locale() -> None:
    """“99.99 %”, or a decimal that Python formats, outside of a docstring."""
    found = [
        f"{path}: {ast.unparse(node)}"
        for folder in ("app/window", "widgets")
        for path in Path(folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if _is_foreign(node)
    ]
    assert found == []


def _is_foreign(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            number = re.fullmatch(r"\W*\d+[.,]\d+\W*%?", text) is not None
            return number and any(each in "123456789" for each in text.replace(WIDEST, ""))
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])):
            return re.search(r"\.[1-9]|,", spec) is not None
    return False
