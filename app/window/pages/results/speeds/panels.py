"""Panels of curves by measure. A measure with a line in `BUILDERS` has its charts on the page of
every campaign that yields it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt

from app.report.campaign_report import CampaignReport
from app.results.compare import ComparisonRow
from app.results.records import CellRecord
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.series import SeriesLook, register_series
from widgets.plots.curves import Curve, CurveData
from workloads.cipher_speed.measures import (
    BYTES_PER_SECOND,
    OPENING,
    OPERATIONS_PER_SECOND,
    SEALING,
    SIGNING,
    VERIFYING,
)

_tr = QCoreApplication.translate

_PENS = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_SYMBOLS = ("o", "s", "t1", "d")
_LOOKS = {
    "speed-1": SeriesLook("#2468c4", "#6fa8f5", "solid", "o"),
    "speed-2": SeriesLook("#b35a0b", "#e59a4a", "solid", "s"),
    "speed-3": SeriesLook("#8a1558", "#dd6aa8", "solid", "t1"),
    "speed-4": SeriesLook("#12917f", "#5fe0c4", "solid", "d"),
}
register_series(_LOOKS)

_STUDY_BLOCKS = {128: 16, 192: 64, 256: 1024}
_STUDY_KEYS = (2048, 4096)
"""Which block of AES, by its key bits, the study sets against which keys of RSA."""


@dataclass(frozen=True)
class Speed:
    """A mean of one measure, with the cell that it belongs to."""

    row: ComparisonRow
    cell: CellRecord
    mean: float


@dataclass(frozen=True)
class Wanted:
    """Which cases, by what their name says beside their size, and which operation."""

    case: str
    operation: str


type Builder = Callable[[Sequence[Speed], Wanted], Iterator[CurveData]]


def speeds_of(report: CampaignReport) -> list[Speed]:
    """What was measured in a measure that has charts here, the control left out."""
    cells = {(each.server, each.protection, each.case): each for each in report.cells}
    return [
        Speed(row, cells[row.server, row.protection, row.at], row.mean)
        for row in report.comparison
        if row.measure in BUILDERS and row.mean is not None and not row.control
    ]


def sections_of(speeds: Sequence[Speed], wanted: Wanted) -> list[list[CurveData]]:
    """The panels of each measure, and at last those that compare them; none of them is empty."""
    sections = [
        list(build([each for each in speeds if each.row.measure == measure], wanted))
        for measure, build in BUILDERS.items()
    ]
    return [each for each in (*sections, list(_calls(speeds))) if each]


def choices_of(speeds: Iterable[Speed]) -> tuple[list[str], list[str]]:
    """Names of cases, and operations, among which throughput can be looked at."""
    rows = [each.row for each in speeds if each.row.measure == _BYTES]
    return (
        list(dict.fromkeys(row.at.name for row in rows)),
        list(dict.fromkeys(row.operation for row in rows)),
    )


def _throughput(speeds: Sequence[Speed], wanted: Wanted) -> Iterator[CurveData]:
    """A panel for each mode, in it a curve for each key length and provider."""
    shown = [
        each
        for each in speeds
        if (each.row.at.name, each.row.operation) == (wanted.case, wanted.operation)
    ]
    sizes = sorted({each.row.size for each in shown})
    lengths = sorted({each.cell.bits or 0 for each in speeds})
    servers = list(dict.fromkeys(each.row.server for each in speeds))
    for family in dict.fromkeys(_family(each.cell) for each in shown):
        yield CurveData(
            title=family,
            unit=_tr("Results", "MB/s"),
            points=[format_number(size) for size in sizes],
            curves=[
                Curve(
                    _joined(_bits_words(bits), server),
                    f"speed-{lengths.index(bits) % len(_LOOKS) + 1}",
                    [each and each / 1e6 for each in values],
                    _PENS[servers.index(server) % len(_PENS)],
                    _SYMBOLS[lengths.index(bits) % len(_SYMBOLS)],
                )
                for bits in lengths
                for server in servers
                for values in [_means(shown, sizes, family, bits, server)]
                if any(value is not None for value in values)
            ],
            x_title=_tr("Results", "bytes a block"),
        )


def _means(
    speeds: Iterable[Speed], sizes: Sequence[int], family: str, bits: int, server: str
) -> list[float | None]:
    known = {
        each.row.size: each.mean
        for each in speeds
        if (_family(each.cell), each.cell.bits, each.row.server) == (family, bits, server)
    }
    return [known.get(size) for size in sizes]


def _rates(speeds: Sequence[Speed], wanted: Wanted) -> Iterator[CurveData]:
    """A panel for each provider, in it a curve for each operation over key lengths."""
    del wanted
    sizes = sorted({each.row.size for each in speeds})
    operations = list(dict.fromkeys(each.row.operation for each in speeds))
    for server in dict.fromkeys(each.row.server for each in speeds):
        own = {
            (each.row.operation, each.row.size): each.mean
            for each in speeds
            if each.row.server == server
        }
        yield CurveData(
            title=_tr("Results", "RSA by {provider}").format(provider=isolated(server)),
            unit=_tr("Results", "operations per second, logarithmic"),
            points=[format_number(size) for size in sizes],
            curves=[
                Curve(
                    name,
                    f"speed-{at % len(_LOOKS) + 1}",
                    [own.get((name, size)) for size in sizes],
                    symbol=_SYMBOLS[at % len(_SYMBOLS)],
                )
                for at, name in enumerate(operations)
                if any(name == known for known, _ in own)
            ],
            x_title=_tr("Results", "bits of the key"),
            log=True,
        )


def _calls(speeds: Sequence[Speed]) -> Iterator[CurveData]:
    """AES against RSA: calls per second, one point for each of both."""
    blocks, keys = _compared_blocks(speeds), _compared_keys(speeds)
    if not (blocks and keys):
        return
    named = {**blocks, **keys}
    servers = dict.fromkeys(server for known in named.values() for server in known)
    yield CurveData(
        title=_tr("Results", "AES against RSA"),
        unit=_tr("Results", "calls per second, logarithmic"),
        points=list(named),
        curves=[
            Curve(
                isolated(server),
                f"speed-{4 - at % len(_LOOKS)}",
                [known.get(server) for known in named.values()],
                Qt.PenStyle.NoPen,
                _SYMBOLS[at % len(_SYMBOLS)],
            )
            for at, server in enumerate(servers)
        ],
        log=True,
        wide=True,
    )


def _compared_blocks(speeds: Sequence[Speed]) -> dict[str, dict[str, float]]:
    """Blocks per second by name and provider, of AES in its first mode with each key length."""
    aes = [
        each
        for each in speeds
        if each.row.measure == _BYTES and each.cell.algorithm == "aes"
        and each.row.operation == SEALING
    ]  # fmt: skip
    found: dict[str, dict[str, float]] = {}
    for bits in sorted({each.cell.bits or 0 for each in aes}):
        own = [each for each in aes if each.cell.bits == bits]
        like = next((each for each in own if each.cell.mode == "cbc"), own[0])
        own = [each for each in own if _alike(each, like)]
        block = _STUDY_BLOCKS.get(bits)
        if block not in {each.row.size for each in own}:
            block = min(each.row.size for each in own)
        name = _tr("Results", "AES-{bits}\n{block} bytes").format(
            bits=bits, block=format_number(block)
        )
        found[name] = {each.row.server: each.mean / block for each in own if each.row.size == block}
    return found


def _alike(one: Speed, other: Speed) -> bool:
    return (one.cell.mode, one.row.at.name) == (other.cell.mode, other.row.at.name)


def _compared_keys(speeds: Sequence[Speed]) -> dict[str, dict[str, float]]:
    """Operations per second by name and provider, of the keys that the study compares, or all: one
    with the public key and one with the private one, which every provider can do."""
    rates = [each for each in speeds if each.row.measure == _OPERATIONS]
    pair = max(_RSA_PAIRS, key=lambda pair: _providers(rates, pair[0]))
    rates = [each for each in rates if each.row.operation in pair]
    chosen = [each for each in rates if each.row.size in _STUDY_KEYS] or rates
    found: dict[str, dict[str, float]] = {}
    for each in sorted(chosen, key=lambda each: each.row.size):
        name = _tr("Results", "RSA-{bits}\n{operation}").format(
            bits=each.row.size, operation=each.row.operation
        )
        found.setdefault(name, {})[each.row.server] = each.mean
    return found


def _providers(rates: Iterable[Speed], operation: str) -> int:
    """How many have measured an operation."""
    return len({each.row.server for each in rates if each.row.operation == operation})


def _family(cell: CellRecord) -> str:
    """“AES-CBC”; ChaCha20 has one mode."""
    return "-".join(filter(None, (_cased(cell.algorithm), _cased(cell.mode))))


def _cased(name: str | None) -> str:
    return _NAMES.get(name or "", (name or "").upper())


_RSA_PAIRS = ((SEALING, OPENING), (SIGNING, VERIFYING))
"""The first is taken where both have been measured by as many providers."""

_NAMES = {"chacha20": "ChaCha20", "poly1305": "Poly1305"}


def _bits_words(bits: int) -> str:
    return _tr("Results", "{bits} bits").format(bits=bits)


def _joined(words: str, server: str) -> str:
    return f"{words} · {isolated(server)}"


_BYTES, _OPERATIONS = BYTES_PER_SECOND.name, OPERATIONS_PER_SECOND.name
BUILDERS: Mapping[str, Builder] = {_BYTES: _throughput, _OPERATIONS: _rates}
"""Names of measures, and what draws them."""
