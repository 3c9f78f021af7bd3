"""Page one of a campaign that changes encryption: how long each way takes, what waits, what is
lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.findings.interval_words import data_size, duration
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.changes import ChangeRow, change_rows, extrapolations
from app.report.page_one.model import Card, CardKind
from app.report.words.phrased import Decision, Phrased
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.session import LOGGED
from workloads.change.measures import FAILED, LOST
from workloads.contract import Case

_MOST_LINES = 3
_MANY_ROWS = 100_000_000
"""What is extrapolated to, until somebody says how large a table is."""


class ChangeHeadline(Phrased):
    """What page one of a change says first."""

    NONE_LOST = (
        "change-none-lost",
        phrase("Shortest waits: {way}. {rows} take {time}; updates wait up to {wait}."),
    )
    SOME_LOST = (
        "change-some-lost",
        phrase("Fewest updates lost: {way}. {rows} take {time}; {lost} are lost."),
    )
    ALONE = "change-alone", phrase("Quickest: {way}. {rows} take {time} while nobody else works.")


class ChangeCard(Phrased):
    """What stands on the cards."""

    WAY = "way", phrase("Change by: {way}")
    LOSES = "loses", phrase("{way}: {lost} lost.")
    FAILS = "fails", phrase("{way}: {failed} failed.")
    WAITS = "waits", phrase("{way}: updates wait up to {wait}.")
    TIME = "time", phrase("{time} for {rows}")
    LOG = "log", phrase("Log: {log}.")
    LARGER = "larger", phrase("{rows}: about {time} (extrapolated).")
    WITH_LOAD = "with-load", phrase("Measure under a load to see what waits.")


@dataclass(frozen=True)
class _Way:
    """One way, over all protections and servers; the worst of them counts."""

    case: Case
    name: Message
    rows: Sequence[ChangeRow]

    def most(self, name: str) -> int:
        return max((row.counted(name) or 0 for row in self.rows), default=0)

    @property
    def wait(self) -> float | None:
        known = [each.longest_update for each in self.rows if each.longest_update is not None]
        return max(known, default=None)

    @property
    def times(self) -> Message:
        times = [row.time.percent for row in self.rows]
        return time_range(min(times), max(times))

    @property
    def harm(self) -> tuple[int, float, float]:
        """What it loses, how long it has others wait, and how long it takes."""
        harmed = self.most(LOST.name) + self.most(FAILED.name)
        return harmed, self.wait or 0.0, max(row.time.percent for row in self.rows)


class ChangePage:
    """What is told of a campaign's largest tables; `rows` are empty for other work."""

    def __init__(self, report: CampaignReport) -> None:
        self._report = report
        measured = change_rows(report)
        largest = max((row.key.case.size for row in measured), default=0)
        self.rows = [row for row in measured if row.key.case.size == largest]
        self.size = largest

    def __bool__(self) -> bool:
        return bool(self._ways)

    @cached_property
    def _ways(self) -> list[_Way]:
        """The least harmful first."""
        found: dict[Case, list[ChangeRow]] = {}
        for row in self.rows:
            if row.key.protection != self._report.baseline:
                found.setdefault(row.key.case, []).append(row)
        ways = [_Way(case, rows[0].way, rows) for case, rows in found.items()]
        return sorted(ways, key=lambda way: way.harm)

    @property
    def _counted(self) -> Message:
        return plural("{n} rows", "{n} row", self.size)

    def headline(self) -> Decision:
        best = self._ways[0]
        values = {"way": best.name, "rows": self._counted, "time": best.times}
        if best.wait is None:
            return ChangeHeadline.ALONE.decided(**values)
        if lost := best.most(LOST.name):
            return ChangeHeadline.SOME_LOST.decided(**values, lost=_updates(lost))
        return ChangeHeadline.NONE_LOST.decided(**values, wait=duration(best.wait))

    def do_card(self) -> Card:
        best, others = self._ways[0], self._ways[1:]
        lines = [_against(each) for each in reversed(others) if each.wait is not None]
        if best.wait is None:
            lines = [ChangeCard.WITH_LOAD.decided()]
        head = ChangeCard.WAY.decided(way=best.name)
        return Card(CardKind.DO, head, tuple(lines[:_MOST_LINES]), whole=tuple(lines))

    def plan_card(self) -> Card:
        best = self._ways[0]
        head = ChangeCard.TIME.decided(time=best.times, rows=self._counted)
        return Card(CardKind.PLAN, head, tuple(self._planned(best)))

    def _planned(self, best: _Way) -> Iterator[Decision]:
        logs = [row.most[LOGGED] for row in best.rows if LOGGED in row.most]
        if logs:
            yield ChangeCard.LOG.decided(log=data_size(max(logs)))
        name = best.case.name
        further = [
            each.time.percent
            for each in extrapolations(self._report, _MANY_ROWS)
            if each.clear
            and each.key.case.name == name
            and each.key.protection != self._report.baseline
        ]
        if further:
            rows = plural("{n} rows", "{n} row", _MANY_ROWS)
            yield ChangeCard.LARGER.decided(rows=rows, time=time_range(min(further), max(further)))

    def words_of(self, server: str, protection: str, name: str) -> Message:
        """“batches · 1.2 s · updates wait up to 45 ms”: of one way of a protection."""
        row = next(
            (
                each
                for each in self.rows
                if (each.key.server, each.key.protection, each.key.case.name)
                == (server, protection, name)
            ),
            None,
        )
        return NOTHING if row is None else in_words(row)

    def plain_time(self, server: str) -> Message:
        """How long rewriting alone takes."""
        times = [
            row.time.percent
            for row in self.rows
            if (row.key.server, row.key.protection) == (server, self._report.baseline)
        ]
        return time_range(min(times), max(times)) if times else NOTHING


def in_words(row: ChangeRow) -> Message:
    parts = [row.way, duration(row.time.percent)]
    if row.longest_update is not None:
        parts.append(phrase("waits up to {wait}", wait=duration(row.longest_update)))
    if lost := row.counted(LOST.name):
        parts.append(phrase("{lost} lost", lost=Number(lost)))
    message = parts[0]
    for each in parts[1:]:
        message = phrase("{one} · {other}", one=message, other=each)
    return message


def _against(way: _Way) -> Decision:
    """Why another way is better."""
    if lost := way.most(LOST.name):
        return ChangeCard.LOSES.decided(way=way.name, lost=_updates(lost))
    if failed := way.most(FAILED.name):
        return ChangeCard.FAILS.decided(way=way.name, failed=_requests(failed))
    return ChangeCard.WAITS.decided(way=way.name, wait=duration(way.wait or 0.0))


def _updates(count: int) -> Message:
    return plural("{n} updates", "{n} update", count)


def _requests(count: int) -> Message:
    return plural("{n} requests", "{n} request", count)


def time_range(least: float, most: float) -> Message:
    """“1.2 s to 3 s”, or one of them where both read the same."""
    ends = duration(least), duration(most)
    if str(ends[0]) == str(ends[1]):
        return ends[0]
    return phrase("{least} to {most}", least=ends[0], most=ends[1])
