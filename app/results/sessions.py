"""The sessions of a campaign: what differs between them, in words, and which runs lie together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.plan.matrix import Passes, block_of
from app.results.records import RunRecord, SessionRecord
from workloads.contract import Case

_FACTS = ("cipherbench", "cpu", "cores_allowed", "cpu_quota", "os", "kernel", "python")
DATA = "data (SHA-256)"
"""The name of the last fact."""


def session_lines(session: SessionRecord) -> Iterator[tuple[str, str]]:
    """(fact, value): the program, the machine, the servers that answered and the data."""
    for name in _FACTS:
        if session.environment.get(name) is not None:
            yield name, str(session.environment[name])
    for server in session.servers:
        yield server.name, f"{server.engine} {server.version}, {server.source}"
    if session.data:
        yield DATA, session.data


@dataclass
class _Attempt:
    number: int
    session: int
    parts: set[tuple[str, int]] = field(default_factory=set)


class Attempts:
    """Which attempt at its block each run belongs to, from the runs in the order in which they were
    done.

    A block, of so many `passes`, is attempted anew where one of its runs is done once more, and
    where another session goes on with it: `starts` are the moments at which sessions began, the
    first one first.
    """

    def __init__(self, passes: Passes, starts: Sequence[float] = ()) -> None:
        self.of: dict[int, int] = {}
        """Attempts by the numbers of runs."""
        self._passes, self._starts = passes, starts
        self._latest: dict[tuple[str, Case, int], _Attempt] = {}

    def add(
        self, run: int, server: str, case: Case, protection: str, repetition: int, at: float
    ) -> None:
        """A run that is no warm-up begins; whatever becomes of it, it is a part of its attempt."""
        block = server, case, block_of(repetition, self._passes(case))
        session = bisect_right(self._starts, at)
        known = self._latest.get(block, _Attempt(0, -1))
        if known.session != session or (protection, repetition) in known.parts:
            known = self._latest[block] = _Attempt(known.number + 1, session)
        known.parts.add((protection, repetition))
        self.of[run] = known.number


def attempts_of(runs: Iterable[RunRecord], starts: Iterable[float], passes: Passes) -> Attempts:
    """The attempts of a campaign as far as it has been run; `starts` are those of its sessions."""
    found = Attempts(passes, sorted(starts))
    begun = [(run.started_at, run.position, run) for run in runs if run.started_at is not None]
    for at, _, run in sorted(begun, key=lambda each: each[:2]):
        if not run.warmup:
            found.add(run.id, run.server, run.case, run.protection, run.repetition, at)
    return found
