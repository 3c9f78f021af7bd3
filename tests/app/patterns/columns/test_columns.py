"""Attacks on columns: frequency, prefixes, key stream, changed ciphertext."""

from __future__ import annotations

import math
import os
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.patterns.columns.column import CipherColumn, column_report
from app.patterns.columns.crib_dragging import TextModel, drag_crib, flip_bits, xor
from app.patterns.columns.frequency import Recovery, evaluate_guesses, match_by_frequency
from app.patterns.columns.prefixes import bytewise_groups, prefix_groups, shared_blocks
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import properties_of
from tests.app.patterns.ciphers import decrypt, encrypt
from workloads.hospital.data import FIELDS, generate, populations

_RECORDS = 8_000
_STATES = FIELDS.index("estado")
_DATES = FIELDS.index("data_notificacao")


@cache
def states(seed: int) -> list[str]:
    return [str(record[_STATES]) for record in generate(seed, _RECORDS)]


def encrypted(mode: str, truths: list[str]) -> list[bytes]:
    """A column under one key and vector."""
    each = {truth: encrypt(mode, truth.encode()) for truth in set(truths)}
    return [each[truth] for truth in truths]


def padded_length(name: str) -> int:
    """Bytes of a name's ciphertext in ECB and CBC: PKCS#7 adds 1 to 16."""
    return (len(name.encode()) // 16 + 1) * 16


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_that_equal_ciphertext_gives_states_away_by_their_frequency(mode: str) -> None:
    truths = states(2023)
    column = encrypted(mode, truths)
    guesses = match_by_frequency(column, populations(), padded_length)
    found = evaluate_guesses(column, truths, guesses, populations())
    assert found.share >= 0.7
    assert found.beyond_chance
    assert guesses[0].name == "São Paulo"
    assert guesses[0].count == truths.count("São Paulo") == max(Counter(truths).values())
    assert guesses[0].public_share == pytest.approx(0.2187, abs=1e-3)


@pytest.mark.slow
def test_that_ranks_alone_recover_most_records_of_most_draws_and_never_all() -> None:
    """Of 100 draws of 8,000 records 55 to 94 %, 81 % on average, where lengths are told."""
    by_rank: list[float] = []
    by_length: list[float] = []
    for seed in (7, 2022, 2026, 2027):
        truths = states(seed)
        column = encrypted("ecb", truths)
        for length_of, shares in ((None, by_rank), (padded_length, by_length)):
            guesses = match_by_frequency(column, populations(), length_of)
            shares.append(evaluate_guesses(column, truths, guesses, populations()).share)
    assert min(by_rank) >= 0.45 and max(by_length) < 1
    assert 0.6 < sum(by_rank) / 4 < 0.9
    assert len(set(by_rank)) == 4  # each draw has states of its own that change places


def stream_length(name: str) -> int:
    """Bytes of a name's ciphertext in modes that do not pad."""
    return len(name.encode())


def by_length_alone(length_of: Callable[[str], int]) -> float:
    """What naming the most populous state of each length is right about, by public figures."""
    public, best = populations(), Counter[int]()
    for name, people in public.items():
        best[length_of(name)] = max(best[length_of(name)], people)
    return best.total() / sum(public.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "length", "by_length"),
    [("cbc", padded_length, 0.272), ("ctr", stream_length, 0.759), ("ofb", stream_length, 0.759)],
)
def test_that_a_fresh_vector_hides_frequencies_and_leaves_lengths(
    mode: str, length: Callable[[str], int], by_length: float
) -> None:
    truths, vectors = states(2023), random.Random(1)
    drawn = [vectors.randbytes(16) for _ in truths]

    def attacked(each_vector: list[bytes]) -> tuple[int, Recovery]:
        column = [
            vector + encrypt(mode, truth.encode(), vector)
            for truth, vector in zip(truths, each_vector, strict=True)
        ]
        length_of = lambda name: 16 + length(name)  # noqa: E731
        guesses = match_by_frequency(column, populations(), length_of)
        return len(set(column)), evaluate_guesses(column, truths, guesses, populations(), length_of)

    distinct, fixed = attacked(drawn[:1] * _RECORDS)
    assert distinct == 27 and fixed.share >= 0.7 and fixed.beyond_chance
    distinct, half = attacked([*drawn[:1] * (_RECORDS // 2), *drawn[_RECORDS // 2 :]])
    assert distinct > _RECORDS // 2 and half.beyond_chance
    distinct, fresh = attacked(drawn)
    assert distinct == _RECORDS and not fresh.beyond_chance
    assert by_length_alone(length) == pytest.approx(by_length, abs=1e-3)
    for found in (fixed, half, fresh):
        assert found.length_share == pytest.approx(by_length, abs=0.005)
        assert found.length_beyond_chance


def test_that_lengths_say_nothing_where_all_are_padded_to_one() -> None:
    truths = states(2023)
    column = [encrypt("ctr", truth.encode().ljust(32), os.urandom(16)) for truth in truths]
    guesses = match_by_frequency(column, populations(), lambda _: 32)
    found = evaluate_guesses(column, truths, guesses, populations(), lambda _: 32)
    assert found.length_share == found.commonest_share == found.chance
    assert not found.length_beyond_chance
    assert evaluate_guesses(column, truths, guesses, populations()).length_share is None


def test_that_no_other_matching_is_likelier_than_the_one_by_ranks() -> None:
    public = {"a": 5.0, "b": 3.0, "c": 1.5, "d": 0.5}
    column = [b"w"] * 9 + [b"x"] * 4 + [b"y"] * 7 + [b"z"] * 2
    counts, total = Counter(column), sum(public.values())

    def likelihood(names: tuple[str, ...]) -> float:
        pairs = zip(sorted(counts), names, strict=True)
        return sum(counts[value] * math.log(public[name] / total) for value, name in pairs)

    best = max(permutations(public), key=likelihood)
    by_value = {guess.ciphertext: guess.name for guess in match_by_frequency(column, public)}
    assert tuple(by_value[value] for value in sorted(counts)) == best == ("a", "c", "b", "d")


def test_that_ciphertexts_beyond_the_names_stay_unnamed() -> None:
    guesses = match_by_frequency([b"1", b"1", b"2", b"3"], {"only": 10.0, "second": 5.0})
    assert [guess.name for guess in guesses] == ["only", "second", None]
    assert sum(guess.share for guess in guesses) == 1


def test_that_chance_is_what_drawing_by_lot_gives() -> None:
    public = {"a": 3.0, "b": 2.0, "c": 1.0}
    truths = ["a"] * 3 + ["b"] * 2 + ["c"]
    column = [truth.encode() for truth in truths]
    lots = [dict(zip(public, names, strict=True)) for names in permutations(public)]
    mean = sum(sum(lot[truth] == truth for truth in truths) for lot in lots) / len(lots) / 6
    found = evaluate_guesses(column, truths, match_by_frequency(column, public), public)
    assert found.random_share == pytest.approx(mean)
    assert found.commonest_share == 0.5
    assert found.share == 1


@pytest.mark.parametrize("mode", ["cfb", "ofb", "ctr"])
def test_that_one_key_stream_shows_beginnings_to_the_byte(mode: str) -> None:
    """States that share less than a block, as “Mato Grosso” and “Mato Grosso do Sul” do."""
    names = ["Rio Grande do Sul", "Rio Grande do Norte", "Rio de Janeiro", "Mato Grosso", "Acre"]
    names += ["Mato Grosso do Sul", "Acre"]
    column_of = [encrypt(mode, name.encode()) for name in names]
    rio, mato = bytewise_groups(column_of)
    assert (rio.shared_units, rio.distinct, rio.records) == (len("Rio "), 3, 3)
    assert (mato.shared_units, mato.distinct, mato.records) == (len("Mato Grosso"), 2, 2)
    assert prefix_groups(column_of) == [], "which share no block"
    properties = properties_of(
        Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode), mode, fixed_iv=True
    )
    column = CipherColumn(
        "name", tuple(range(7)), tuple(column_of), tuple(names), properties=properties
    )
    reported = column_report(column)
    assert [reported.beginnings[each.prefix] for each in reported.prefixes] == [
        "Rio ",
        "Mato Grosso",
    ]


def test_that_cbc_with_a_fixed_vector_shows_which_values_begin_alike() -> None:
    dates = [str(record[_DATES]) for record in generate(5, 300)]
    column = [encrypt("cbc", date.encode()) for date in dates]
    groups = prefix_groups(column)
    by_prefix = {date[:16] for date in dates}
    shared = [p for p in by_prefix if len({d for d in dates if d[:16] == p}) > 1]
    assert len(groups) == len(shared)
    names = [encrypt("cbc", (b"Hospital Municipal de " + name)) for name in (b"Ipiranga", b"Itu")]
    (group,) = prefix_groups([*names, names[0], encrypt("cbc", b"Clinica")])
    assert (group.shared_units, group.distinct, group.records) == (1, 2, 3)
    assert group.prefix == names[0][:16] == names[1][:16]
    fresh = [encrypt("cbc", b"Hospital Municipal", os.urandom(16)) for _ in range(20)]
    assert prefix_groups(fresh) == []


def test_that_shared_blocks_are_counted_over_all_values() -> None:
    same = bytes(32)
    assert shared_blocks([same + b"a" * 16, same + b"b" * 16, same + b"a" * 32]) == 2
    assert shared_blocks([same, same]) == 2
    assert shared_blocks([b"a" * 32, b"a" * 16 + b"b" * 16, b"c" * 32]) == 0


@pytest.mark.parametrize("mode", ["ofb", "ctr"])
def test_that_a_dragged_word_reads_the_other_message(mode: str) -> None:
    one, other = b"Diagnosis confirmed, ward seven", b"Patient discharged on Thursday."
    mixed = xor(encrypt(mode, one), encrypt(mode, other))
    assert mixed == xor(one, other)
    best = drag_crib(mixed, b"Diagnosis confirmed")[0]
    assert (best.offset, best.text) == (0, b"Patient discharged ")
    assert best.score > 0
    later = drag_crib(mixed, b" confirmed,")[0]
    assert (later.offset, later.text) == (9, other[9:20])
    assert len(drag_crib(mixed, b"confirmed")) == len(mixed) - len(b"confirmed") + 1


def test_that_a_fresh_vector_leaves_nothing_to_drag_along() -> None:
    mixed = xor(
        encrypt("ctr", b"Diagnosis confirmed"), encrypt("ctr", b"Diagnosis refuted!!", bytes(16))
    )
    assert drag_crib(mixed, b"Diagnosis confirmed")[0].score < 0


def test_that_public_names_sharpen_the_judgement_of_text() -> None:
    model = TextModel.trained_on(name.encode() for name in populations())
    assert model.score(b"Rio Grande") > TextModel.general().score(b"Rio Grande")
    assert model.score(os.urandom(400)) < 0 < model.score("São Paulo".encode())
    assert TextModel.general().score(b"") == 0
    with pytest.raises(ValueError, match="crib is empty"):
        drag_crib(b"abc", b"")


def test_that_xor_is_as_long_as_the_shorter_one() -> None:
    assert xor(b"\x0f\xf0", b"\xff\xff\xff") == b"\xf0\x0f"
    assert xor(b"", b"abc") == b""
    assert xor(b"\x00\x01", b"\x00\x01") == b"\x00\x00"


@pytest.mark.parametrize("mode", ["ofb", "ctr"])
def test_that_ciphertext_without_authentication_can_be_rewritten(mode: str) -> None:
    encrypted = encrypt(mode, b"dose: 010 mg per day, by mouth")
    changed = flip_bits(encrypted, 6, xor(b"010", b"900"))
    assert decrypt(mode, changed) == b"dose: 900 mg per day, by mouth"
    assert decrypt(mode, flip_bits(encrypted, 0, b"\x20"))[:4] == b"Dose"


def test_that_authenticated_encryption_refuses_a_single_flipped_bit() -> None:
    key, nonce = os.urandom(16), os.urandom(12)
    encrypted = AESGCM(key).encrypt(nonce, b"dose: 010 mg", None)
    for offset in range(len(encrypted)):
        with pytest.raises(InvalidTag):
            AESGCM(key).decrypt(nonce, flip_bits(encrypted, offset, b"\1"), None)


def test_that_changes_outside_the_ciphertext_are_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        flip_bits(b"abc", 3, b"\1")
