"""What a column of ciphertext reveals without the key, and with public figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from app.patterns.base.block_statistics import BlockStatistics, of_values
from app.patterns.base.blocks import AES_BLOCK
from app.patterns.columns.frequency import Guess, Recovery, match, recovery
from app.patterns.columns.frequency_table import FrequencyTable
from app.patterns.columns.keystream import CribPlacement, TextModel, drag, xor
from app.patterns.columns.prefixes import PrefixGroup, bytewise_groups, prefix_groups
from app.patterns.columns.readable import ReadableText, readable
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.properties import Properties
from workloads.hospital.data import populations

# OpenPGP's packets: which part of a value is ciphertext, and which is the envelope.
#
# Every value begins with the same few bytes (packet types, lengths, algorithms; RFC 4880). They are
# nobody's secret and give nothing away, but would be taken for patterns.

_FOR_A_KEY, _SESSION_KEY, _ENCRYPTED = 1, 3, 18
_SALTED, _ITERATED = 1, 3
_SALT = slice(4, 12)
"""Of a packet for a passphrase: behind version, cipher, kind of derivation and hash."""
_ALGORITHM, _RSA = 9, (1, 2, 3)
"""Of a packet for a public key: behind version and the key's number."""
_NUMBER = 13
"""Behind the algorithm, how many bits RSA's number has, and its first byte: none is above the
modulus, whose own is the same in every value."""
_TWO_BYTES, _FIVE_BYTES = 192, 255


def without_envelopes(values: Sequence[bytes]) -> Sequence[bytes]:
    """What is random of each value, or the values as they are unless all are OpenPGP messages."""
    bare = []
    for value in values:
        inside = _inside(value)
        if not inside:
            return values
        bare.append(inside)
    return bare or values


def _inside(value: bytes) -> bytes:
    """Salt or encrypted key, and ciphertext of a message; empty for anything else."""
    packets = list(_packets(value))
    if len(packets) != 2 or packets[1][0] != _ENCRYPTED:
        return b""
    (kind, key), (_, encrypted) = packets
    random = _RANDOM[kind](key) if kind in _RANDOM else b""
    return random + encrypted[1:] if random else b""  # behind the version


def _of_passphrase(key: bytes) -> bytes:
    salted = len(key) >= _SALT.stop and key[2] in (_SALTED, _ITERATED)
    return key[_SALT] if salted else b""


def _of_public_key(key: bytes) -> bytes:
    return key[_NUMBER:] if len(key) > _NUMBER and key[_ALGORITHM] in _RSA else b""


_RANDOM = {_SESSION_KEY: _of_passphrase, _FOR_A_KEY: _of_public_key}


def _packets(value: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and body of each packet of the new format (RFC 4880, 4.2.2); tag −1 for what is none."""
    at = 0
    while at < len(value):
        tag, (head, size) = value[at] & 0x3F, _length(value[at + 1 : at + 6])
        begin = at + 1 + head
        whole = value[at] >= 0xC0 and head > 0 and begin + size <= len(value)
        yield (tag, value[begin : begin + size]) if whole else (-1, b"")
        at = begin + size if whole else len(value)


def _length(octets: bytes) -> tuple[int, int]:
    """The size of the length field and the length of the body; size 0 if there is none."""
    first = octets[0] if octets else 0
    if octets and first < _TWO_BYTES:
        return 1, first
    if _TWO_BYTES <= first < 224 and len(octets) > 1:
        return 2, ((first - _TWO_BYTES) << 8) + octets[1] + _TWO_BYTES
    if first == _FIVE_BYTES and len(octets) == 5:
        return 5, int.from_bytes(octets[1:], "big")
    return 0, 0


PUBLIC_FIGURES: Mapping[str, Callable[[], Mapping[str, float]]] = {"estado.nome": populations}
"""Column → what anybody can look up about its values (residents of states, IBGE 2022)."""

type Row = tuple[int, str]
"""The id of a record, and its text; empty where no key opens it."""

_SHOWN, _FIRST = 30, 200
"""Values in a list of the most frequent, and rows to choose from."""
_SHORTEST_BLOCK = 8
_TELLING = 2
"""Bytes that must agree before a key stream counts as shared."""


@dataclass(frozen=True, eq=False)
class CipherColumn:
    """A column's values in the order of `ids`; `plaintexts` are None where no key opens them.

    `encrypted_size(n)` tells how long the ciphertext of n bytes is, where that is public knowledge,
    and `properties` what the protection promises, where it is known. `nulls` were left out, and
    where `cut` is true there are more rows than these.
    """

    name: str
    ids: tuple[int, ...]
    ciphertexts: tuple[bytes, ...] = field(repr=False)
    plaintexts: tuple[str, ...] | None = field(repr=False, default=None)
    encrypted_size: Callable[[int], int] | None = None
    properties: Properties | None = None
    nulls: int = 0
    cut: bool = False

    def length_of(self) -> Callable[[str], int] | None:
        """How long the ciphertext of a text is, where that is known."""
        size = self.encrypted_size
        return None if size is None else lambda text: size(len(text.encode()))

    @property
    def first_rows(self) -> tuple[Row, ...]:
        texts = self.plaintexts or ("",) * len(self.ids)
        return tuple(zip(self.ids, texts, strict=True))[:_FIRST]

    def place(self, row: int) -> int:
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

    `plain_top` and `encrypted_top` are the most frequent values of both sides, most frequent first.
    `guesses` are the ciphertexts that public figures alone give a name, and `recovery` says how
    many records that names rightly; `truths` are their true names, ciphertext → plaintext.
    `prefixes` are groups of different values that begin alike, and `beginnings` what their
    plaintexts begin with, prefix → text. `hides_equality` and `reuses_keystream` are what the
    protection does with any values, None where it is not known; `nulls` and `cut` are the column's.
    `readable` is what reads as text of a column whose protection is unknown. `table` names the
    frequencies that the guesses are by; empty for the public figures of this column.
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
    cut: bool = False
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
    """The XOR of two ciphertexts, and a crib dragged along it, best place first.

    `shared` is how many leading bytes of their XOR are the XOR of their plaintexts because one key
    stream encrypted both; None where no key tells the plaintexts.
    """

    one: bytes
    other: bytes
    mixed: bytes
    shared: int | None
    placements: tuple[CribPlacement, ...]

    @property
    def same(self) -> int:
        """How many leading bytes are the same in both: there the XOR reveals nothing more."""
        return len(_common_prefix(self.one, self.other))


def column_report(
    column: CipherColumn,
    block_size: int = AES_BLOCK,
    shown: int = _SHOWN,
    table: FrequencyTable | None = None,
) -> ColumnReport:
    """All figures of a column; the lists of values hold `shown` at most. Values are guessed by
    `table`, without one by public figures of this column.

    Raises: InputError for a column without a single byte
    """
    encrypted, plain, known = column.ciphertexts, column.plaintexts, column.properties
    text = readable(encrypted) if known is None else None
    length_of = column.length_of()
    telling = plain is not None or len(set(encrypted)) < len(
        encrypted
    )  # else ranks would be made up
    public = _known_of(column, table) if telling and not text else {}
    guesses = match(encrypted, public, length_of) if public else ()
    found = recovery(encrypted, plain, guesses, public, length_of) if public and plain else None
    named = tuple(guess for guess in guesses if guess.name is not None)
    opened = dict(zip(encrypted, plain or (), strict=False))
    reuses = None if known is None else known.reuses_keystream
    prefixes = tuple(bytewise_groups(encrypted) if reuses else prefix_groups(encrypted, block_size))
    return ColumnReport(
        name=column.name,
        records=len(encrypted),
        distinct_plaintexts=None if plain is None else len(set(plain)),
        distinct_ciphertexts=len(set(encrypted)),
        statistics=of_values(without_envelopes(encrypted), block_size),
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
        cut=column.cut,
        readable=text,
        table=table.name if table else "",
    )


def _known_of(column: CipherColumn, table: FrequencyTable | None) -> Mapping[str, float]:
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
    """What both begin with."""
    pairs = zip(one, other, strict=False)
    return one[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]


def stream_reuse(
    column: CipherColumn, one: int, other: int, crib: str, shown: int = 20
) -> StreamReuse:
    """Lay the values of two rows (ids) over each other and drag a known word along them.

    Raises: InputError for a row there is not, or a word that does not fit
    """
    first, second = column.place(one), column.place(other)
    mixed = xor(column.ciphertexts[first], column.ciphertexts[second])
    word = crib.encode()
    if not 0 < len(word) <= len(mixed):
        raise InputError(
            phrase("Word does not fit"),
            phrase("For these two records, the word can have 1 to {most} bytes. It has {given}."),
            phrase("Choose another word or other records."),
            most=len(mixed),
            given=len(word),
        )
    return StreamReuse(
        column.ciphertexts[first],
        column.ciphertexts[second],
        mixed,
        _key_stream_shared(column, first, second, mixed),
        tuple(drag(mixed, word, _model(column))[:shown]),
    )


def _key_stream_shared(column: CipherColumn, first: int, second: int, mixed: bytes) -> int | None:
    if column.plaintexts is None:
        return None
    plain = xor(column.plaintexts[first].encode(), column.plaintexts[second].encode())
    agreed = len(_common_prefix(mixed, plain))
    # Equal blocks agree in any mode that repeats them, and one byte in 256 does by accident.
    alike = len(_common_prefix(mixed, bytes(len(mixed)))) // _SHORTEST_BLOCK * _SHORTEST_BLOCK
    proven = agreed - alike
    return agreed if proven >= _TELLING or (proven > 0 and agreed == len(plain)) else 0


def _model(column: CipherColumn) -> TextModel:
    public = PUBLIC_FIGURES.get(column.name)
    return TextModel.of(name.encode() for name in public()) if public else TextModel.general()


def _top(values: Sequence[bytes], shown: int) -> tuple[Frequency, ...]:
    counts = Counter(values)
    ranked = sorted(counts, key=lambda value: (-counts[value], value))
    return tuple(Frequency(value, counts[value]) for value in ranked[:shown])
