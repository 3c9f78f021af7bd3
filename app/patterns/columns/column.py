"""Report on a column of ciphertext: what it reveals without the key, alone and with public figures
(repeats, frequencies, common prefixes, a reused key stream, readable text)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from app.patterns.base.block_statistics import BlockStatistics, statistics_of_values
from app.patterns.base.cipher_blocks import AES_BLOCK
from app.patterns.columns.crib_dragging import CribPlacement, TextModel, drag_crib, xor
from app.patterns.columns.frequency import Guess, Recovery, evaluate_guesses, match_by_frequency
from app.patterns.columns.frequency_table import FrequencyTable
from app.patterns.columns.openpgp import without_envelopes
from app.patterns.columns.prefixes import PrefixGroup, bytewise_groups, prefix_groups
from app.patterns.columns.readable import ReadableText, readable_text
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.properties import Properties
from workloads.hospital.data import populations

PUBLIC_FIGURES: Mapping[str, Callable[[], Mapping[str, float]]] = {"estado.nome": populations}
"""Column → what anybody can look up about its values (residents of states, IBGE 2022)."""

type Row = tuple[int, str]
"""The id of a record, and its text; empty where no key opens it."""

_TOP_VALUES, _LISTED_ROWS = 30, 200
"""Values in a list of the most frequent, and rows to choose from."""
_SHORTEST_BLOCK_BYTES = 8
_LEAST_PROVEN_BYTES = 2
"""Bytes that must agree before a key stream counts as shared."""


@dataclass(frozen=True, eq=False)
class CipherColumn:
    """A column's values in the order of `ids`; `plaintexts` are None where no key decrypts them.

    `encrypted_size(n)` is the length of the ciphertext of n bytes, where that is public knowledge;
    `properties` are those of the protection, where it is known. `nulls` is how many values were
    NULL and left out; where `truncated` is true there are more rows than these.
    """

    name: str
    ids: tuple[int, ...]
    ciphertexts: tuple[bytes, ...] = field(repr=False)
    plaintexts: tuple[str, ...] | None = field(repr=False, default=None)
    encrypted_size: Callable[[int], int] | None = None
    properties: Properties | None = None
    nulls: int = 0
    truncated: bool = False

    def ciphertext_length(self) -> Callable[[str], int] | None:
        """A function that gives the length of a text's ciphertext; None where that is not known."""
        size = self.encrypted_size
        return None if size is None else lambda text: size(len(text.encode()))

    @property
    def first_rows(self) -> tuple[Row, ...]:
        texts = self.plaintexts or ("",) * len(self.ids)
        return tuple(zip(self.ids, texts, strict=True))[:_LISTED_ROWS]

    def index_of(self, row: int) -> int:
        """The index of the row with this id.

        Raises: InputError
        """
        if row not in self.ids:
            raise InputError(
                phrase("Row not found"),
                phrase("{name} has no row {row}."),
                phrase("Choose another row."),
                name=self.name,
                row=row,
            )
        return self.ids.index(row)


@dataclass(frozen=True)
class Frequency:
    """A value and how many records have it."""

    value: bytes
    count: int


@dataclass(frozen=True, eq=False)
class ColumnReport:
    """What a column reveals; None and empty where it is unknown or does not apply.

    `plain_top` and `encrypted_top` are the most frequent plaintexts and ciphertexts. `guesses` are
    ciphertexts with the plaintexts that a frequency attack assigns to them, `recovery` says how
    many records it got right, and `truths` are their true plaintexts, by ciphertext.

    `prefixes` are groups of different values with a common prefix, and `beginnings` what the
    plaintexts of a group begin with, by its prefix. `hides_equality` and `reuses_keystream` are
    properties of the protection, None where it is not known; `nulls` and `truncated` are the
    column's.

    `readable` is plain text in a column whose protection is not known. `table` is the name of the
    frequencies that were used for guesses; empty for the public figures of this column.
    """

    name: str
    records: int
    distinct_plaintexts: int | None
    distinct_ciphertexts: int
    statistics: BlockStatistics
    plain_top: tuple[Frequency, ...]
    encrypted_top: tuple[Frequency, ...]
    guesses: tuple[Guess, ...]
    recovery: Recovery | None
    prefixes: tuple[PrefixGroup, ...]
    truths: Mapping[bytes, str] = field(default_factory=dict)
    beginnings: Mapping[bytes, str] = field(default_factory=dict)
    hides_equality: bool | None = None
    reuses_keystream: bool | None = None
    nulls: int = 0
    truncated: bool = False
    readable: ReadableText | None = None
    table: str = ""

    @property
    def is_readable(self) -> bool:
        """Whether all of it is text: there is no ciphertext to look at."""
        return self.readable is not None and self.readable.records == self.records

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
            "readable_records": 0 if self.readable is None else self.readable.records,
        }


@dataclass(frozen=True)
class StreamReuse:
    """The XOR of two ciphertexts, and a crib (a guessed word) dragged along it, best place first.

    `shared_stream_bytes` is how many leading bytes of `xored` are the XOR of the plaintexts because
    one key stream encrypted both; None where the plaintexts are not known.
    """

    one: bytes
    other: bytes
    xored: bytes
    shared_stream_bytes: int | None
    placements: tuple[CribPlacement, ...]

    @property
    def equal_bytes(self) -> int:
        """How many leading bytes are equal in both: there the XOR reveals nothing more."""
        return len(_common_prefix(self.one, self.other))


def column_report(
    column: CipherColumn,
    block_size: int = AES_BLOCK,
    shown: int = _TOP_VALUES,
    table: FrequencyTable | None = None,
) -> ColumnReport:
    """All figures of a column; lists of values have at most `shown`. Values are guessed by the
    frequencies in `table`, by default by public figures of this column.

    Raises: InputError for a column without a single byte
    """
    encrypted, plain, known = column.ciphertexts, column.plaintexts, column.properties
    text = readable_text(encrypted) if known is None else None
    length_of = column.ciphertext_length()
    has_ranks = plain is not None or len(set(encrypted)) < len(encrypted)
    public = _public_frequencies(column, table) if has_ranks and not text else {}
    guesses = match_by_frequency(encrypted, public, length_of) if public else ()
    found = (
        evaluate_guesses(encrypted, plain, guesses, public, length_of) if public and plain else None
    )
    named = tuple(guess for guess in guesses if guess.name is not None)
    opened = dict(zip(encrypted, plain or (), strict=False))
    reuses = None if known is None else known.reuses_keystream
    prefixes = tuple(bytewise_groups(encrypted) if reuses else prefix_groups(encrypted, block_size))
    return ColumnReport(
        name=column.name,
        records=len(encrypted),
        distinct_plaintexts=None if plain is None else len(set(plain)),
        distinct_ciphertexts=len(set(encrypted)),
        statistics=statistics_of_values(without_envelopes(encrypted), block_size),
        plain_top=() if plain is None else _top([text.encode() for text in plain], shown),
        encrypted_top=_top(encrypted, shown),
        guesses=named,
        recovery=found,
        prefixes=prefixes,
        truths={each.ciphertext: opened[each.ciphertext] for each in named if opened},
        beginnings=_beginnings(prefixes, opened),
        hides_equality=None if known is None else known.hides_equality,
        reuses_keystream=reuses,
        nulls=column.nulls,
        truncated=column.truncated,
        readable=text,
        table=table.name if table else "",
    )


def _public_frequencies(column: CipherColumn, table: FrequencyTable | None) -> Mapping[str, float]:
    if table is not None:
        return table.figures
    public = PUBLIC_FIGURES.get(column.name)
    return public() if public else {}


def _beginnings(groups: Iterable[PrefixGroup], opened: Mapping[bytes, str]) -> dict[bytes, str]:
    if not opened:
        return {}
    texts = {each.prefix: [opened[one] for one in each.members] for each in groups}
    # What the lowest and the highest begin with, all between them begin with.
    return {prefix: _common_prefix(min(found), max(found)) for prefix, found in texts.items()}


def _common_prefix[Text: (str, bytes)](one: Text, other: Text) -> Text:
    pairs = zip(one, other, strict=False)
    return one[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]


def stream_reuse(
    column: CipherColumn, one: int, other: int, crib: str, shown: int = 20
) -> StreamReuse:
    """XOR the values of two rows (`one` and `other`, ids) and drag a known word along the result.

    Raises: InputError for a row there is not, or a word that does not fit
    """
    first, second = column.index_of(one), column.index_of(other)
    xored = xor(column.ciphertexts[first], column.ciphertexts[second])
    word = crib.encode()
    if not 0 < len(word) <= len(xored):
        raise InputError(
            phrase("Word does not fit"),
            phrase("For these two records, the word can have 1 to {most} bytes. It has {given}."),
            phrase("Choose another word or other records."),
            most=len(xored),
            given=len(word),
        )
    return StreamReuse(
        column.ciphertexts[first],
        column.ciphertexts[second],
        xored,
        _shared_stream_bytes(column, first, second, xored),
        tuple(drag_crib(xored, word, _model(column))[:shown]),
    )


def _shared_stream_bytes(column: CipherColumn, first: int, second: int, xored: bytes) -> int | None:
    if column.plaintexts is None:
        return None
    plain = xor(column.plaintexts[first].encode(), column.plaintexts[second].encode())
    agreed = len(_common_prefix(xored, plain))
    # Equal blocks agree in any mode that repeats them, and one byte in 256 does by accident.
    equal = (
        len(_common_prefix(xored, bytes(len(xored))))
        // _SHORTEST_BLOCK_BYTES
        * _SHORTEST_BLOCK_BYTES
    )
    proven = agreed - equal
    return agreed if proven >= _LEAST_PROVEN_BYTES or (proven > 0 and agreed == len(plain)) else 0


def _model(column: CipherColumn) -> TextModel:
    public = PUBLIC_FIGURES.get(column.name)
    return (
        TextModel.trained_on(name.encode() for name in public()) if public else TextModel.general()
    )


def _top(values: Sequence[bytes], shown: int) -> tuple[Frequency, ...]:
    counts = Counter(values)
    ranked = sorted(counts, key=lambda value: (-counts[value], value))
    return tuple(Frequency(value, counts[value]) for value in ranked[:shown])
