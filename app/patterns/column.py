"""A column of ciphertext: what can be told of it without the key, and what with public figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from app.patterns.blocks import AES_BLOCK
from app.patterns.frequency import Guess, Recovery, match, recovery
from app.patterns.keystream import Placement, TextModel, drag, xor
from app.patterns.prefixes import PrefixGroup, prefix_groups
from app.patterns.statistics import BlockStatistics, of_values
from engines.errors import InputError
from workloads.hospital_data import populations

PUBLIC_FIGURES: Mapping[str, Callable[[], Mapping[str, float]]] = {"estado.nome": populations}
"""Column → what anybody can look up about its values (residents of states, IBGE 2022)."""

_SHOWN = 30


@dataclass(frozen=True, eq=False)
class Column:
    """A column's values in the order of `ids`; `plaintexts` are None where no key opens them.

    `sealed_size(n)` tells how long the ciphertext of n bytes is, where that is public knowledge.
    """

    name: str
    ids: tuple[int, ...]
    ciphertexts: tuple[bytes, ...] = field(repr=False)
    plaintexts: tuple[str, ...] | None = field(repr=False, default=None)
    sealed_size: Callable[[int], int] | None = None

    def place(self, row: int) -> int:
        """Where the row with this id stands.

        Raises: InputError
        """
        if row not in self.ids:
            raise InputError("No such row", "{name} has no row {row}.", name=self.name, row=row)
        return self.ids.index(row)


@dataclass(frozen=True)
class Frequency:
    """A value and how many records have it."""

    value: bytes
    count: int


@dataclass(frozen=True, eq=False)
class ColumnReport:
    """What a column gives away; None and empty where it is not known or not to be had.

    `plain_top` and `sealed_top` are the most frequent values of both sides, most frequent first.
    `guesses` are the ciphertexts that public figures alone give a name, and `recovery` says how
    many records that names rightly; `truths` are their true names, ciphertext → plaintext.
    `prefixes` are groups of different values that begin alike, and `beginnings` what their
    plaintexts begin with, prefix → text.
    """

    name: str
    records: int
    distinct_plaintexts: int | None
    distinct_ciphertexts: int
    statistics: BlockStatistics
    plain_top: tuple[Frequency, ...]
    sealed_top: tuple[Frequency, ...]
    guesses: tuple[Guess, ...]
    recovery: Recovery | None
    prefixes: tuple[PrefixGroup, ...]
    truths: Mapping[bytes, str] = field(default_factory=dict)
    beginnings: Mapping[bytes, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The statistics' keys, then those of the column; shares in percent."""
        found = self.recovery
        return {
            **self.statistics.to_json(),
            "records": self.records,
            "distinct_plaintexts": self.distinct_plaintexts,
            "distinct_ciphertexts": self.distinct_ciphertexts,
            "recovered_percent": None if found is None else 100 * found.share,
            "chance_percent": None if found is None else 100 * found.chance,
            "random_percent": None if found is None else 100 * found.random_share,
            "prefix_groups": len(self.prefixes),
        }


@dataclass(frozen=True)
class StreamReuse:
    """Two ciphertexts laid over each other, and a crib dragged along them, best place first.

    `reused` says that their XOR is that of their plaintexts, as far as the shorter one reaches.
    """

    one: bytes
    other: bytes
    mixed: bytes
    reused: bool
    placements: tuple[Placement, ...]


def report(column: Column, block_size: int = AES_BLOCK, shown: int = _SHOWN) -> ColumnReport:
    """All figures of a column; the lists of values hold `shown` at most.

    Raises: InputError for a column without a single byte
    """
    sealed, plain = column.ciphertexts, column.plaintexts
    public = PUBLIC_FIGURES.get(column.name)
    guesses = _guesses(column, public()) if public else ()
    found = recovery(sealed, plain, guesses, public()) if public and plain else None
    named = tuple(guess for guess in guesses if guess.name is not None)
    opened = dict(zip(sealed, plain or (), strict=False))
    prefixes = tuple(prefix_groups(sealed, block_size))
    return ColumnReport(
        name=column.name,
        records=len(sealed),
        distinct_plaintexts=None if plain is None else len(set(plain)),
        distinct_ciphertexts=len(set(sealed)),
        statistics=of_values(sealed, block_size),
        plain_top=() if plain is None else _top([text.encode() for text in plain], shown),
        sealed_top=_top(sealed, shown),
        guesses=named,
        recovery=found,
        prefixes=prefixes,
        truths={each.ciphertext: opened[each.ciphertext] for each in named if opened},
        beginnings=_beginnings(prefixes, opened),
    )


def _beginnings(groups: Iterable[PrefixGroup], opened: Mapping[bytes, str]) -> dict[bytes, str]:
    if not opened:
        return {}
    return {each.prefix: _shared([opened[one] for one in each.members]) for each in groups}


def _shared(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    lowest, highest = min(texts), max(texts)  # what these two share, all between them share
    pairs = zip(lowest, highest, strict=False)
    return "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def stream_reuse(column: Column, one: int, other: int, crib: str, shown: int = 20) -> StreamReuse:
    """Lay the values of two rows (ids) over each other and drag a known word along them.

    Raises: InputError for a row there is not, or a word that does not fit
    """
    first, second = column.place(one), column.place(other)
    mixed = xor(column.ciphertexts[first], column.ciphertexts[second])
    word = crib.encode()
    if not 0 < len(word) <= len(mixed):
        raise InputError(
            "Word does not fit",
            "A word of 1 to {most} bytes can be laid along these two; here are {given}.",
            most=len(mixed),
            given=len(word),
        )
    return StreamReuse(
        column.ciphertexts[first],
        column.ciphertexts[second],
        mixed,
        _is_reused(column, first, second, mixed),
        tuple(drag(mixed, word, _model(column))[:shown]),
    )


def _guesses(column: Column, public: Mapping[str, float]) -> Sequence[Guess]:
    size = column.sealed_size
    if size is None:
        return match(column.ciphertexts, public)
    return match(column.ciphertexts, public, lambda name: size(len(name.encode())))


def _is_reused(column: Column, first: int, second: int, mixed: bytes) -> bool:
    if column.plaintexts is None:
        return False
    plain = xor(column.plaintexts[first].encode(), column.plaintexts[second].encode())
    return bool(plain) and mixed[: len(plain)] == plain


def _model(column: Column) -> TextModel:
    public = PUBLIC_FIGURES.get(column.name)
    return TextModel.of(name.encode() for name in public()) if public else TextModel.general()


def _top(values: Sequence[bytes], shown: int) -> tuple[Frequency, ...]:
    counts = Counter(values)
    ranked = sorted(counts, key=lambda value: (-counts[value], value))
    return tuple(Frequency(value, counts[value]) for value in ranked[:shown])
