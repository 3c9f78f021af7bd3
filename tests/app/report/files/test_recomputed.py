"""Figures of stored campaigns, worked out from the exported JSON by NumPy and SciPy alone, beside
those in every format: nothing of the program is imported, but to fill its store and to run it.

The times are made, so that there is what a quiet machine has not: runs that stood still and were
done again, and the same number of figures everywhere.
"""

from __future__ import annotations

import csv
import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from scipy import stats

from app.command_line.main import run as cipherbench
from app.plan.campaign import CONTROL, Order
from app.plan.matrix import schedule
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    OperationFinished,
    RunFinished,
)
from app.results.records import RunRecord
from app.results.store.store import Store, open_store
from engines.contract.protection import PLAINTEXT
from tests.app.report.document.reading import printed
from tests.app.results.making import make_cells, whole_run
from tests.app.results.noisy import BASE, GCM, costly_campaign

pytestmark = pytest.mark.slow
FORMATS = ("json", "csv", "xlsx", "md", "html", "pdf")
SIZES = ((10, 20), (10,))
"""Of the two campaigns."""
REPETITIONS, STALLED = 6, 2
"""Of each cell, and the one whose runs stood still at first."""
NOISE = 0.05
"""Standard deviation of the logarithm of a time."""
PROTECTIONS = (PLAINTEXT.name, CONTROL.name, GCM.name)
EXACT = 1e-9
"""Relative: both sides add the same numbers in another order."""

type Files = Mapping[str, Path]
type Row = Mapping[str, Any]
type Key = tuple[str, str, int, str]
"""Server, protection, size, operation."""


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Files]]:
    """Two on two servers, the store, and files of them: of the first in every format."""
    folder = tmp_path_factory.mktemp("recomputed")
    store = folder / "s.sqlite"
    with open_store(str(store), write=True) as opened:
        for number, sizes in enumerate(SIZES, 1):
            fill(opened, number, sizes)
    files: list[Files] = []
    for number in range(1, len(SIZES) + 1):
        made = {}
        for format in FORMATS if number == 1 else ("json",):
            made[format] = folder / f"{number}.{format}"
            full = ("--for", "full") if format in ("html", "pdf") else ()
            words = ("export", number, "--format", format, *full, "-o", made[format])
            assert cipherbench([*map(str, words), f"--store={store}"]) == 0
        files.append(made)
    return store, files


def fill(store: Store, number: int, sizes: tuple[int, ...]) -> None:
    """Store a campaign in lockstep whose times are drawn by its number. Its warm-ups took three
    times as long; so did a run of plaintext and one of each protection that stood still, and were
    done again. What the second server's processes used nobody has counted."""
    planned = costly_campaign(2, (GCM,), sizes, REPETITIONS)
    planned = replace(
        planned, name=f"campaign {number}", order=Order.LOCKSTEP, warmups=1, seed=number
    )
    cells = make_cells(planned)
    campaign = store.create_campaign(planned, cells, schedule(planned, cells))
    luck = random.Random(number)

    def carried_out(run: RunRecord, *, stalled: bool = False) -> list[Event]:
        cell = cells[run.cell]
        slower = (3 if run.warmup or stalled else 1) * (1.4 if cell.protection == GCM else 1)
        seconds = {
            name: slower * base * cell.size / 1000 * math.exp(luck.gauss(0, NOISE))
            for name, base in BASE.items()
        }
        events = whole_run(run, seconds, 1000.0 + 10 * run.position)
        counted = None if cell.server == planned.servers[1].name else 0.5
        return [
            replace(
                each,
                server_cpu_s=counted and counted * each.seconds,
                worker_cpu_s=0.25 * each.seconds,
            )
            if isinstance(each, OperationFinished)
            else replace(each, stalled=stalled) if isinstance(each, RunFinished) else each
            for each in events
        ]  # fmt: skip

    runs = store.load(campaign).runs
    stalled = [run for run in runs if run.repetition == STALLED and not run.warmup]
    assert {cells[run.cell].protection.name for run in stalled} == {*PROTECTIONS}
    first = [each for run in runs for each in carried_out(run, stalled=run in stalled)]
    store.write(campaign, [CampaignStarted(campaign, planned.name, len(runs), 0), *first])
    again = {store.add_repeat(run.id)[0] for run in stalled}
    later = [each for run in store.load(campaign).runs if run.id in again
             for each in carried_out(run)]  # fmt: skip
    store.write(campaign, [*later, CampaignFinished(campaign, Status.DONE, 99_000.0)])


@dataclass(frozen=True)
class Recomputed:
    """What the runs of a JSON document make."""

    document: Row

    @property
    def sizes(self) -> list[int]:
        return self.document["plan"]["workload"]["sizes"]  # type: ignore[no-any-return]

    @cached_property
    def seconds(self) -> dict[Key, dict[int, float]]:
        return self.measured("seconds")

    def measured(self, name: str) -> dict[Key, dict[int, float]]:
        """By cell and operation, the value of each repetition that counts."""
        found: dict[Key, dict[int, float]] = {}
        for run in self.document["runs"]:
            if run["status"] == "done" and not (run["warmup"] or run["stalled"] or run["replaced"]):
                for each in run["operations"]:
                    if each[name] is not None:
                        key = (run["server"], run["protection"], run["size"], each["operation"])
                        found.setdefault(key, {})[run["repetition"]] = each[name]
        return found

    def passes(self, key: Key) -> dict[int, np.ndarray]:
        """ln(seconds) of each complete block: of a repetition in lockstep, of both passes of whole
        runs."""
        known = self.seconds[key]
        if self.document["order"] == "lockstep":
            return {each: np.log([known[each]]) for each in sorted(known)}
        firsts = [each for each in known if each % 2 and each + 1 in known]
        return {each: np.log([known[each], known[each + 1]]) for each in sorted(firsts)}

    def control(self, keys: Sequence[Key]) -> tuple[float, float, float]:
        control = CONTROL.name
        return self.cost([(server, control, *place) for server, _, *place in keys])  # type: ignore[misc]

    def cost(self, keys: Sequence[Key]) -> tuple[float, float, float]:
        """exp(mean d) − 1 in percent of several operations together, and its t interval."""
        return t_interval(self.together(keys))

    def in_all(self, keys: Sequence[Key]) -> list[float]:
        """ln of the seconds of several operations together, of each block."""
        return list(self._sums(keys).values())

    def together(self, keys: Sequence[Key]) -> list[float]:
        """d of each block, of the sums of several operations."""
        own = self._sums(keys)
        plain = self._sums([(server, "plaintext", *place) for server, _, *place in keys])  # type: ignore[misc]
        return [own[each] - plain[each] for each in own if each in plain]

    def _sums(self, keys: Sequence[Key]) -> dict[int, float]:
        known = [self.passes(key) for key in keys]
        blocks = sorted(set.intersection(*map(set, known)))
        return {
            block: float(np.log(np.sum([np.exp(each[block]) for each in known], axis=0)).mean())
            for block in blocks
        }

    def margin(self, keys: Sequence[Key]) -> float:
        _, low, high = self.control(keys)
        return max(1.0, abs(low), abs(high))


def percent(logarithm: float) -> float:
    return 100 * math.expm1(logarithm)


def t_interval(values: Sequence[float]) -> tuple[float, float, float]:
    mean, error = np.mean(values), stats.sem(values)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=mean, scale=error)
    return percent(mean), percent(low), percent(high)


def swapped(values: Sequence[float]) -> float:
    """p where baseline and protection may be swapped in each block."""
    return float(
        stats.permutation_test(
            (values, np.zeros(len(values))),
            lambda one, other: np.mean(one) - np.mean(other),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=False,
        ).pvalue
    )


def figures(known: Recomputed, row: Row) -> dict[str, float | None]:
    """A row of the comparison by its names, worked out again."""
    key = (row["server"], row["protection"], row["size"], row["operation"])
    values = list(known.seconds[key].values())
    report: dict[str, float | None] = {
        "n": len(values),
        "mean_s": float(np.mean(values)),
        "sd_s": float(np.std(values, ddof=1)),
        "median_s": float(np.median(values)),
    }
    report |= {"mean": report["mean_s"], "sd": report["sd_s"], "median": report["median_s"]}
    for name in ("server_cpu_s", "worker_cpu_s"):
        counted = known.measured(name).get(key)
        report[name] = None if counted is None else float(np.mean(list(counted.values())))
    if row["protection"] != "plaintext":
        blocks = known.together([key])
        plain = known.seconds[(key[0], "plaintext", *key[2:])]
        cost, low, high = t_interval(blocks)
        report |= {
            "cost_percent": cost,
            "cost_low_percent": low,
            "cost_high_percent": high,
            "blocks": len(blocks),
            "p_value": swapped(blocks),
            "margin_percent": known.margin([key]),
            "study_cost_percent": 100 * (np.mean(values) / np.mean(list(plain.values())) - 1),
        }
    return report


def headline(known: Recomputed, item: Row) -> dict[str, float]:
    """A protection over all operations and sizes."""
    own = (item["server"], item["protection"])
    keys = [each for each in known.seconds if each[:2] == own]
    cost, low, high = known.cost(keys)
    studied = {
        operation: np.mean([_study(known, each) for each in keys if each[3] == operation])
        for operation in dict.fromkeys(each[3] for each in keys)
    }
    return {
        "cost_percent": cost,
        "cost_low_percent": low,
        "cost_high_percent": high,
        "blocks": len(known.together(keys)),
        "margin_percent": known.margin(keys),
        "study_cost_percent": float(np.mean(list(studied.values()))),
        "sd_percent": float(np.std(list(studied.values()), ddof=1)),
    }


def _study(known: Recomputed, key: Key) -> float:
    server, _, size, operation = key
    plain = known.seconds[server, "plaintext", size, operation]
    own = known.seconds[key]
    return 100 * float(np.mean(list(own.values())) / np.mean(list(plain.values())) - 1)


def alike(report: object, value: float | None) -> bool:
    """An empty cell is none."""
    if report in (None, "") or value is None:
        return report in (None, "") and value is None
    return math.isclose(float(str(report)), value, rel_tol=EXACT, abs_tol=1e-12)


@pytest.fixture
def files(campaigns: tuple[Path, list[Files]]) -> Files:
    return campaigns[1][0]


@pytest.fixture
def known(files: Files) -> Recomputed:
    return Recomputed(json.loads(files["json"].read_text()))


def test_that_json_has_them(known: Recomputed) -> None:
    rows, items = known.document["comparison"], known.document["headline"]
    assert len(rows) == len(known.sizes) * 2 * 3 * 4 and len(items) == 2
    for row in rows:
        for name, value in figures(known, row).items():
            assert alike(row[name], value), (name, value, row)
    for item in items:
        for name, value in headline(known, item).items():
            assert alike(item[name], value), (name, value, item)
    proved = [each for each in rows if each["verdict"] in ("costs", "costs-little", "faster")]
    for row in proved:
        assert row["cost_low_percent"] > 0 or row["cost_high_percent"] < 0


def test_that_csv_and_workbook_have_them(files: Files, known: Recomputed) -> None:
    with files["csv"].open(newline="") as opened:
        rows: list[Row] = list(csv.DictReader(opened))
    book = openpyxl.load_workbook(files["xlsx"])
    for found in (rows, sheet(book["Figures"])):
        assert len(found) == len(known.document["comparison"])
        for row in found:
            expected = figures(known, {**row, "size": int(row["size"])})
            for name, value in expected.items():
                assert alike(row[name], value), (name, value, row)
    for item in sheet(book["Cost"]):
        for name, value in headline(known, item).items():
            assert alike(item[name], value), (name, value, item)


def sheet(found: Any) -> list[Row]:
    head, *rows = found.iter_rows(values_only=True)
    return [dict(zip(head, each, strict=True)) for each in rows]


# What is read, to the digits that it shows.

type Table = list[dict[str, str]]
NUMBER = re.compile(r"[+−-]?\d[\d,]*(?:\.\d+)?")


def shown_alike(text: str, values: Sequence[float]) -> None:
    """The numbers of a text are these, each rounded to the digits that it has."""
    report = [each.replace(",", "").replace("−", "-") for each in NUMBER.findall(text)]
    assert len(report) == len(values), (text, values)
    for each, value in zip(report, values, strict=True):
        decimals = len(each.partition(".")[2])
        assert abs(float(each) - value) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-12, (text, value)


def read_alike(tables: Sequence[Table], known: Recomputed) -> int:
    """How many figures of tables were compared."""
    names: set[str] = {cell["protection"] for cell in known.document["cells"]}
    compared = 0

    def plain(text: str) -> str:
        return next(name for name in names if re.fullmatch(rf"{name}( \(.*\))?", text))

    for table in tables:
        head = set(table[0])
        if {"operation", "cost", "95 %", "verdict"} <= head:
            for line in table:
                row = line | {"protection": plain(line["protection"]), "size": int(line["records"])}
                report = figures(known, row)
                shown_alike(line["cost"], [report["cost_percent"] or 0.0])
                shown_alike(
                    line["95 %"],
                    [report["cost_low_percent"] or 0.0, report["cost_high_percent"] or 0.0],
                )
                shown_alike(line["blocks"], [report["blocks"] or 0])
                shown_alike(line["study's method"], [report["study_cost_percent"] or 0.0])
                compared += 5
        elif {"cost", "95 %", "verdict"} <= head:
            for line in table:
                item = {"server": line["server"], "protection": plain(line["protection"])}
                over = headline(known, item)
                shown_alike(line["cost"], [over["cost_percent"]])
                shown_alike(line["95 %"], [over["cost_low_percent"], over["cost_high_percent"]])
                compared += 3
        elif {"n", "INSERT", "SELECT"} <= head:
            for line in table:
                for operation in ("INSERT", "SELECT", "UPDATE", "DELETE"):
                    compared += _times_alike(line, operation, plain(line["protection"]), known)
    return compared


def _times_alike(line: Row, operation: str, name: str, known: Recomputed) -> int:
    """“0.0012 ± 0.0001 (+4.2 %)”; of the control what the machine can tell apart."""
    row = {"server": line["server"], "protection": name, "size": int(line["records"]),
           "operation": operation}  # fmt: skip
    report = figures(known, row)
    expected = [report["mean_s"] or 0.0, report["sd_s"] or 0.0]
    margin = report.get("margin_percent") or 0.0
    if name == CONTROL.name:
        expected.append(margin)
    elif name != "plaintext":
        expected.append(report["cost_percent"] or 0.0)
    shown_alike(line[operation], expected)
    return len(expected)


def pipe_tables(text: str) -> Iterator[Table]:
    """Of Markdown."""
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if len(lines) > 2:
            rows = [
                [cell.strip().replace("\\", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                for line in lines
            ]
            yield [dict(zip(rows[0], each, strict=True)) for each in rows[2:]]


class HtmlTables(HTMLParser):
    """Rows of cells of every table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[list[str]]] = []
        self._open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "table":
            self.rows.append([])
        elif tag == "tr":
            self.rows[-1].append([])
        elif tag in ("td", "th"):
            self.rows[-1][-1].append("")
            self._open = True

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.rows[-1][-1][-1] += data.replace("\xa0", " ")

    def tables(self) -> list[Table]:
        return [
            [dict(zip(head, each, strict=True)) for each in lines]
            for head, *lines in self.rows
            if lines
        ]


def figures_shown(known: Recomputed, headlines: int) -> int:
    """How many figures there are in a table of times, where all but the baseline also have a cost,
    in one of costs, and in so many tables of headlines."""
    rows = known.document["comparison"]
    costs = [each for each in rows if each["protection"] != "plaintext"]
    return 2 * len(rows) + 6 * len(costs) + 3 * headlines * len(known.document["headline"])


def test_that_markdown_shows_them(files: Files, known: Recomputed) -> None:
    tables = list(pipe_tables(files["md"].read_text()))
    assert read_alike(tables, known) == figures_shown(known, headlines=1)


def test_that_html_shows_them(files: Files, known: Recomputed) -> None:
    """The headline stands on page one as well."""
    tables = HtmlTables(files["html"].read_text()).tables()
    assert read_alike(tables, known) == figures_shown(known, headlines=2)


def test_that_a_pdf_says_every_figure_of_the_html(files: Files) -> None:
    """Cells are cut into lines on paper: its decimals are counted."""
    decimal = re.compile(r"\d+\.\d+")
    cells = chain.from_iterable(
        each.values() for table in HtmlTables(files["html"].read_text()).tables() for each in table
    )
    wanted = Counter(number for cell in cells for number in decimal.findall(cell))
    output = Counter(decimal.findall(printed(files["pdf"])))
    missing = {number: count - output[number] for number, count in wanted.items()
               if output[number] < count}  # fmt: skip
    lost = sum(missing.values())
    assert sum(wanted.values()) > 300
    assert lost <= 0.01 * sum(wanted.values()), missing  # what is parted at the end of a line


def welch(one: Sequence[float], other: Sequence[float]) -> tuple[float, tuple[float, ...]]:
    """p, and by how much the second is over the first in percent, with its 95 % interval."""
    found = stats.ttest_ind(other, one, equal_var=False)
    low, high = found.confidence_interval(0.95)
    return float(found.pvalue), tuple(
        percent(each) for each in (np.mean(other) - np.mean(one), low, high)
    )


def test_that_figures_across_campaigns_are_those_of_welch(
    campaigns: tuple[Path, list[Files]], capsys: pytest.CaptureFixture[str]
) -> None:
    store, both = campaigns
    first, second = (Recomputed(json.loads(files["json"].read_text())) for files in both)
    assert cipherbench(["compare", "1", "2", "--json", f"--store={store}"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) == 2 * 3 * 4, "the size that both have"
    size_of: Callable[[str], int] = lambda case: int(re.findall(r"\d+", case)[0])  # noqa: E731
    p_values, keys = [], []
    for row in rows:
        key = (row["server"], row["protection"], size_of(row["case"]), row["operation"])
        keys.append(key)
        one, other = ([float(np.mean(each)) for each in known.passes(key).values()]
                      for known in (first, second))  # fmt: skip
        p, expected = welch(one, other)
        p_values.append(p)
        found = (row["worse_percent"], row["low_percent"], row["high_percent"])
        assert found == pytest.approx(expected, rel=1e-7), row
        assert row["mean"] == pytest.approx(np.mean(list(second.seconds[key].values())), EXACT)
        assert row["first_mean"] == pytest.approx(np.mean(list(first.seconds[key].values())), EXACT)
    totals = {(server, protection, size) for server, protection, size, _ in keys}
    for place in totals:  # are of the family as well, whatever is looked at
        own = [key for key in keys if key[:3] == place]
        p_values.append(welch(*(known.in_all(own) for known in (first, second)))[0])
    corrected = stats.false_discovery_control(p_values)[: len(rows)]
    assert [each["p_value"] for each in rows] == pytest.approx(list(corrected), rel=1e-7)
