"""The rows of page one: protections as they were used, and which of them stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.evidence.threats import about_connections
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, told_costs
from app.report.summary.costs import cost_words
from app.report.summary.guards import (
    NO_LOGIN,
    by_index_words,
    changes_words,
    equal_words,
    kept_words,
    leak_words,
    login_words,
    search_words,
    shared_words,
    weak_words,
    without_logins,
)
from app.report.summary.model import (
    CHANGE,
    DATABASE_LOGIN,
    DISK,
    NETWORK,
    OS_LOGIN,
    Guard,
    SummaryRow,
)
from app.report.words.wording import properties
from app.results.records import CellRecord
from engines.contract.message import NOTHING, Message, listed, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, Ability, Kept, Properties, mark_said
from workloads.registry import workload_named, workload_names

MOST_ROWS = 6
_WORTH = {Kept.OUT: 2, Kept.PARTLY: 1, Kept.IN: 0}
_SEALING = (ProtectionKind.NATIVE, ProtectionKind.CLIENT)
_NO_PROTECTION = (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM)


class _Key(NamedTuple):
    """What is told in one row: one name that keeps the same people out on each of its servers."""

    title: Message
    kind: ProtectionKind
    good: Properties


@dataclass(frozen=True)
class Group:
    """A protection with the servers that it was used on alike, and what it costs there."""

    title: Message
    kind: ProtectionKind
    good: Properties
    cells: tuple[CellRecord, ...]
    costs: tuple[Told, ...]
    baseline: bool
    inside: frozenset[str] = frozenset()
    """Names of the campaign's servers whose engine runs inside the application."""

    @property
    def without_logins(self) -> tuple[str, ...]:
        """Those of its servers that nobody can log into, if they can do it."""
        return tuple(each for each in self._able if each in self.inside)

    @property
    def has_logins(self) -> bool:
        """Whether anybody can log into one of its servers."""
        return not self._able or bool(self.with_logins)

    @property
    def with_logins(self) -> tuple[str, ...]:
        """Those that can do it, and that somebody can log into."""
        return tuple(each for each in self._able if each not in self.inside)

    @property
    def _able(self) -> tuple[str, ...]:
        able = (each.server for each in self.cells if each.status is not Status.UNSUPPORTED)
        return tuple(dict.fromkeys(able))

    @property
    def kept(self) -> tuple[tuple[str, Kept, Message, bool], ...]:
        """Of each that there is of a thief of the disk, an OS login and a database login: who it
        is, whether they are kept out, what evidence found, and whether it was looked for. Where
        nobody can log in, there are only logins that evidence found open."""
        good = self.good
        told = zip(_THIEVES, good.kept, good.found_here, good.looked_here, strict=True)
        return tuple(
            each
            for each in told
            if each[0] == DISK or self.has_logins or (each[1] is Kept.IN and each[2])
        )

    @property
    def servers(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(dict.fromkeys(each.server for each in self.cells))

    @property
    def blind_index(self) -> bool:
        """Whether it has the blind indexes of its workload."""
        return self.cells[0].blind_index

    @property
    def worth(self) -> tuple[int, ...]:
        """How much it keeps out: the more, the higher it ranks."""
        good = self.good
        kept = sum(_WORTH[each] for each in good.kept)
        hidden = (not good.reuses_keystream, good.hides_equality, ECB not in good.marks)
        return kept + 2 * good.authenticated, *hidden

    @property
    def dearest(self) -> float:
        """The estimate on the server where it costs most; above all others where nobody knows."""
        known = [each.percent for each in self.costs if each.cost.decided]
        return max(known, default=float("inf"))

    @property
    def impossible(self) -> bool:
        """Whether none of its servers can do it."""
        return all(each.status is Status.UNSUPPORTED for each in self.cells)

    @property
    def protects(self) -> bool:
        """Whether it keeps anybody out of anything, and is not what others are compared with."""
        return self.kind not in _NO_PROTECTION and not self.baseline


def groups_of(report: CampaignReport) -> list[Group]:
    """All protections of a campaign in the order of its cells; the control is none."""
    inside = frozenset(each.name for each in report.servers if each.in_process)
    found: dict[_Key, list[CellRecord]] = {}
    meant = [
        each
        for each in report.cells
        if not each.control and each.kind != ProtectionKind.STORED_FORM
    ]
    for cell in sorted(meant, key=lambda each: each.server in inside):  # what has logins first
        key = _Key(_title(cell), ProtectionKind(cell.kind), properties(cell, report.evidence))
        if cell.server in inside:
            key = next((each for each in found if _alike_but_for_logins(each, key)), key)
        found.setdefault(key, []).append(cell)
    told: dict[tuple[str, str], list[Told]] = {}
    for each in told_costs(report.headline):
        told.setdefault((each.server, each.protection), []).append(each)
    at = {id(cell): number for number, cell in enumerate(report.cells)}
    ordered = [(key, sorted(cells, key=lambda each: at[id(each)])) for key, cells in found.items()]
    return [
        Group(*key, tuple(cells), tuple(_costs(cells, told)), _is_baseline(report, cells), inside)
        for key, cells in sorted(ordered, key=lambda each: at[id(each[1][0])])
    ]


def _alike_but_for_logins(one: _Key, other: _Key) -> bool:
    return one._replace(good=without_logins(one.good)) == other._replace(
        good=without_logins(other.good)
    )


def _is_baseline(report: CampaignReport, cells: Sequence[CellRecord]) -> bool:
    return all(each.protection == report.baseline for each in cells)


def _costs(
    cells: Iterable[CellRecord], told: Mapping[tuple[str, str], Sequence[Told]]
) -> Iterator[Told]:
    for place in dict.fromkeys((each.server, each.protection) for each in cells):
        yield from told.get(place, ())


def _title(cell: CellRecord) -> Message:
    kind = ProtectionKind(cell.kind)
    return NOTHING if kind is ProtectionKind.PLAINTEXT else cell.as_used.title


def chosen(groups: Sequence[Group]) -> tuple[list[Group], Message]:
    """The rows that have room, and by which rule they were chosen where there are more: of each
    combination of what is kept out the cheapest, the strongest first, then the next cheapest."""
    if len(groups) <= MOST_ROWS:
        return list(groups), NOTHING
    base = [each for each in groups if each.baseline][:1]
    rest = [each for each in groups if each not in base]
    levels: dict[tuple[tuple[int, ...], tuple[Kept, ...]], list[Group]] = {}
    for each in sorted(rest, key=lambda one: one.dearest):
        levels.setdefault((each.worth, each.good.kept), []).append(each)
    ranked = [levels[level] for level in sorted(levels, reverse=True)]
    picked: list[Group] = []
    turn = 0
    while len(picked) < MOST_ROWS - len(base) and turn < len(rest):
        picked += [level[turn] for level in ranked if turn < len(level)]
        turn += 1
    kept = {id(each) for each in (*base, *picked[: MOST_ROWS - len(base)])}
    said = _CHOSEN.with_count(len(groups) - len(kept))
    return [each for each in groups if id(each) in kept], said


_CHOSEN = plural(
    "{n} more protections are in the tables below. Shown are the cheapest of each level of "
    "protection, the strongest levels first.",
    "{n} more protection is in the tables below. Shown are the cheapest of each level of "
    "protection, the strongest levels first.",
    0,
)


def by_cpu_alone(groups: Iterable[Group]) -> bool:
    """Whether every cost of these is of CPU time, so that it is said once."""
    told = [each for group in groups for each in group.costs if each.cost.decided]
    return bool(told) and all(each.in_cpu_time for each in told)


def row_of(group: Group, report: CampaignReport, *, by_cpu: bool = False) -> SummaryRow:
    """A protection as page one has it; `by_cpu`: that its cost is of CPU time is said elsewhere."""
    servers = servers_of(report)
    return SummaryRow(
        named_there(group, servers),
        tuple(_cost_lines(group, named=len(servers) > 1, by_cpu=by_cpu)),
        tuple(_guards(group, report)),
        leaks_of(group, report),
        search_of(group, report),
    )


def servers_of(report: CampaignReport) -> tuple[str, ...]:
    """Those of all cells."""
    return tuple(dict.fromkeys(cell.server for cell in report.cells))


def leaks_of(group: Group, report: CampaignReport) -> Message:
    """What it gives away, with what the campaign's work adds."""
    shared = shared_words(blind_columns(group, report))
    return leak_words(group.kind, group.good, shared, logins=group.has_logins)


def search_of(group: Group, report: CampaignReport) -> Message:
    """What can be looked for, with what the campaign's work adds."""
    return by_index_words(blind_columns(group, report)) or search_words(group.good)


def blind_columns(group: Group, report: CampaignReport) -> Sequence[str]:
    """The columns that the campaign's work gives a blind index under this protection."""
    work = report.campaign.workload
    needs = group.kind in _SEALING and group.good.index is Ability.NO and group.blind_index
    if not needs or work.name not in workload_names():
        return ()
    return workload_named(work.name).blind_indexed(work)


def group_name(group: Group) -> Message:
    """“AES-256-GCM in the application”, “AES-128-CBC in the database”."""
    if group.kind is ProtectionKind.PLAINTEXT:
        return _PLAIN
    if group.kind is ProtectionKind.NATIVE:
        return _BY_SERVER.with_values(title=group.title)
    return group.title


def marked_name(group: Group) -> Message:
    """With what is weak about it: “AES-128-CBC in the database (fixed IV)”."""
    marks = listed(map(mark_said, group.good.marks))
    if not marks or group.kind is ProtectionKind.CIPHER:
        return group_name(group)
    return _MARKED.with_values(name=group_name(group), marks=marks)


def named_there(group: Group, servers: Sequence[str]) -> Message:
    """Its name with its marks, the servers that it is not on all of, and whether it is the
    baseline."""
    name = marked_name(group)
    if group.servers != servers:
        name = _ON.with_values(name=name, servers=", ".join(group.servers))
    return _BASELINE.with_values(name=name) if group.baseline else name


_PLAIN = phrase("Unprotected")
_BY_SERVER = phrase("{title} in the database")
_MARKED = phrase("{name} ({marks})")
_ON = phrase("{name}, on {servers}")
_BASELINE = phrase("{name}: the baseline")


def _cost_lines(group: Group, *, named: bool, by_cpu: bool) -> Iterator[Message]:
    """A line for each server and kind of work."""
    if group.baseline:
        yield _NONE
        return
    told = {each.server for each in group.costs}
    for each in group.costs:
        words = cost_words(each.cost, cpu=each.in_cpu_time and not by_cpu)
        place = place_words(each, named=named)
        yield _AT.with_values(place=place, cost=words) if place else words
    for cell in {each.server: each for each in group.cells if each.server not in told}.values():
        words = _MISSING.get(cell.status, _NOT_MEASURED)
        yield _AT.with_values(place=cell.server, cost=words) if named else words


def place_words(told: Told, *, named: bool) -> Message:
    """Its server, where they are `named`, and its case; nothing where neither needs a word."""
    if named and told.work:
        return _PLACE.with_values(server=told.server, work=told.work)
    return phrase("{server}", server=told.server) if named else told.work


_PLACE = phrase("{server}, {work}")
_NONE = phrase("–")
_AT = phrase("{place}: {cost}")
_NOT_MEASURED = phrase("not measured")
_MISSING = {
    Status.UNSUPPORTED: phrase("not possible"),
    Status.FAILED: phrase("failed"),
}


def _is_about_connections(report: CampaignReport) -> bool:
    return about_connections((each.kind for each in report.cells), report.evidence)


def notices(group: Group, report: CampaignReport) -> Kept:
    """Whether changes of what is stored are noticed: in part where values are sealed one by one,
    and not for their rows."""
    if not group.good.authenticated:
        return Kept.IN
    by_value = group.kind in _SEALING
    return Kept.PARTLY if by_value and not binds_rows(group, report) else Kept.OUT


def binds_rows(group: Group, report: CampaignReport) -> bool:
    """Whether the application sealed values for their rows, which would undo that equal values of a
    scheme without nonces stay equal."""
    name = report.campaign.workload.name
    sealed = group.kind is ProtectionKind.CLIENT and group.good.hides_equality
    return sealed and name in workload_names() and workload_named(name).binds_rows


def _guards(group: Group, report: CampaignReport) -> Iterator[Guard]:
    good, there, noticed = group.good, group.kept, notices(group, report)
    shown = {
        Kept.OUT: equal_words(blind_columns(group, report)),
        Kept.PARTLY: weak_words(good),
    }
    yield from (_guard(group, *each, shown.get(each[1], NOTHING)) for each in there)
    told = {whom for whom, *_ in there}
    for whom in (each for each in _THIEVES if each not in told):
        yield Guard(whom, None, NO_LOGIN, False)
    if _is_about_connections(report):
        heard, looked = good.heard_here, good.listened_here
        words = kept_words(good.network, heard, looked)
        yield Guard(NETWORK, good.network, words, looked, bool(heard))
    yield Guard(CHANGE, noticed, changes_words(noticed), False)


def _guard(
    group: Group, whom: str, kept: Kept, found: Message, looked: bool, shown: Message
) -> Guard:
    """Of a login, without the servers that nobody can log into."""
    words = kept_words(kept, found, looked, shown)
    if whom != DISK and not found and group.without_logins:
        words = login_words(words, group.without_logins)
    return Guard(whom, kept, words, looked, bool(found))


_THIEVES = (DISK, OS_LOGIN, DATABASE_LOGIN)
