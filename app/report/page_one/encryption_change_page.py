"""Page one of a campaign that encrypts tables in use: its headline and cards on how long each way
(such as in batches) takes, how long updates wait, what is lost, and how many names of persons a
search still finds in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.findings.interval_words import data_size, duration, signed_cost
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import ChangeRow, Extrapolation, change_rows, extrapolations
from app.report.page_one.model import Card, CardKind
from app.report.words.phrased import FilledPhrase, Phrased, joined_by_dots
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.session import LOGGED
from engines.registry import facts_of
from workloads.change.measures import FAILED, LOST
from workloads.change.ways import change_of_case
from workloads.contract import Case
from workloads.registry import distinct_labels

_MOST_LINES = 3
_MANY_ROWS = 100_000_000
"""The size of table that durations are extrapolated to, unless the user gives another."""


class ChangeHeadline(Phrased):
    SHORTEST_WAITS = (
        "change-shortest-waits",
        phrase("Shortest waits: {way}. {rows} take {time}; updates wait up to {wait}."),
    )
    NONE_LOST = (
        "change-none-lost",
        phrase("No update lost: {way}. {rows} take {time}; updates wait up to {wait}."),
    )
    SOME_LOST = (
        "change-some-lost",
        phrase("Fewest updates lost: {way}. {rows} take {time}; {lost} are lost."),
    )
    ALONE = "change-alone", phrase("Quickest: {way}. {rows} take {time} while nobody else works.")
    NOT_COMPARED = "change-not-compared", phrase("{rows} take {time}.")
    NOT_COMPARED_WAITS = (
        "change-not-compared-waits",
        phrase("{rows} take {time}; updates wait up to {wait}."),
    )


class ChangeCard(Phrased):
    """What the cards “Do” and “Plan for” say."""

    WAY = "way", phrase("Change by: {way}")
    LOSES = "loses", phrase("{way}: {lost} lost.")
    FAILS = "fails", phrase("{way}: {failed} failed.")
    WAITS = "waits", phrase("{way}: updates wait up to {wait}.")
    TIME = "time", phrase("{time} for {rows}")
    LOG = "log", phrase("Log: {log}.")
    STAYS_READABLE = "stays-readable", phrase("Still readable in data files: {names}.")
    READABLE_UNTIL = "readable-until", phrase("Readable in data files until {rewrite}: {names}.")
    READABLE_IN_LOGS = "readable-in-logs", phrase("Still readable in logs: {names}.")
    BACKUP_SHOWS = "backup-shows", phrase("A backup shows {names}: encrypt it as well.")
    BACKUP_GROWS = "backup-grows", phrase("Backup, by gzip: {cost}.")
    LARGER = "larger", phrase("{rows}: about {time} (extrapolated).")
    COMPARE = "compare", phrase("Measure two ways under one protection")
    WITH_LOAD = "with-load", phrase("Measure under a load to see what waits.")


class ChangeAdvice(Phrased):
    """Whether an hour, a night or a weekend is enough to change a table of the user's size, by the
    upper end of the extrapolated duration."""

    HOUR = "an-hour", phrase("{way}: an hour is enough for {rows}.")
    NIGHT = "a-night", phrase("{way}: a night is enough for {rows}.")
    WEEKEND = "a-weekend", phrase("{way}: a weekend is enough for {rows}.")
    LONGER = "longer", phrase("{way}: {rows} take longer than a weekend.")


_TIME_AVAILABLE = {
    ChangeAdvice.HOUR: 3600.0,
    ChangeAdvice.NIGHT: 8 * 3600.0,
    ChangeAdvice.WEEKEND: 48 * 3600.0,
}
"""Seconds, the shortest first."""


@dataclass(frozen=True)
class _WayResults:
    """Results of one way, or of all, over the protections of servers; the worst of them counts."""

    rows: Sequence[ChangeRow]

    @property
    def name(self) -> Message:
        return self.rows[0].way

    def worst_count(self, name: str) -> int:
        return max((row.max_count(name) or 0 for row in self.rows), default=0)

    @property
    def longest_wait(self) -> float | None:
        """Seconds that an update waited; None without a load."""
        known = [each.longest_update for each in self.rows if each.longest_update is not None]
        return max(known, default=None)

    @property
    def times(self) -> Message:
        times = [row.time.estimate for row in self.rows]
        return time_range(min(times), max(times))

    @property
    def harm(self) -> tuple[int, int, float, float]:
        """What is lost, what fails, how long others wait, and how long it takes."""
        longest = max(row.time.estimate for row in self.rows)
        return (
            self.worst_count(LOST.name),
            self.worst_count(FAILED.name),
            self.longest_wait or 0.0,
            longest,
        )


class ChangePage:
    """Page one on a campaign's largest tables; falsy if the campaign changed no table."""

    def __init__(self, report: CampaignReport) -> None:
        self._report = report
        measured = change_rows(report)
        self._size = max((row.key.case.size for row in measured), default=0)
        largest = [row for row in measured if row.key.case.size == self._size]
        cases = [*dict.fromkeys(row.key.case for row in largest)]
        _, ways = distinct_labels(report.campaign.workload.name, cases) if cases else (NOTHING, {})
        self._rows = [replace(row, way=ways[row.key.case]) for row in largest]

    def __bool__(self) -> bool:
        return bool(self._changed.rows)

    @cached_property
    def _changed(self) -> _WayResults:
        """All that was encrypted, by any way; without the baseline."""
        return _WayResults(
            [row for row in self._rows if row.key.protection != self._report.baseline]
        )

    @cached_property
    def _ways(self) -> list[_WayResults]:
        found: dict[Case, list[ChangeRow]] = {}
        for row in self._changed.rows:
            found.setdefault(row.key.case, []).append(row)
        return [_WayResults(rows) for rows in found.values()]

    @cached_property
    def _compared(self) -> list[_WayResults]:
        """Ways of one transition under the heaviest load, the least harmful first, each over the
        protections of servers that all of them have. Empty where no two can be compared."""
        parts = {row.key.case: change_of_case(row.key.case) for row in self._changed.rows}
        if len({transition for transition, _, _ in parts.values()}) != 1:
            return []
        heaviest = max(rate for _, _, rate in parts.values())
        found = [way for way in self._ways if parts[way.rows[0].key.case][2] == heaviest]
        shared = set.intersection(*({_place(row) for row in way.rows} for way in found))
        if len(found) < 2 or not shared:
            return []
        ways = [_WayResults([row for row in way.rows if _place(row) in shared]) for way in found]
        return sorted(ways, key=lambda way: way.harm)

    @property
    def _best(self) -> _WayResults:
        return self._compared[0] if self._compared else self._changed

    @property
    def _counted(self) -> Message:
        return plural("{n} rows", "{n} row", self._size)

    def headline(self) -> FilledPhrase:
        best, lost = self._best, self._best.worst_count(LOST.name)
        values = {"rows": self._counted, "time": best.times}
        waits = {} if best.longest_wait is None else {"wait": duration(best.longest_wait)}
        if not self._compared:
            code = ChangeHeadline.NOT_COMPARED_WAITS if waits else ChangeHeadline.NOT_COMPARED
            return code.filled(**values, **waits)
        values["way"] = best.name
        if not waits:
            return ChangeHeadline.ALONE.filled(**values)
        if lost:
            return ChangeHeadline.SOME_LOST.filled(**values, lost=_updates(lost))
        shortest = best.longest_wait == min(way.longest_wait or 0.0 for way in self._compared)
        code = ChangeHeadline.SHORTEST_WAITS if shortest else ChangeHeadline.NONE_LOST
        return code.filled(**values, **waits)

    def do_card(self) -> Card:
        """The card “Do”: which way to take, and why not another."""
        if self._best.longest_wait is None:
            lines = [ChangeCard.WITH_LOAD.filled()]
        elif self._compared:
            lines = [_against(each) for each in reversed(self._compared[1:])]
        else:
            lines = [_against(each) for each in self._ways if each.worst_count(LOST.name)]
        head = (
            ChangeCard.WAY.filled(way=self._best.name)
            if self._compared
            else ChangeCard.COMPARE.filled()
        )
        return Card(CardKind.DO, head, tuple(lines[:_MOST_LINES]), all_lines=tuple(lines))

    def capacity_card(self) -> Card:
        """The card “Plan for”: duration, log, what stays readable, backups."""
        head = ChangeCard.TIME.filled(time=self._best.times, rows=self._counted)
        return Card(CardKind.PLAN, head, tuple(self._planned()))

    def _planned(self) -> Iterator[FilledPhrase]:
        best = self._best.rows
        logs = [row.maxima[LOGGED] for row in best if LOGGED in row.maxima]
        if logs:
            yield ChangeCard.LOG.filled(log=data_size(max(logs)))
        yield from self._readable(best)
        yield from self._backed_up(best)
        if further := [each.time.estimate for each in self._extrapolated(_MANY_ROWS)]:
            rows = plural("{n} rows", "{n} row", _MANY_ROWS)
            yield ChangeCard.LARGER.filled(rows=rows, time=time_range(min(further), max(further)))
        if (advice := self.advice(_MANY_ROWS)) is not None:
            yield advice

    def _extrapolated(self, rows: int) -> list[Extrapolation]:
        """Durations of the best way for `rows` rows, those that are certain enough."""
        places = {(_place(row), row.key.case.name) for row in self._best.rows}
        return [
            each
            for each in extrapolations(self._report, rows)
            if each.is_certain and (_place(each), each.key.case.name) in places
        ]

    def advice(self, rows: int) -> FilledPhrase | None:
        """The best way and how much time to plan for `rows` rows; None where that cannot be
        said."""
        found = self._extrapolated(rows)
        if not (found and self._compared):
            return None
        longest = max(each.time.high for each in found)
        code = next(
            (code for code, available in _TIME_AVAILABLE.items() if longest <= available),
            ChangeAdvice.LONGER,
        )
        counted = plural("{n} rows", "{n} row", rows)
        return code.filled(way=self._best.name, rows=counted)

    def _readable(self, rows: Sequence[ChangeRow]) -> Iterator[FilledPhrase]:
        """What the worst run leaves in plain text after the engine's clean-up statements (drop,
        rewrite)."""
        known = [(row, row.readable) for row in rows if row.readable is not None]
        if not known:
            return
        row, found = max(
            known, key=lambda each: (each[1].at_end, each[1].after_change, each[1].in_logs or 0)
        )
        engine = next(cell.engine for cell in self._report.cells if cell.server == row.key.server)
        if found.at_end:
            yield ChangeCard.STAYS_READABLE.filled(names=_names(found.at_end))
        elif found.after_change:
            rewrite = facts_of(engine).rewrite
            names = _names(found.after_drop or found.after_clean_up or found.after_change)
            yield ChangeCard.READABLE_UNTIL.filled(rewrite=rewrite, names=names)
        elif found.in_logs:
            yield ChangeCard.READABLE_IN_LOGS.filled(names=_names(found.in_logs))

    def _backed_up(self, rows: Sequence[ChangeRow]) -> Iterator[FilledPhrase]:
        """The names that the worst backup shows in plain text, else how much larger the largest is
        than without encryption."""
        known = [(row, made) for row in rows for made in row.backups]
        if shown := max((each.readable for _, each in known), default=0):
            yield ChangeCard.BACKUP_SHOWS.filled(names=_names(shown))
            return
        plain = {
            (row.key.server, row.key.case, made.kind): made.gzip.estimate
            for row in self._rows
            for made in row.backups
            if row.key.protection == self._report.baseline
        }
        grown = [
            100 * (each.gzip.estimate / plain[place] - 1)
            for row, each in known
            if (place := (row.key.server, row.key.case, each.kind)) in plain
        ]
        if grown:
            yield ChangeCard.BACKUP_GROWS.filled(cost=signed_cost(max(grown)))

    def summary_of(self, server: str, protection: str, name: str) -> Message:
        """“batches · 1.2 s · waits up to 45 ms”, for one way under one protection."""
        row = next(
            (
                each
                for each in self._rows
                if (_place(each), each.key.case.name) == ((server, protection), name)
            ),
            None,
        )
        return NOTHING if row is None else way_summary(row)

    def baseline_time(self, server: str) -> Message:
        """How long the rewrite takes without encryption, under the baseline."""
        times = [
            row.time.estimate
            for row in self._rows
            if _place(row) == (server, self._report.baseline)
        ]
        return time_range(min(times), max(times)) if times else NOTHING


def _place(found: ChangeRow | Extrapolation) -> tuple[str, str]:
    """Server and protection."""
    return found.key.server, found.key.protection


def way_summary(row: ChangeRow) -> Message:
    parts = [row.way, duration(row.time.estimate)]
    if row.longest_update is not None:
        parts.append(phrase("waits up to {wait}", wait=duration(row.longest_update)))
    if lost := row.max_count(LOST.name):
        parts.append(phrase("{lost} lost", lost=Number(lost)))
    return joined_by_dots(parts)


def _against(way: _WayResults) -> FilledPhrase:
    """Why another way is better than this one."""
    if lost := way.worst_count(LOST.name):
        return ChangeCard.LOSES.filled(way=way.name, lost=_updates(lost))
    if failed := way.worst_count(FAILED.name):
        return ChangeCard.FAILS.filled(
            way=way.name, failed=plural("{n} requests", "{n} request", failed)
        )
    return ChangeCard.WAITS.filled(way=way.name, wait=duration(way.longest_wait or 0.0))


def _updates(count: int) -> Message:
    return plural("{n} updates", "{n} update", count)


def _names(count: int) -> Message:
    return plural("{n} names", "{n} name", count)


def time_range(least: float, most: float) -> Message:
    """“1.2 s to 3 s”, or one of them where both read the same."""
    ends = duration(least), duration(most)
    if str(ends[0]) == str(ends[1]):
        return ends[0]
    return phrase("{least} to {most}", least=ends[0], most=ends[1])
