"""A study of the user's own: taken, or refused with what does not fit; and a campaign as one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit
from hypothesis import assume, given, note
from hypothesis import strategies as some

from app.command_line.common.options import BAD_INPUT
from app.findings.studies.available_studies import write_study
from app.findings.studies.study_format import COLUMNS, read_study
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.matched_study import match_study
from app.report.files.export import as_study
from app.report.files.markdown import study_sections
from app.results.storable_text import cleaned
from app.results.store.store import open_store
from app.system.escaping import csv_text
from engines.contract.limits import control_character
from tests.app.report.figures.test_explained import slow_campaign
from tests.app.results.making import CBC
from tests.faults.any_input.inputs import (
    ODD_TEXTS,
    Content,
    any_input,
    carried_out,
    changed,
    in_toml,
    numbers,
    spoilt,
    texts,
)

REPORTED = {
    "title": "T",
    "authors": ["Ann Other", "Bo Third"],
    "year": 2025,
    "address": "https://example.org",
    "workload": "w",
    "machine": "m",
    "method": "once",
    "intervals": "none",
    "licence": "free",
    "like": "hospital",
    "engines": {"postgresql": "17"},
}
FIGURES = (
    ("postgresql", "native aes-128-cbc", "INSERT", "400", "cost", "4.5", "4", "5", "1", "%", "9"),
    ("postgresql", "plaintext", "INSERT", "400", "seconds", "1.5", "", "", ".1", "s", "Table 8"),
    ("postgresql", "native", "SELECT", "", "slowdown", "", "1.1", "1.2", "", "×", "Table 7"),
    ("", "native aes-128-cbc", "INSERT", "400 records", "seconds", "1600", "", "", "", "ms", "3"),
    ("", "", "", "", "throughput_kept", "80", "", "", "", "%", "Abstract"),
)  # fmt: skip
CELLS = some.one_of(
    some.sampled_from(sorted({cell for row in FIGURES for cell in row})),
    numbers.map(str),
    texts,
    some.sampled_from(("0", "1e60", "-1e60", "1e-60", "1e308", "-1e308", "5e-324", "1e999")),
    some.sampled_from(("1,5", "1_000", "\uff11\uff12")),
)


@some.composite
def tomls(draw: some.DrawFn) -> bytes:
    """The file about a study: a sound one, or another one in its bytes or in what it tells."""
    match draw(some.integers(0, 5)):
        case 0:
            return draw(spoilt(tomlkit.dumps(REPORTED).encode()))
        case 1 | 2 | 3:
            return Content(tomlkit.dumps(REPORTED).encode())
    reported = draw(changed(REPORTED))
    lines = reported.items() if isinstance(reported, dict) else ()
    text = "".join(f"{in_toml(key)} = {in_toml(value)}\n" for key, value in lines)
    return Content(text.encode("utf-8", "surrogatepass"))


@some.composite
def tables(draw: some.DrawFn) -> bytes:
    """The figures of a study, in their bytes or in some cells others."""
    rows = [list(COLUMNS), *map(list, FIGURES)]
    for _ in range(draw(some.integers(0, 3))):
        row = draw(some.integers(0, len(rows) - 1))
        column = draw(some.integers(0, len(COLUMNS) - 1))
        rows[row][column] = draw(CELLS)
        note(f"row {row}, column {column}: {rows[row][column]!r}")
    content = csv_text(rows, "\n").encode("utf-8", "surrogatepass")
    return draw(spoilt(content)) if draw(some.integers(0, 3)) == 0 else Content(content)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CampaignReport]:
    """A campaign that studies are laid beside."""
    place = str(tmp_path_factory.mktemp("beside") / "store.sqlite")
    with open_store(place, write=True) as store:
        yield report_on(store, slow_campaign(store, CBC))


@any_input
@given(toml=tomls(), table=tables(), options=some.sampled_from(([], ["--json"], ["--markdown"])))
def test_that_any_study_is_reported_and_compared_with_or_refused(
    toml: bytes, table: bytes, options: list[str], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    report = request.getfixturevalue("report")  # an argument is printed, all 37 kB of it
    file = tmp_path / "mine.toml"
    file.write_bytes(toml)
    file.with_suffix(".csv").write_bytes(table)
    code, out, output = carried_out(["studies", file, *options])
    if code == BAD_INPUT:
        assert output.startswith("cipherbench: Study not ") and output.count("\n") == 1
        return
    assert out
    study = read_study(file)
    again = tmp_path / "again" / file.name
    again.parent.mkdir(exist_ok=True)
    write_study(study, again)
    assert read_study(again) == study
    matched = match_study(study, report, [*report.comparison, *report.headline], None)
    assert list(study_sections(replace(report, matched=(matched,))))
    json.dumps([each.to_json() for each in matched.found], allow_nan=False)


@any_input
@given(name=some.one_of(some.sampled_from(ODD_TEXTS), some.text()))
def test_that_a_campaign_of_any_name_is_a_study_that_can_be_read(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    report = request.getfixturevalue("report")
    assume(
        cleaned(name) == name and name.strip() and not control_character(name)
    )  # as a plan asks for
    named = replace(report, summary=replace(report.summary, name=name))
    study = as_study(named, "made")
    write_study(study, tmp_path / "made.toml")
    assert read_study(tmp_path / "made.toml", own=False) == study
