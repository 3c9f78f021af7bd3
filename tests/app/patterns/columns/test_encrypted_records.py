"""Real columns on real servers: what they give away, and what becomes of changed values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.patterns.columns.column import CipherColumn, column_report, stream_reuse
from app.patterns.columns.crib_dragging import flip_bits, xor
from app.patterns.columns.encrypted_records import EncryptedRecords, RecordsOrder
from engines.contract.errors import CipherbenchError, InputError, Unsupported
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.servers.server import Server
from tests.engines.offers import capabilities_of
from tests.requirements import NEWER

_STATE, _DATE = "estado.nome", "notificacao.data_notificacao"
_ENOUGH = 1_000
"""For states to come as often as public figures say."""
_FEW = 300
_SEED = 40
"""Of whose first thousand records three minutes have several moments."""


def native(mode: str) -> Protection:
    return Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode)


GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")
SIV = Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv")


class Studies:
    """Encrypted records that are stored when they are first asked for and stay until the module is
    over: reading changes nothing, and a value that was changed is put back."""

    def __init__(self, servers: Any) -> None:
        self._servers = servers
        self._open: dict[tuple[str, RecordsOrder], EncryptedRecords] = {}

    def __call__(
        self, name: str, protection: Protection, records: int = 60, sound: bool = False
    ) -> EncryptedRecords:
        server, order = self._servers[name], RecordsOrder(protection, records, sound, _SEED)
        if (name, order) not in self._open:
            able = capabilities_of(server)  # asking takes longer than sixty records
            made = EncryptedRecords(server.engine, server.endpoint, order, able)
            self._open[name, order] = made
        return self._open[name, order]

    def close(self) -> None:
        """Drop them all; who asks for one again has it stored anew."""
        while self._open:
            self._open.popitem()[1].close()


@pytest.fixture(scope="module")
def encrypted_records(servers: Any) -> Iterator[Studies]:
    made = Studies(servers)
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("postgresql", "cbc"),
        ("mariadb", "ecb"),
        pytest.param("firebird", "ofb", marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_fixed_vector_gives_states_away_and_a_fresh_one_does_not(
    encrypted_records: Studies, name: str, mode: str
) -> None:
    found = column_report(encrypted_records(name, native(mode), _ENOUGH).column(_STATE))
    assert found.records == _ENOUGH
    assert found.distinct_ciphertexts == found.distinct_plaintexts == 27
    assert found.recovery is not None and found.recovery.share >= 0.5
    assert found.plain_top[0].value.decode() == "São Paulo" == found.guesses[0].name
    assert [each.count for each in found.plain_top] == [each.count for each in found.encrypted_top]
    output = found.to_json()
    assert list(output)[:3] == ["blocks", "distinct_blocks", "repeated_percent"]
    assert output["recovered_percent"] >= 50  # type: ignore[operator]
    assert output["chance_percent"] == pytest.approx(21.9, abs=2.5)
    if mode == "ecb":
        return  # it has no vector that could be fresh
    found = column_report(encrypted_records(name, native(mode), _FEW, sound=True).column(_STATE))
    assert found.distinct_ciphertexts == _FEW
    assert found.recovery is not None and not found.recovery.beyond_chance


PGP = Protection("pgp", ProtectionKind.NATIVE, "aes", 128, "pgp")
CBC_HMAC = Protection("hmac", ProtectionKind.CLIENT, "aes", 128, "cbc-hmac-sha256")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "protection", "records", "in_blocks"),
    [
        ("postgresql", native("cbc"), _FEW, True),
        ("postgresql", native("cfb"), _FEW, False),
        ("postgresql", PGP, 150, False),  # a key is derived for each value
        ("firebird", native("ctr"), _FEW, False),
        ("mariadb", native("ecb"), _ENOUGH, True),
        ("sqlite", GCM, _FEW, False),
        ("sqlite", SIV, _FEW, False),
        ("sqlite", CBC_HMAC, _FEW, True),
    ],
    ids=lambda each: each.name if isinstance(each, Protection) else None,
)
def test_that_states_are_reported_by_the_length_of_what_was_encrypted(
    encrypted_records: Studies, name: str, protection: Protection, records: int, in_blocks: bool
) -> None:
    column = encrypted_records(name, protection, records, sound=True).column(_STATE)
    assert column.plaintexts is not None
    length_of = column.ciphertext_length()
    assert length_of is not None
    encrypted = zip(column.plaintexts, column.ciphertexts, strict=True)
    assert all(length_of(text) == len(value) for text, value in encrypted)
    found = column_report(column).recovery
    assert found is not None
    share = 0.272 if in_blocks else 0.759
    spread = math.sqrt(share * (1 - share) / records)
    assert found.length_share == pytest.approx(share, abs=4 * spread)
    assert found.length_beyond_chance


def test_that_ecb_gives_states_away_whatever_the_profile(encrypted_records: Studies) -> None:
    found = column_report(
        encrypted_records("mariadb", native("ecb"), _ENOUGH, sound=True).column(_STATE)
    )
    assert found.recovery is not None and found.recovery.share >= 0.5


def test_that_deterministic_encryption_in_the_application_gives_states_away_too(
    encrypted_records: Studies,
) -> None:
    column = encrypted_records("sqlite", SIV, _ENOUGH).column(_STATE)
    assert column.plaintexts is not None
    assert Counter(column.plaintexts).most_common(1)[0][0] == "São Paulo"
    found = column_report(column)
    assert found.recovery is not None and found.recovery.share >= 0.5


def test_that_a_database_administrator_reads_plaintext(encrypted_records: Studies) -> None:
    column = encrypted_records("postgresql", PLAINTEXT).column(_STATE)
    assert column.plaintexts is not None
    assert [each.decode() for each in column.ciphertexts] == list(column.plaintexts)


@pytest.mark.slow
def test_that_cbc_with_a_fixed_vector_shows_moments_of_one_minute(
    encrypted_records: Studies,
) -> None:
    column = encrypted_records("postgresql", native("cbc"), _ENOUGH).column(
        "notificacao.created_at"
    )
    assert column.plaintexts is not None
    found = column_report(column)
    groups = found.prefixes
    opened = dict(zip(column.ciphertexts, column.plaintexts, strict=True))
    by_minute = Counter(text[:16] for text in set(column.plaintexts))
    assert len(groups) == sum(count > 1 for count in by_minute.values()) > 2
    for group in groups:
        (minute,) = {opened[member][:16] for member in group.members}
        known = found.beginnings[group.prefix]
        assert known.startswith(minute) and len(known) < len(opened[group.members[0]])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode", "records"),
    [
        ("firebird", "ofb", 60),
        pytest.param(NEWER, "ctr", 60, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_word_dragged_along_two_stored_values_reads_the_other(
    encrypted_records: Studies, name: str, mode: str, records: int
) -> None:
    column = encrypted_records(name, native(mode), records).column(_STATE)
    assert column.plaintexts is not None
    one = column.plaintexts.index("São Paulo")
    other = next(i for i, text in enumerate(column.plaintexts) if len(text.encode()) > 12)
    used = stream_reuse(column, column.ids[one], column.ids[other], "São Paulo")
    assert used.shared_stream_bytes == len(used.xored) == 10
    best = used.placements[0]
    assert best.offset == 0 and best.text == column.plaintexts[other].encode()[:10]
    column = encrypted_records(name, native(mode), records, sound=True).column(_STATE)
    fresh = stream_reuse(column, column.ids[0], column.ids[1], "São Paulo")
    assert fresh.shared_stream_bytes == 0
    with pytest.raises(InputError, match="It has 0"):
        stream_reuse(column, column.ids[0], column.ids[1], "")
    with pytest.raises(InputError, match="no row 0"):
        stream_reuse(column, 0, column.ids[1], "a")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["postgresql", pytest.param("firebird", marks=pytest.mark.exhaustive)]
)
def test_that_cfb_under_a_fixed_vector_shares_the_key_stream_of_its_first_block(
    encrypted_records: Studies, name: str
) -> None:
    column = encrypted_records(name, native("cfb"), _FEW).column(_STATE)
    one, other = (row_of(column, name) for name in ("Rio Grande do Norte", "Mato Grosso do Sul"))
    used = stream_reuse(column, one, other, "Rio Grande do No")
    assert (used.shared_stream_bytes, len(used.xored)) == (16, 18)
    assert used.placements[0].text == b"Mato Grosso do S"
    column = encrypted_records(name, native("cfb"), _FEW, sound=True).column(_STATE)
    one, other = (row_of(column, name) for name in ("Rio Grande do Norte", "Mato Grosso do Sul"))
    assert stream_reuse(column, one, other, "Rio").shared_stream_bytes == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "protection"),
    [("mariadb", native("ecb")), ("postgresql", native("cbc")), ("sqlite", SIV)],
    ids=["ecb", "cbc", "siv"],
)
def test_that_equal_values_and_equal_blocks_are_not_taken_for_a_shared_key_stream(
    encrypted_records: Studies, name: str, protection: Protection
) -> None:
    study = encrypted_records(name, protection, _ENOUGH)
    states, moments = study.column(_STATE), study.column("notificacao.created_at")
    assert states.plaintexts is not None and moments.plaintexts is not None
    rows = [at for at, text in zip(states.ids, states.plaintexts, strict=True) if text == "Bahia"]
    equal = stream_reuse(states, rows[0], rows[1], "Bahia")
    assert equal.one == equal.other and equal.shared_stream_bytes == 0
    minutes: dict[str, dict[str, int]] = {}
    for row, text in zip(moments.ids, moments.plaintexts, strict=True):
        minutes.setdefault(text[:16], {})[text] = row
    first, second, *_ = next(each for each in minutes.values() if len(each) > 1).values()
    alike = stream_reuse(moments, first, second, "2020")
    assert alike.shared_stream_bytes == 0
    assert alike.equal_bytes == (0 if protection is SIV else 16)
    one, other = row_of(states, "Bahia"), row_of(states, "São Paulo")
    assert stream_reuse(states, one, other, "Bahia").shared_stream_bytes == 0


def row_of(column: CipherColumn, text: str) -> int:
    """The id of the first record that says so."""
    assert column.plaintexts is not None
    return column.ids[column.plaintexts.index(text)]


@pytest.mark.parametrize(
    ("name", "mode", "records"),
    [
        ("firebird", "ofb", 60),
        pytest.param(NEWER, "ctr", 60, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_stream_is_rewritten_in_the_database_and_opens_as_wanted(
    encrypted_records: Studies, name: str, mode: str, records: int
) -> None:
    study = encrypted_records(name, native(mode), records)
    row, plain = study.column(_DATE).ids[3], fourth(study.column(_DATE))
    found = study.tamper(
        _DATE, row, lambda encrypted: flip_bits(encrypted, 0, xor(plain[:4], b"1999"))
    )
    assert found.opened == b"1999" + plain[4:] and not found.refused
    assert fourth(study.column(_DATE)) == plain == found.plaintext


def fourth(column: CipherColumn) -> bytes:
    """What the fourth value says."""
    assert column.plaintexts is not None
    return column.plaintexts[3].encode()


def test_that_cbc_opens_to_garbage_and_a_changed_bit(encrypted_records: Studies) -> None:
    study = encrypted_records("postgresql", native("cbc"), _ENOUGH)
    row = study.column(_DATE).ids[0]
    found = study.tamper(_DATE, row, lambda encrypted: flip_bits(encrypted, 0, b"\1"))
    assert found.opened is not None
    assert found.opened[:16] != found.plaintext[:16]
    assert found.opened[16:] == flip_bits(found.plaintext, 16, b"\1")[16:]


def test_that_a_fresh_vector_of_cbc_is_changed_without_garbage(encrypted_records: Studies) -> None:
    study = encrypted_records("postgresql", native("cbc"), _FEW, sound=True)
    row = study.column(_DATE).ids[0]
    found = study.tamper(_DATE, row, lambda encrypted: flip_bits(encrypted, 0, b"\1"))
    assert found.opened == flip_bits(found.plaintext, 0, b"\1")
    assert found.prefix_bytes == 16


@pytest.mark.parametrize(
    ("name", "mode", "records"),
    [
        ("postgresql", "ecb", 60),
        ("postgresql", "cbc", _ENOUGH),
        ("mariadb", "ecb", _ENOUGH),
        pytest.param("firebird", "ecb", 60, marks=pytest.mark.exhaustive),
        ("firebird", "cbc", 60),
    ],
)
def test_that_broken_padding_is_not_taken_for_a_check(
    encrypted_records: Studies, name: str, mode: str, records: int
) -> None:
    study = encrypted_records(name, native(mode), records)
    row = study.column(_DATE).ids[0]
    last = [study.tamper(_DATE, row, flipper(-1, 1 << bit)) for bit in range(8)]
    first = study.tamper(_DATE, row, flipper(0, 1))
    assert sum(each.refused for each in last) >= 6
    assert all(each.message for each in last if each.refused)
    assert not any(each.detected for each in last)
    assert not first.refused and first.opened != first.plaintext
    assert study.tamper(_DATE, row, bytes).opened == first.plaintext


def flipper(place: int, bits: int) -> Callable[[bytes], bytes]:
    """Turns over bits of the byte at a place, counted from the end if negative."""
    return lambda encrypted: flip_bits(encrypted, place % len(encrypted), bytes([bits]))


@pytest.mark.parametrize("name", ["postgresql", "mariadb", "firebird", "sqlite"])
@pytest.mark.parametrize("place", [0, 14, -1])
def test_that_authenticated_encryption_refuses_any_change(
    encrypted_records: Studies, name: str, place: int
) -> None:
    study = encrypted_records(name, GCM)
    column = study.column(_DATE)
    assert column.plaintexts is not None
    found = study.tamper(_DATE, column.ids[1], flipper(place, 1))
    assert found.detected and "was rejected" in found.message
    assert found.prefix_bytes == 12
    assert found.plaintext.decode() == column.plaintexts[1]
    assert study.column(_DATE).plaintexts == column.plaintexts


def test_that_what_is_not_there_is_reported(encrypted_records: Studies, servers: Any) -> None:
    study = encrypted_records("sqlite", GCM)
    assert _STATE in study.columns and "estado.id" not in study.columns
    with pytest.raises(InputError, match=r"no protected column “estado\.id”"):
        study.column("estado.id")
    with pytest.raises(InputError, match="no row 999"):
        study.tamper(_STATE, 999, bytes)
    server = servers["postgresql"]  # which is asked what it can do
    with pytest.raises(Unsupported, match="No such cipher algorithm"):
        EncryptedRecords(server.engine, server.endpoint, RecordsOrder(native("ctr"), 60))


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite")
def test_that_records_are_dropped_when_closed_or_when_filling_was_stopped(
    server: Server, encrypted_records: Studies
) -> None:
    encrypted_records.close()  # Firebird is asked about each database that is there
    able = capabilities_of(server)
    protection = native("ecb") if Cipher("aes", 128, "ecb") in able.native else GCM
    engine, endpoint = server.engine, server.endpoint
    before = engine.catalogue.owned_databases(endpoint)
    order = RecordsOrder(protection, 50)

    def stop(done: int, total: int) -> None:
        raise CipherbenchError(phrase("Cancelled"), phrase("The work was cancelled."))

    with pytest.raises(CipherbenchError, match="Cancelled"):
        EncryptedRecords(engine, endpoint, order, able, progress=stop)
    assert engine.catalogue.owned_databases(endpoint) == before
    seen: list[tuple[int, int]] = []
    progress: Callable[[int, int], None] = lambda *at: seen.append(at)  # noqa: E731
    with EncryptedRecords(engine, endpoint, order, able, progress=progress) as study:
        assert len(engine.catalogue.owned_databases(endpoint)) == len(before) + 1
    study.close()
    assert engine.catalogue.owned_databases(endpoint) == before
    assert seen[-1][0] == seen[-1][1] == 254
