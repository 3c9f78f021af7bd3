"""The hospital workload on every engine, and its data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import chdtrc

from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from tests.requirements import needs_cascades
from tests.workloads.ward import HOSPITAL, OPERATIONS, Ward, hospital_options
from workloads.contract import Options, UntimedClock, VerificationFailed
from workloads.hospital import data as hospital_data
from workloads.hospital.workload import HospitalParameters

AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
GCM = Protection("aes-128-gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")
_HEADER = (
    ",_id,dataNotificacao,cnes,ocupacaoSuspeitoCli,ocupacaoSuspeitoUti,ocupacaoConfirmadoCli,"
    "ocupacaoConfirmadoUti,ocupacaoCovidUti,ocupacaoCovidCli,ocupacaoHospitalarUti,"
    "ocupacaoHospitalarCli,saidaSuspeitaObitos,saidaSuspeitaAltas,saidaConfirmadaObitos,"
    "saidaConfirmadaAltas,origem,_p_usuario,estadoNotificacao,municipioNotificacao,estado,"
    "municipio,excluido,validado,_created_at,_updated_at"
)
_LINE = "0,id1,2021,73,,0.0,7.0,1.0,0.0,,8.0,33.0,1.0,0.0,0.0,1.0,raven,_User$x,Pará,Santarém,"


@pytest.fixture
def ward(request: pytest.FixtureRequest, server: Server) -> Iterator[Any]:
    needs_cascades(server.engine)
    opened: list[Ward] = []

    def make(protection: Protection, options: Options[HospitalParameters]) -> Ward:
        native = protection.kind is ProtectionKind.NATIVE
        if native and not server.probe().native:
            pytest.skip(f"{server.engine.title} has no encryption functions")
        opened.append(Ward(server, protection, options))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


def _ways() -> Iterator[Any]:
    """What a profile changes, keys and IVs, is nothing to the plaintext, and what the client
    encrypts is the same for a server."""
    for sound, protection in product((False, True), (PLAINTEXT, AES, GCM)):
        alike = protection is PLAINTEXT if sound else protection is GCM
        marks = pytest.mark.exhaustive if alike else ()
        profile = "sound" if sound else "study"
        yield pytest.param(sound, protection, marks=marks, id=f"{profile}-{protection.name}")


@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
@pytest.mark.parametrize(("sound", "protection"), list(_ways()))
def test_that_the_operations_do_what_the_study_says_and_filling_leaves_what_insert_leaves(
    ward: Any, protection: Protection, sound: bool
) -> None:
    size = 10
    place = ward(protection, hospital_options(size, sound, seed=3))
    not_yet = sum(record[0] != "Alagoas" for record in place.records)
    assert 0 < not_yet <= size
    for name, rows, statements in (
        ("INSERT", size, 9 * size),
        ("SELECT", size, 1 + 4 * size),
        ("UPDATE", not_yet, 1 + 5 * size),
        ("DELETE", size, 1 + 9 * size),
    ):
        assert place.operate(name) == (rows, statements), name
        assert place.operation(name).statements(size) == statements
        place.verify(name)
    # The tables are empty again.
    filling, clock = HOSPITAL.filling, UntimedClock()
    with place.server.engine.driver.connect(place.server.endpoint, place.name) as session:
        session.begin()
        assert filling.run(place.setting(session), clock) == size
        session.commit()
    assert clock.statements == filling.statements(size) == 5 * size + 4
    place.verify("INSERT")
    rows, _ = place.operate("SELECT")
    assert rows == size


@pytest.mark.in_every_run("postgresql", "sqlite")  # what is read is compared here
def test_that_verification_finds_one_changed_value_a_missing_record_and_a_left_one(
    ward: Any,
) -> None:
    place = ward(PLAINTEXT, hospital_options(20, seed=3))
    place.operate("INSERT")
    place.verify("INSERT")
    with pytest.raises(VerificationFailed, match="20 rows are left"):
        place.verify("DELETE")
    place.execute("update paciente set origem = 'else' where nome = '" + place.records[17][2] + "'")
    with pytest.raises(VerificationFailed, match=r"record 18 .*origem"):
        place.verify("INSERT")
    place.execute("delete from notificacao where id_data_sus = '" + place.records[0][17] + "'")
    with pytest.raises(VerificationFailed, match="19 of 20"):
        place.verify("INSERT")


@pytest.mark.in_every_run("postgresql")
def test_that_verification_finds_an_update_that_did_not_happen(ward: Any) -> None:
    place = ward(AES, hospital_options(10, seed=3))
    place.operate("INSERT")
    with pytest.raises(VerificationFailed, match="Alagoas"):
        place.verify("UPDATE")


def test_that_text_columns_hold_the_study_s_hexadecimal_text(servers: Any) -> None:
    place = Ward(servers["postgresql"], AES, hospital_options(5, text_columns=True))
    try:
        for name in OPERATIONS:
            place.operate(name)
            place.verify(name)
            if name == "INSERT":
                session = place.server.engine.driver.connect(place.server.endpoint, place.name)
                stored = str(session.fetch("select nome from estado")[0][0])
                session.close()
                assert stored.startswith("\\x") and len(stored) % 32 == 2
    finally:
        place.close()


def test_that_the_study_s_key_and_iv_are_fixed_and_the_sound_ones_fresh() -> None:
    study = HOSPITAL.keying(128, sound=False)
    assert (study.key, study.iv) == (b"AbcdAbcdAbcdAbcd", b"0123456789123456")
    assert len(HOSPITAL.keying(192, sound=False).key) == 24
    sound, other = HOSPITAL.keying(256, sound=True), HOSPITAL.keying(256, sound=True)
    assert len(sound.key) == 32 and sound.key != other.key and sound.iv is None
    assert "Abcd" not in repr(study)


def test_that_a_seed_always_gives_the_same_records_and_more_begin_with_fewer() -> None:
    some = hospital_data.generate(7, 50)
    assert hospital_data.generate(7, 80)[:50] == some
    assert hospital_data.generate(8, 50) != some
    assert {len(record) for record in some} == {len(hospital_data.FIELDS)}


@pytest.mark.slow
def test_that_states_are_drawn_independently_by_the_people_who_live_there() -> None:
    people, size, seeds = hospital_data.populations(), 1000, range(12)
    expected = np.array(list(people.values())) / sum(people.values()) * size
    statistic, total = 0.0, np.zeros(len(people))
    for seed in seeds:
        counts = Counter(record[0] for record in hospital_data.generate(seed, size))
        found = np.array([counts[state] for state in people])
        statistic += float(((found - expected) ** 2 / expected).sum())
        total += found
    # Shares spread as draws do: neither wider, nor as narrow as states that were arranged.
    assert 1e-3 < chdtrc(len(seeds) * (len(people) - 1), statistic) < 1 - 1e-3
    together = float(((total - len(seeds) * expected) ** 2 / (len(seeds) * expected)).sum())
    assert chdtrc(len(people) - 1, together) > 1e-3


def test_that_the_public_layout_is_read_with_its_header_skipped_and_booleans_parsed(
    tmp_path: Path,
) -> None:
    line = f"{_LINE}Pará,Santarém,False,True,2021-10-12T15:59:39.893Z,2021-10-12T15:59:39.894Z"
    records = hospital_data.read_csv(write(tmp_path / "beds.csv", _HEADER, line, line, line), 3)
    first = dict(zip(hospital_data.FIELDS, records[0], strict=True))
    assert first["estado"] == "Pará" and first["municipio"] == "Santarém"
    assert first["cnes"] == "73" and first["ocupacao_suspeito_cli"] == ""
    assert first["nome"] == "_User$x" and first["origem"] == "raven"
    assert first["excluida"] is False and first["validado"] is True
    assert first["updated_at"] == "2021-10-12T15:59:39.894Z"


def write(path: Path, header: str, *lines: str) -> Path:
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("header", "line", "text"),
    [
        (_HEADER.replace(",cnes", ""), _LINE, "no column “cnes”"),
        (_HEADER, _LINE + "Pará,Santarém,perhaps,True,a,b", "Line 2 of .*“perhaps”"),
        (_HEADER, _LINE + "Pará,Santarém,False,True,a,b", "has 1 record, the plan asks for 2"),
    ],
)
def test_that_a_file_that_does_not_fit_is_reported(
    tmp_path: Path, header: str, line: str, text: str
) -> None:
    with pytest.raises(InputError, match=text):
        hospital_data.read_csv(write(tmp_path / "data.csv", header, line), 2)


def test_that_a_file_that_is_not_there_or_not_text_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        hospital_data.read_csv(tmp_path / "none.csv", 1)
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x01" * 100)
    with pytest.raises(InputError):
        hospital_data.read_csv(tmp_path / "binary.csv", 1)
