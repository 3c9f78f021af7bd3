"""Ciphertext of all engines equals that of `cryptography`, byte for byte."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher as ReferenceCipher
from cryptography.hazmat.primitives.ciphers import algorithms
from cryptography.hazmat.primitives.ciphers.modes import CBC, CTR, ECB
from cryptography.hazmat.primitives.padding import PKCS7

from engines.protection import Keying, Protection, ProtectionKind
from engines.server import Server
from engines.statement import Statement
from tests.engines.test_conformance import (
    VALUES,
    insert,
    make_table,
    native_ciphers,
    read,
    start_over,
)

KEY, IV = b"AbcdAbcdAbcdAbcd", b"0123456789123456"
_MODES: dict[str, Any] = {
    "ecb": ECB,
    "cbc": lambda: CBC(IV),
    "cfb": lambda: CFB(IV),
    "ofb": lambda: OFB(IV),
    "ctr": lambda: CTR(IV),
}


def reference(value: bytes, key: bytes, mode: str) -> bytes:
    """AES as `cryptography` does it, PKCS#7 in ECB and CBC."""
    if mode in ("ecb", "cbc"):
        padder = PKCS7(128).padder()
        value = padder.update(value) + padder.finalize()
    encryptor = ReferenceCipher(algorithms.AES(key), _MODES[mode]()).encryptor()
    return encryptor.update(value) + encryptor.finalize()


def test_that_every_aes_mode_equals_the_reference(server: Server, database: str) -> None:
    ciphers = [cipher for cipher in native_ciphers(server) if cipher.algorithm == "aes"]
    assert ciphers
    for cipher in ciphers:
        key = (KEY * 2)[: cipher.bits // 8]
        protection = Protection("p", ProtectionKind.NATIVE, "aes", cipher.bits, cipher.mode)
        sealer = server.engine.sealer(protection, Keying(key, IV))
        start_over(server, database)
        make_table(server, database, sealer)
        session = server.engine.connect(server.endpoint, database)
        insert(session, sealer, *((value, 1, True, b"") for value in VALUES))
        stored = [row[0] for row in read(session, sealer, "word")]
        session.close()
        assert stored == [reference(value.encode(), key, cipher.mode) for value in VALUES], cipher


@pytest.mark.parametrize(
    ("engine", "mode"), [("postgresql", "cbc"), ("mariadb", "ecb"), ("firebird", "ofb")]
)
def test_that_the_study_profile_seals_every_column_as_the_study_did(
    servers: Any, engine: str, mode: str
) -> None:
    from workloads.contract import Options, Setting
    from workloads.hospital_data import FIELDS
    from workloads.registry import workload_named

    server: Server = servers[engine]
    workload = workload_named("hospital")
    protection = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    sealer = server.engine.sealer(protection, workload.keying(128, sound=False))
    options = Options(25, seed=5)
    records = workload.records(options)
    name = server.engine.create_database(server.endpoint, "study")
    try:
        session = server.engine.connect(server.endpoint, name)
        for statement in server.engine.schema_statements(workload.schema(options, sealer), sealer):
            session.execute(statement)
        session.begin()
        workload.sequence[0].run(Setting(session, sealer, records, options), _Untimed())
        session.commit()
        for table, columns in _SEALED.items():
            raw = session.prepare(
                Statement(f"select {', '.join(columns)} from {table} order by id"), sealer
            )
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
        server.engine.drop_database(server.endpoint, name)


class _Untimed:
    def run(self, prepared: Any, values: Any) -> Any:
        return prepared.execute(*values)

    def run_many(self, steps: Any) -> None:
        for prepared, values in steps:
            self.run(prepared, values)


_COUNTS = (
    "cnes", "ocupacao_suspeito_cli", "ocupacao_suspeito_uti", "ocupacao_confirmado_cli",
    "ocupacao_confirmado_uti", "ocupado_covid_uti", "ocupado_covid_cli",
    "ocupacao_hospitalar_uti", "ocupacao_hospitalar_cli", "saida_suspeita_obitos",
    "saida_suspeita_altas", "saida_confirmada_obitos", "saida_confirmada_altas",
)  # fmt: skip
_SEALED = {
    "estado": {"nome": "estado"},
    "municipio": {"nome": "municipio"},
    "paciente": {"nome": "nome", "origem": "origem"},
    "dados_ocupacao": {name: name for name in _COUNTS},
    "notificacao": {
        name: name for name in ("id_data_sus", "data_notificacao", "created_at", "updated_at")
    },
}
