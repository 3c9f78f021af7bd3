"""Compares the conditions of two sessions of a campaign: may their runs share a cell?

Compared are the servers, the machine and the cores it may use, the drivers and the data. Unknown
facts never differ.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.campaign.machine.cpu_allowance import CORES, same_kinds_of_core
from app.plan.campaign import Campaign
from app.results.events import Noted
from app.results.records import MACHINE, ServerRecord, SessionRecord
from app.results.store.store import Store
from app.system.wall_time import wall_time
from engines.base.capability import DATA_LIES_ON
from engines.contract.endpoint import NODE
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import NOTHING, Message, phrase, with_semicolons
from engines.contract.protection import ProtectionKind
from engines.inspection.csv_file import form_of
from engines.registry import engine_named, facts_of
from workloads.contract import GENERATED, Options
from workloads.registry import workload_named
from workloads.workload import PROVIDED, DatabaseWorkload


class ConditionsChanged(InputError):
    """A campaign cannot be resumed: conditions differ from those of its earlier runs."""


@dataclass(frozen=True)
class ConditionDifference:
    """A condition that changed; `matters` where figures change with it."""

    what: Message
    then: str | Message
    now: str | Message
    matters: bool = True

    @property
    def message(self) -> Message:
        """The difference in words: “postgresql was 18.6, now 15.18”."""
        return phrase("{what} was {then}, now {now}", what=self.what, then=self.then, now=self.now)


def server_differences(then: ServerRecord, now: ServerRecord) -> Iterator[ConditionDifference]:
    """How a server differs from the one that answered before; nothing where none has."""
    if not then.version:
        return
    if then.version != now.version:
        yield ConditionDifference(Message(then.name), then.version, now.version)
    harmless = (
        () if then.source == PROVIDED else engine_named(then.engine).servers.speed_neutral_settings
    )
    for name, before in then.settings.items():
        after = now.settings.get(name, before)
        if after != before:
            setting = _SETTINGS.get(name, Message(name))
            what = phrase("{setting} of {server}", setting=setting, server=then.name)
            matters = name not in harmless and name != NODE
            if name == DATA_LIES_ON:  # to see now what was not seen before is no change
                matters = bool(then.lies_on) and then.lies_on != now.lies_on
            elif name == CORES:
                matters = not same_kinds_of_core(before, after)
            yield ConditionDifference(what, before, after, matters)


def session_differences(
    campaign: Campaign, then: SessionRecord, now: SessionRecord
) -> Iterator[ConditionDifference]:
    """How the conditions of two sessions differ, servers first."""
    answering = {server.name: server for server in now.servers}
    for server in then.servers:
        if server.name in answering:
            yield from server_differences(server, answering[server.name])
    yield from _machine_differences(then.environment, now.environment)
    yield from _load_difference(then.environment, now.environment)
    yield from _program_differences(campaign, then.environment, now.environment)
    if then.data and then.data != now.data:
        yield ConditionDifference(phrase("the data (SHA-256)"), then.data[:12], now.data[:12])


def initial_conditions(sessions: Sequence[SessionRecord]) -> SessionRecord | None:
    """The conditions that a campaign began under: of each fact the first value that is known. None
    where there was no session."""
    if not sessions:
        return None
    servers: dict[str, list[ServerRecord]] = {}
    for session in sessions:
        for server in session.servers:
            servers.setdefault(server.name, []).append(server)
    return SessionRecord(
        at=sessions[0].at,
        environment=_first_facts([each.environment for each in sessions]),
        data=next((each.data for each in sessions if each.data), ""),
        servers=tuple(map(_first_server_record, servers.values())),
    )


def check_comparable(store: Store, campaign_id: int, found: Iterable[ConditionDifference]) -> None:
    """Raises: ConditionsChanged when one of the differences matters"""
    matter = [each for each in found if each.matters]
    if not matter:
        return
    raise ConditionsChanged(
        phrase("Conditions have changed"),
        phrase("Earlier runs of “{name}” were measured under other conditions: {differences}."),
        phrase(
            "Restore those conditions, or measure the plan again: `cipherbench resume {campaign} "
            "--as-new`."
        ),
        name=store.summary(campaign_id).name,
        campaign=campaign_id,
        differences=with_semicolons(each.message for each in matter),
    )


def harmless_note(difference: ConditionDifference) -> Noted:
    """The log's warning about a difference that does not matter."""
    message = phrase(
        "{what}: was {then}, is now {now}; runs are treated as comparable",
        what=difference.what,
        then=difference.then,
        now=difference.now,
    )
    return Noted(message, "warning", wall_time())


def free_name(name: str, taken: Iterable[str]) -> str:
    """`name` with the lowest number from 2 that makes it unique: “disks (2)”."""
    stem = re.sub(r" \(\d+\)$", "", name)
    known = set(taken)
    number = 2
    while f"{stem} ({number})" in known:
        number += 1
    return f"{stem} ({number})"


def fingerprint(campaign: Campaign) -> str:
    """SHA-256 of the records that a campaign works with, at its largest size; hexadecimal. Empty
    where it works with none.

    Records of a smaller size are the first of these.

    Raises: InputError for data that cannot be used
    """
    plan, workload = campaign.workload, workload_named(campaign.workload.name)
    if not isinstance(workload, DatabaseWorkload):
        return ""
    options = Options(plan, max(workload.cases(plan)), campaign.seed)
    digest = hashlib.sha256()
    for record in workload.records(options):
        digest.update(repr(tuple(record)).encode())
    return digest.hexdigest()


@dataclass
class DataWatch:
    """Checks that the data file of a campaign still holds the records that were fingerprinted."""

    campaign: Campaign
    fingerprint: str
    _stat: tuple[int, ...] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._stat = self._stat_of_file()

    def check(self) -> None:
        """Raises: InputError when the records have changed, or their file is gone"""
        found = self._stat_of_file()
        if found == self._stat:
            return
        now = fingerprint(self.campaign)
        if now != self.fingerprint:
            raise InputError(
                phrase("Data changed"),
                phrase("The records in {path} have changed since the campaign started."),
                phrase("Restore the file, then resume the campaign."),
                path=self.campaign.workload.data,
            )
        self._stat = found

    def _stat_of_file(self) -> tuple[int, ...] | None:
        """None where records are generated, empty where the file is gone."""
        if self.campaign.workload.data == GENERATED:
            return None
        try:
            found = Path(self.campaign.workload.data).stat()
        except OSError:
            return ()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def csv_dialect_note(campaign: Campaign) -> Message:
    """How the data file is read, where its CSV dialect is not the usual one; else nothing."""
    path = campaign.workload.data
    if path == GENERATED:
        return NOTHING
    try:
        form = form_of(path)
    except (OSError, ValueError):
        return NOTHING  # whoever reads it reports the error
    return (
        NOTHING
        if form.usual
        else phrase("{path} is read as {form}.", path=path, form=form.description)
    )


type _Facts = Mapping[str, object]

_MACHINE: Mapping[str, tuple[Message, bool]] = {
    "cpu": (phrase("the processor"), True),
    "architecture": (phrase("the architecture"), True),
    "physical_cores": (phrase("the number of cores"), True),
    "logical_cores": (phrase("the number of logical cores"), True),
    "crypto_instructions": (phrase("crypto instructions"), True),
    "virtualisation": (phrase("virtualisation"), True),
    "cores_allowed": (phrase("cores that Cipherbench may run on"), True),
    "cpu_quota": (phrase("the CPU quota of Cipherbench"), True),
    "timed_loop": (phrase("the language of the timed loop"), True),
    "memory_bytes": (phrase("memory in bytes"), False),
    "os": (phrase("the operating system"), False),
    "kernel": (phrase("the kernel"), False),
    "cipherbench": (phrase("Cipherbench"), False),
}
"""Fact → its name in messages, and whether figures change with it."""

_LOAD = "load_average"

_SETTINGS = {
    DATA_LIES_ON: phrase("the data directory"),
    NODE: phrase("the server at the address"),
}
"""Settings that messages name otherwise than the server does."""

_ENCRYPTION = ("cryptography", "OpenSSL of cryptography")
"""Packages that encrypt in the application, inside the clock."""


_BUSY_FACTOR, _BUSY_LOAD = 2.0, 1.0
"""A load average differs when it is so many times the other, and more by so much."""


def _load_difference(then: _Facts, now: _Facts) -> Iterator[ConditionDifference]:
    """The load average of the last minute, as a session began, where one was much busier. It never
    matters: in lockstep it slows all sides alike."""
    loads = [
        known[0] for each in (then, now) if isinstance(known := each.get(_LOAD), list) and known
    ]
    if len(loads) < 2:
        return
    low, high = sorted(map(float, loads))
    if high > low * _BUSY_FACTOR and high - low > _BUSY_LOAD:
        before, after = (f"{each:.1f}" for each in loads)
        yield ConditionDifference(phrase("the load average of the machine"), before, after, False)


def _machine_differences(then: _Facts, now: _Facts) -> Iterator[ConditionDifference]:
    # measured by no host and measured by one differ, too
    yield from _compared(phrase("the host"), then.get(MACHINE) or [], now.get(MACHINE) or [], True)
    for key, (words, matters) in _MACHINE.items():
        before, after = then.get(key), now.get(key)
        as_good = key == "cores_allowed" and same_kinds_of_core(str(before), str(after))
        yield from _compared(words, before, after, matters and not as_good)


def _program_differences(
    campaign: Campaign, then: _Facts, now: _Facts
) -> Iterator[ConditionDifference]:
    """Patch releases of Python and packages outside the timed path do not matter."""
    before, after = str(then.get("python") or ""), str(now.get("python") or "")
    yield from _compared(phrase("Python"), before, after, _minor(before) != _minor(after))
    timed = _timed_packages(campaign)
    packages = now.get("packages")
    known = packages if isinstance(packages, dict) else {}
    earlier = then.get("packages")
    for name, version in (earlier if isinstance(earlier, dict) else {}).items():
        yield from _compared(Message(name), version, known.get(name), name in timed)


def _timed_packages(campaign: Campaign) -> set[str]:
    """Packages that run inside the clock: drivers, ciphers, the workload's own."""
    drivers = {name for spec in campaign.servers for name in facts_of(spec.engine).drivers}
    encrypted = any(each.protection.kind is ProtectionKind.CLIENT for each in campaign.protections)
    plan = campaign.workload
    own = workload_named(plan.name).packages(plan)
    return drivers | set(_ENCRYPTION if encrypted else ()) | set(own)


def _compared(
    what: Message, then: object, now: object, matters: bool
) -> Iterator[ConditionDifference]:
    """The difference of two values; none if either is unknown."""
    if then not in (None, "") and now not in (None, "") and then != now:
        yield ConditionDifference(what, _text(then), _text(now), matters)


def _text(value: object) -> str | Message:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or phrase("none")
    return str(value)


def _minor(version: str) -> str:
    """A version without its last part: “CPython 3.13” of “CPython 3.13.0”."""
    return version.rpartition(".")[0]


def _first_facts(facts: Sequence[_Facts]) -> dict[str, object]:
    """Of each fact the first value that is known."""
    found: dict[str, object] = {}
    for each in facts:
        for key, value in each.items():
            if found.get(key) is None:
                found[key] = value
    return found


def _first_server_record(records: Sequence[ServerRecord]) -> ServerRecord:
    """One record with the first known value of each setting, and of the storage below the data."""
    answered = [each for each in records if each.version] or records[:1]
    settings: dict[str, str] = {}
    for each in answered:
        settings = {**settings, **each.settings, **settings}
    seen = next((each for each in answered if each.lies_on), answered[0])
    if DATA_LIES_ON in seen.settings:
        settings[DATA_LIES_ON] = seen.settings[DATA_LIES_ON]
    return replace(answered[0], settings=settings, lies_on=seen.lies_on)


def ignoring_arranged_settings(
    now: ServerRecord, then: ServerRecord, arranged: Collection[str]
) -> ServerRecord:
    """The record `now`, with the settings that we changed ourselves for some runs
    (`ServerControl.arranged_settings`) as they were, so that they do not differ."""
    arranged_settings = {name: then.settings[name] for name in arranged if name in then.settings}
    return replace(now, settings={**now.settings, **arranged_settings})


def different_server(name: str, differences: Iterable[ConditionDifference]) -> CipherbenchError:
    """The error for a server that, started again, is not the one the campaign began with."""
    return CipherbenchError(
        phrase("Different server"),
        phrase("{server} is not the server that the campaign started with: {differences}."),
        phrase("Restore that server, then resume the campaign."),
        server=name,
        differences=with_semicolons(each.message for each in differences),
    )
