"""The class `CampaignReport`: everything that is reported of a campaign, computed once for the
results page, exports and reports. First, what raw ciphers explain of a cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any

from app.findings.across.sourced_figures import GatheredFigures
from app.findings.compare import Comparisons, compare_campaign
from app.findings.figure import Figure
from app.findings.growth import Growth, growth_exponents
from app.findings.measured import measures_of
from app.findings.quality import Quality, quality_of
from app.findings.scalability import Curve, peak_costs, scalability_curves
from app.findings.studies.study import Study
from app.plan.campaign import Order
from app.plan.cell_key import CellKey
from app.plan.requirements import NO_REQUIREMENTS, Requirements
from app.report.figures.campaign_figures import ComparedCampaign, single_campaign
from app.report.figures.latency import Percentiles, load_cautions, percentiles_in
from app.report.figures.matched_study import MatchedStudy, match_study
from app.report.words.language import language_tag
from app.report.words.protection_names import Caution, cautions, title_of, titles
from app.results.events import lost_server
from app.results.records import CampaignSnapshot, CellRecord, RawCipherSpeed
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, percent, phrase, significant
from engines.contract.protection import ProtectionKind
from workloads.cipher_speed.ciphers import BYTES_PER_SECOND, ENCRYPTION
from workloads.contract import Options
from workloads.load import RATE
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload, MeanOfRuns

# How much of a cost the raw cipher can explain at all.
#
# An operation encrypts or decrypts a number of values with so many bytes. The raw cipher, measured
# without a database, takes bytes ÷ speed for them, at its speed for blocks no longer than the
# values (short blocks are slower): an upper bound of the cipher's own time. The rest of a cost
# comes from key schedules, conversions, longer rows and statements.

_BLOCK = 16
_PADDED = frozenset({"ecb", "cbc"})


@dataclass(frozen=True)
class EncryptedValues:
    """What an operation gives a cipher, to be encrypted or decrypted: so many values of so many
    bytes together, paddings included."""

    count: int
    bytes: int

    @classmethod
    def of(cls, lengths: Mapping[int, float], mode: str | None) -> EncryptedValues:
        """So many values of each length in bytes, as a mode takes them: ECB and CBC fill them up
        to whole blocks, and add one where nothing is to be filled (PKCS #7)."""
        padded = mode in _PADDED
        whole = {
            length: (length // _BLOCK + 1) * _BLOCK if padded else length for length in lengths
        }
        return cls(
            round(sum(lengths.values())),
            round(sum(whole[length] * count for length, count in lengths.items())),
        )


@dataclass(frozen=True)
class CipherBound:
    """The time of the raw cipher beside the time that an operation took longer, in seconds."""

    encrypted: EncryptedValues
    speed: RawCipherSpeed
    extra_seconds: float

    @property
    def raw_seconds(self) -> float:
        """What the raw cipher takes for the same values; one that is shorter than the shortest
        block takes as long as that."""
        least = self.encrypted.count * self.speed.block
        return max(self.encrypted.bytes, least) / self.speed.bytes_per_second

    @property
    def share_percent(self) -> float | None:
        """How much of the extra time that is, over 100 where it is more; None where there is no
        extra time."""
        return 100 * self.raw_seconds / self.extra_seconds if self.extra_seconds > 0 else None

    def message(self, protection: str | Message, operation: str) -> Message:
        share = self.share_percent
        if share is None:
            return _NOTHING.with_values(protection=protection, operation=operation)
        return (_MOST if share < 100 else _ALL).with_values(
            protection=protection,
            operation=operation,
            share=percent(share),
            count=Number(self.encrypted.count),
            size=_bytes(self.encrypted.bytes),
            block=Number(self.speed.block),
            speed=significant(self.speed.bytes_per_second / 1e6, 3, "MB/s"),
            raw=_seconds(self.raw_seconds),
            extra=_seconds(self.extra_seconds),
        )


def cipher_bound(
    encrypted: EncryptedValues, speeds: Iterable[RawCipherSpeed], extra_seconds: float
) -> CipherBound | None:
    """The bound by the speed that fits the values; None without a speed or a value."""
    known = sorted(speeds, key=lambda each: each.block)
    if not known or not encrypted.count:
        return None
    mean = encrypted.bytes / encrypted.count
    fitting = [each for each in known if each.block <= mean] or known[:1]
    return CipherBound(encrypted, fitting[-1], extra_seconds)


def _bytes(value: float) -> Number:
    return significant(value / 1000, 3, "kB") if value < 1e6 else significant(value / 1e6, 3, "MB")


def _seconds(value: float) -> Number:
    return significant(value * 1000, 2, "ms") if value < 1 else significant(value, 3, "s")


_MOST = phrase(
    "The raw cipher explains at most {share} of the cost of {protection} for {operation}. {count} "
    "values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took "
    "{extra} longer."
)
_ALL = phrase(
    "The raw cipher alone can explain the whole cost of {protection} for {operation}. {count} "
    "values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took "
    "{extra} longer."
)
_NOTHING = phrase("{operation} took no longer with {protection}: there is no cost to explain.")


@dataclass(frozen=True)
class CipherSeconds:
    """The seconds that the raw cipher takes at most for what an operation encrypts and decrypts,
    and what there is to say of it."""

    message: Message
    raw_seconds: float


type Bounds = Mapping[CellKey, CipherSeconds]

_ENCRYPTION = (ProtectionKind.NATIVE, ProtectionKind.CLIENT)
"""Who encrypts value by value, so that it is known what a cipher gets."""


@dataclass(frozen=True)
class _RawCiphers:
    """Speeds that were measured in a campaign of that name."""

    speeds: Sequence[RawCipherSpeed] = ()
    campaign: str = ""


def _raw_ciphers(store: Store, snapshot: CampaignSnapshot) -> _RawCiphers:
    """Those of the processor that a campaign on a database was measured on."""
    if not isinstance(workload_named(snapshot.campaign.workload.name), DatabaseWorkload):
        return _RawCiphers()
    speeds = store.raw_ciphers(ENCRYPTION, BYTES_PER_SECOND.name)
    if not speeds:
        return _RawCiphers()
    measured_in = speeds[0].campaign
    now, then = (
        facts.get("cpu") for facts in (snapshot.environment, store.environment(measured_in))
    )
    if now is not None and then is not None and now != then:
        return _RawCiphers()
    return _RawCiphers(speeds, store.summary(measured_in).name)


def _bounds_of(snapshot: CampaignSnapshot, rows: Sequence[Figure], raw: _RawCiphers) -> Bounds:
    """The bound of every cost in time whose cipher was measured raw, on the same processor, in this
    store; of the measure that verdicts are about."""
    campaign = snapshot.campaign
    measure = measures_of(campaign.workload.name)[0]
    if not raw.speeds or measure.unit not in _TIMES:
        return {}
    cells = {(each.server, each.protection): each for each in snapshot.cells}
    plain = {row.group: row.mean for row in rows if row.protection == campaign.baseline}
    known = titles(snapshot.cells)
    bounds: dict[CellKey, CipherSeconds] = {}
    for row in rows:
        cell, before = cells[row.server, row.protection], plain.get(row.group)
        speeds = _speeds(cell, raw.speeds)
        if row.measure != measure.name or row.mean is None or before is None or not speeds:
            continue
        try:
            lengths = _lengths(Options(campaign.workload, row.at, campaign.seed), row.operation)
        except InputError:
            continue  # the file of its records is not here
        encrypted = EncryptedValues.of(lengths, cell.mode)
        found = cipher_bound(encrypted, speeds, (row.mean - before) * _TIMES[measure.unit])
        if found is not None:
            message = _BY.with_values(
                words=found.message(known[row.server, row.protection], row.operation),
                provider=speeds[0].provider,
                campaign=raw.campaign,
            )
            bounds[row.key] = CipherSeconds(message, found.raw_seconds)
    return bounds


_BY = phrase("{words} The cipher was measured by {provider} in campaign “{campaign}”.")
_TIMES = {"s": 1.0, "ms": 1e-3}
"""Units of time in seconds."""


def _speeds(cell: CellRecord, ciphers: Iterable[RawCipherSpeed]) -> list[RawCipherSpeed]:
    """The speeds of a cell's cipher by one provider. In the application it is called from Python,
    and so the slower one is meant; in a server's own function the quicker one.

    Modes that nobody has measured raw encrypt block after block as CBC does.
    """
    if cell.kind not in _ENCRYPTION:
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
    return workload.encrypted_lengths(options, operation)


@dataclass(frozen=True)
class CampaignReport(CampaignSnapshot):
    """What the store holds of a campaign, compared with `baseline`."""

    baseline: str
    measure: str | None
    """The name of the requested measure; None: the one that all pages report."""
    compared: Comparisons = field(compare=False)
    comparison: list[Figure]
    headline: list[Figure]
    """The cost of each protection of each server: the number that is shown everywhere."""
    weighted: list[Figure]
    """Weighted totals, case by case; none without weights."""
    cautions: list[Caution]
    quality: Quality
    growth: list[Growth]
    remarks: list[Message]
    """The workload's own sentences on how cases compare."""
    bounds: Bounds
    """What the raw cipher can explain of each cost."""
    matched: tuple[MatchedStudy, ...] = ()
    """Published studies that were requested, with their matching figures."""
    percentiles: Percentiles = field(default_factory=dict, compare=False)
    """Percentiles of latencies, if they were requested."""

    requirements: Requirements = NO_REQUIREMENTS
    """What protections are to do: the user's answers, else those of the plan."""

    @cached_property
    def figures(self) -> GatheredFigures:
        """Its figures for pivot tables; computed on first use, which takes a third of the time of
        the report itself."""
        return single_campaign(self.compared_with_others)

    def scalability(self, limit_ms: float | None = None) -> list[Curve]:
        """Throughput against clients, where these are what varies; `limit_ms` is the 99th
        percentile of latency that is to be held."""
        return scalability_curves(self, self.baseline, limit_ms)

    @cached_property
    def main_costs(self) -> list[Figure]:
        """The costs that page one and advice use: the headline; if the number of clients varies,
        the loss of peak throughput, which is one figure for all numbers of clients."""
        found = self.scalability() if self.measure is None else []
        if not found:
            return self.headline
        return peak_costs(found, Comparisons(self, self.baseline, RATE))

    @property
    def skipped(self) -> dict[str, Message]:
        """Optional servers that were not available, and why."""
        lost = dict(filter(None, (lost_server(each.message) for each in self.events)))
        measured = {cell.server for cell in self.cells}
        return {name: why for name, why in lost.items() if name not in measured}

    @property
    def compared_with_others(self) -> ComparedCampaign:
        """The same as a campaign of a comparison with others."""
        return ComparedCampaign(self, self.compared, self.comparison)

    @property
    def in_turns(self) -> bool:
        """Whether sides took turns, as they were planned to."""
        return self.campaign.order is Order.LOCKSTEP and not self.quality.why_whole_runs

    @property
    def over(self) -> Message:
        """The title of the baseline: “AES-128-CBC”."""
        return title_of(self.baseline, self.cells)


def cached_on_report[T](make: Callable[[CampaignReport], T]) -> Callable[[CampaignReport], T]:
    """Decorator: caches a function's result in the report, one for each language. Pages, documents
    and exports all need it."""

    @wraps(make)
    def made(report: CampaignReport) -> T:
        name = f"{make.__module__}.{make.__qualname__} {language_tag()}"
        if name not in report.__dict__:
            report.__dict__[name] = make(report)
        found: T = report.__dict__[name]
        return found

    return made


def report_on(
    store: Store,
    campaign_id: int,
    baseline: str | None = None,
    measure: str | None = None,
    studies: Sequence[Study] = (),
    *,
    latencies: bool = False,
) -> CampaignReport:
    """The report on the present state of a campaign, which may be running; by default over its own
    baseline and in its workload's first measure. `studies` are matched with it; `latencies` says
    whether to read percentiles.

    Raises: InputError for an unknown campaign, baseline or measure.
    """
    with store.consistent_read():
        snapshot = store.snapshot(campaign_id)
        raw_ciphers = _raw_ciphers(store, snapshot)
        percentiles = percentiles_in(store, snapshot) if latencies else {}
    baseline = baseline or snapshot.campaign.baseline
    compared = compare_campaign(snapshot, baseline, measure)
    items = [each for each in compared.totals() if not each.control]
    measured = [
        MeanOfRuns(row.server, row.protection, row.at, row.operation, row.measure, row.mean)
        for row in compared.rows
        if row.mean is not None and not row.control
    ]
    advice = snapshot.summary.advice  # what is required of the campaign itself, if only nothing
    return CampaignReport(
        **vars(snapshot),
        baseline=baseline,
        measure=measure,
        compared=compared,
        comparison=compared.rows,
        headline=items,
        weighted=[each for each in compared.weighted() if not each.control],
        cautions=[*cautions(snapshot.cells, snapshot.evidence), *load_cautions(snapshot)],
        quality=quality_of(snapshot, compared),
        growth=growth_exponents(snapshot),
        bounds=_bounds_of(snapshot, compared.rows, raw_ciphers),
        remarks=list(workload_named(snapshot.campaign.workload.name).remarks(measured)),
        percentiles=percentiles,
        requirements=snapshot.campaign.advice if advice is None else advice,
        matched=tuple(
            match_study(each, snapshot, [*compared.rows, *items], compared.measure)
            for each in studies
        ),
    )
