"""What raw ciphers, as this store knows them, can explain of a campaign's costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.findings.figure import Figure
from app.findings.measured import Place, measures_of
from app.report.figures.bound import Bound, RawSpeed, SealedValues, bound_of
from app.report.words.wording import titles
from app.results.records import CampaignSnapshot, CellRecord, RawCipher
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.contract.protection import ProtectionKind
from workloads.cipher_speed.measures import BYTES_PER_SECOND, SEALING
from workloads.contract import Options
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload


@dataclass(frozen=True)
class Explained:
    """The seconds that the raw cipher takes at most for what an operation seals and opens, and what
    there is to say of it."""

    message: Message
    raw_seconds: float


type Bounds = Mapping[tuple[Place, str], Explained]
"""By place and protection."""

_SEALING = (ProtectionKind.NATIVE, ProtectionKind.CLIENT)
"""Who seals value by value, so that it is known what a cipher gets."""


def bounds_of(store: Store, snapshot: CampaignSnapshot, rows: Sequence[Figure]) -> Bounds:
    """What there is of every cost in time of a cipher that has been measured raw in this store;
    nothing where that was on another processor."""
    campaign = snapshot.campaign
    if not isinstance(workload_named(campaign.workload.name), DatabaseWorkload):
        return {}
    ciphers = store.raw_ciphers(SEALING, BYTES_PER_SECOND.name)
    if not ciphers or not _same_processor(store, snapshot, ciphers[0].campaign):
        return {}
    cells = {(each.server, each.protection): each for each in snapshot.cells}
    plain = {row.place: row.mean for row in rows if row.protection == campaign.baseline}
    known = titles(snapshot.cells)
    measured = store.summary(ciphers[0].campaign).name
    return {
        (row.place, row.protection): Explained(
            _BY.with_values(
                words=found.message(known[row.server, row.protection], row.operation),
                provider=name,
                campaign=measured,
            ),
            found.raw_seconds,
        )
        for row in rows
        for second in _seconds_of(row, campaign.workload.name)
        for found, name in _found(
            campaign, row, cells[row.server, row.protection], plain, ciphers, second
        )
    }


_BY = phrase("{words} The cipher was measured by {provider} in campaign “{campaign}”.")


def _found(
    campaign: Any,
    row: Figure,
    cell: CellRecord,
    plain: Mapping[Place, float | None],
    ciphers: Iterable[RawCipher],
    second: float,
) -> Iterator[tuple[Bound, str]]:
    """What the cipher explains, and who measured it; a unit of the row is so much of a `second`."""
    before = plain.get(row.place)
    known = _speeds(cell, ciphers)
    if row.mean is None or before is None or not known:
        return
    try:
        lengths = _lengths(Options(campaign.workload, row.at, campaign.seed), row.operation)
    except InputError:
        return  # the file of its records is not here
    speeds = [RawSpeed(each.block, each.bytes_per_second) for each in known]
    found = bound_of(SealedValues.of(lengths, cell.mode), speeds, (row.mean - before) * second)
    if found is not None:
        yield found, known[0].provider


def _seconds_of(row: Figure, workload: str) -> Iterator[float]:
    """What a unit of a row's measure is in seconds, where that is the one that verdicts are about
    and a time."""
    first = measures_of(workload)[0]
    if row.measure == first.name and first.unit in _TIMES:
        yield _TIMES[first.unit]


_TIMES = {"s": 1.0, "ms": 1e-3}


def _speeds(cell: CellRecord, ciphers: Iterable[RawCipher]) -> list[RawCipher]:
    """The speeds of a cell's cipher by one provider. In the application it is called from Python,
    and so the slower one is meant; in a server's own function the quicker one.

    Modes that nobody has measured raw seal block after block as CBC does.
    """
    if cell.kind not in _SEALING:
        return []
    own = [each for each in ciphers if (each.algorithm, each.bits) == (cell.algorithm, cell.bits)]
    alike = [each for each in own if each.mode == cell.mode] or [
        each for each in own if each.mode == "cbc"
    ]
    if not alike:
        return []
    shortest = [each for each in alike if each.block == min(one.block for one in alike)]
    choose = min if cell.kind == ProtectionKind.CLIENT else max
    chosen = choose(shortest, key=lambda each: each.bytes_per_second).provider
    return [each for each in alike if each.provider == chosen]


@lru_cache(maxsize=256)
def _lengths(options: Options[Any], operation: str) -> Mapping[int, float]:
    workload = workload_named(options.parameters.name)
    assert isinstance(workload, DatabaseWorkload)
    return workload.sealed_lengths(options, operation)


def _same_processor(store: Store, snapshot: CampaignSnapshot, other: int) -> bool:
    now, then = snapshot.environment.get("cpu"), store.environment(other).get("cpu")
    return now is None or then is None or now == then
