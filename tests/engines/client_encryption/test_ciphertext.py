"""Ciphertext of all engines equals that of `cryptography`, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4, CAST5, Blowfish, TripleDES
from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.ciphers import Cipher as ReferenceCipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES, ChaCha20
from cryptography.hazmat.primitives.ciphers.modes import CBC, CTR, ECB
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.padding import PKCS7

from engines.client_encryption.client_schemes import key_pair
from engines.contract.protection import Protection, ProtectionKind
from engines.mysql_family.encryptor import PBKDF2_ITERATIONS
from engines.servers.server import Server
from engines.sql.statement_text import select
from tests.engines.offers import LONGEST, Offer, offers, place_on

KEY, IV = b"AbcdAbcdAbcdAbcd", b"0123456789123456"
_ALGORITHMS: dict[str, Callable[[bytes], Any]] = {
    "aes": AES,
    "3des": TripleDES,
    "des": lambda key: TripleDES(key * 3),
    "bf": Blowfish,
    "blowfish": Blowfish,
    "cast5": CAST5,
}
_MODES: dict[str, Callable[[bytes], Any]] = {
    "ecb": lambda iv: ECB(),
    "cbc": CBC,
    "cfb": CFB,
    "cfb8": CFB8,
    "ofb": OFB,
    "ctr": CTR,
}
_DERIVATIONS: dict[str, Callable[[int, bytes], Any]] = {
    "hkdf": lambda size, salt: HKDF(hashes.SHA512(), size, salt, b"cipherbench"),
    "pbkdf2": lambda size, salt: PBKDF2HMAC(hashes.SHA512(), size, salt, PBKDF2_ITERATIONS),
}


def reference(value: bytes, key: bytes, mode: str, iv: bytes = IV, name: str = "aes") -> bytes:
    """A block cipher as `cryptography` does it, PKCS#7 in ECB and CBC."""
    if mode == "cfb1":
        return _cfb1(value, key, iv)
    mode, _, derivation = mode.partition("-")
    if derivation:
        key = _DERIVATIONS[derivation](len(key), iv).derive(key)
    algorithm = _ALGORITHMS[name](key)
    if mode in ("ecb", "cbc"):
        padder = PKCS7(algorithm.block_size).padder()
        value = padder.update(value) + padder.finalize()
    iv = iv[: algorithm.block_size // 8]
    encryptor = ReferenceCipher(algorithm, _MODES[mode](iv)).encryptor()
    return encryptor.update(value) + encryptor.finalize()


def _cfb1(value: bytes, key: bytes, iv: bytes) -> bytes:
    """AES in CFB with segments of one bit (NIST SP 800-38A, 6.3), which `cryptography` lacks."""
    block = ReferenceCipher(AES(key), ECB()).encryptor()
    register, encrypted, whole = int.from_bytes(iv), 0, (1 << 128) - 1
    for bit in map(int, "".join(f"{byte:08b}" for byte in value)):
        done = bit ^ (block.update(register.to_bytes(16))[0] >> 7)
        register = (register << 1 | done) & whole
        encrypted = encrypted << 1 | done
    return encrypted.to_bytes(len(value))


def stream(value: bytes, key: bytes, iv: bytes, name: str) -> bytes:
    """A stream cipher as `cryptography` does it; ChaCha20's counter begins at zero."""
    algorithm = ARC4(key) if name == "rc4" else ChaCha20(key, bytes(4) + iv)
    return ReferenceCipher(algorithm, None).encryptor().update(value)


def expected(offer: Offer, value: bytes, stored: bytes) -> bytes:
    """What should be stored, with the IV that is."""
    given, protection, size = offer.keying, offer.protection, offer.encryptor.iv_size
    name = protection.algorithm or ""
    iv = stored[:size] if size else given.iv or b""
    if protection.mode == "stream":
        return stored[:size] + stream(value, given.key, iv[: _stream_iv(name)], name)
    return stored[:size] + reference(value, given.key, protection.mode or "", iv, name)


def _stream_iv(name: str) -> int:
    return 12 if name == "chacha20" else 0


def _has_reference(offer: Offer) -> bool:
    """Whether `cryptography` has the cipher too."""
    protection = offer.protection
    if protection.mode in ("pgp", "oaep"):
        return False
    if protection.mode == "stream":
        return protection.algorithm == "rc4" or (protection.algorithm, protection.bits) == (
            "chacha20",
            256,
        )
    try:
        reference(b"", offer.keying.key, protection.mode or "", IV, protection.algorithm or "")
    except (KeyError, UnsupportedAlgorithm, ValueError):
        return False
    return True


def test_that_ciphertext_equals_the_reference_in_every_mode_both_have(server: Server) -> None:
    able = [each for each in offers(server, ProtectionKind.NATIVE) if _has_reference(each)]
    if not able:
        pytest.skip("this server has no native encryption")
    wrong = []
    with place_on(server) as place:
        for offer in able:
            table = place.table(offer)
            most = 300 if offer.protection.mode == "cfb1" else LONGEST  # bit by bit, in Python
            values = [value for value in offer.fitting() if value and len(value) <= most]
            values.append("")
            place.store(offer, table, values)
            for value, stored in zip(values, place.stored(offer, table), strict=True):
                assert isinstance(stored, bytes)
                if stored != expected(offer, value.encode(), stored):
                    wrong.append((offer.name, value[:20]))
    assert not wrong
    aes = {each.protection for each in offers(server, ProtectionKind.NATIVE)
           if each.protection.algorithm == "aes" and each.protection.mode != "pgp"}  # fmt: skip
    assert aes and aes <= {each.protection for each in able}, "each mode of AES has a reference"


def test_that_values_encrypted_by_rsa_open_with_the_same_key_elsewhere(server: Server) -> None:
    native = offers(server, ProtectionKind.NATIVE)
    found = [each for each in native if each.protection.mode == "oaep"]
    if not found:
        pytest.skip("this server has no RSA with OAEP")
    padding = OAEP(MGF1(hashes.SHA256()), hashes.SHA256(), None)
    with place_on(server) as place:
        for offer in found:
            pair = key_pair(offer.keying.key, offer.protection.bits or 0)
            table = place.table(offer)
            values = [value for value in offer.fitting() if value is not None]
            place.store(offer, table, values)
            opened = [
                pair.decrypt(stored, padding)[1:]  # the first byte keeps the value from being empty
                for stored in place.stored(offer, table)
                if isinstance(stored, bytes)
            ]
            assert opened == [value.encode() for value in values]


@pytest.mark.parametrize(
    ("engine", "mode"), [("postgresql", "cbc"), ("mariadb", "ecb"), ("firebird", "ofb")]
)
def test_that_the_study_profile_encrypts_every_column_as_the_study_did(
    servers: Any, engine: str, mode: str
) -> None:
    from tests.workloads.ward import HOSPITAL, hospital_options
    from workloads.contract import Operation, Setting, UntimedClock
    from workloads.hospital.data import FIELDS

    server: Server = servers[engine]
    workload = HOSPITAL
    protection = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    encryptor = server.engine.encryption.encryptor(protection, workload.keying(128, sound=False))
    options = hospital_options(25, seed=5)
    records = workload.records(options)
    name = server.engine.catalogue.create_database(server.endpoint, "study")
    try:
        session = server.engine.driver.connect(server.endpoint, name)
        for statement in server.engine.driver.schema_statements(
            workload.schema(options, encryptor), encryptor
        ):
            session.execute(statement)
        session.begin()
        filling = workload.parts(options)[0]
        assert isinstance(filling, Operation)
        filling.run(Setting(session, encryptor, records, options), UntimedClock())
        session.commit()
        for table, columns in _ENCRYPTED.items():
            raw = session.prepare(select(list(columns), f"from {table} order by id"), encryptor)
            session.begin()
            stored = [tuple(row) for row in raw.rows(raw.execute())]
            raw.close()
            session.commit()
            expected = [
                tuple(
                    reference(str(record[FIELDS.index(field)]).encode(), KEY, mode)
                    for field in columns.values()
                )
                for record in records
            ]
            assert stored == expected, table
        session.close()
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)


_COUNTS = (
    "cnes", "ocupacao_suspeito_cli", "ocupacao_suspeito_uti", "ocupacao_confirmado_cli",
    "ocupacao_confirmado_uti", "ocupado_covid_uti", "ocupado_covid_cli",
    "ocupacao_hospitalar_uti", "ocupacao_hospitalar_cli", "saida_suspeita_obitos",
    "saida_suspeita_altas", "saida_confirmada_obitos", "saida_confirmada_altas",
)  # fmt: skip
_ENCRYPTED = {
    "estado": {"nome": "estado"},
    "municipio": {"nome": "municipio"},
    "paciente": {"nome": "nome", "origem": "origem"},
    "dados_ocupacao": {name: name for name in _COUNTS},
    "notificacao": {
        name: name for name in ("id_data_sus", "data_notificacao", "created_at", "updated_at")
    },
}
