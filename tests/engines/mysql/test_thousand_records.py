"""A thousand records, encrypted by MySQL, are those that `cryptography` encrypts."""

from __future__ import annotations

import pytest

from engines.contract.protection import Cipher, Keying, ProtectionKind
from tests.conftest import Servers
from tests.engines.client_encryption.test_ciphertext import reference
from tests.engines.offers import IV, key_of, offer, place_on
from tests.workloads.ward import HOSPITAL, hospital_options
from workloads.hospital.data import FIELDS

RECORDS = 1000


@pytest.mark.slow
# tests/engines/client_encryption/test_ciphertext.py has every length, with fewer values.
@pytest.mark.parametrize(
    "bits", [128, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in (192, 256))]
)
def test_that_records_are_encrypted_as_elsewhere(servers: Servers, bits: int) -> None:
    server, key = servers["mysql"], key_of(bits)
    records = HOSPITAL.records(hospital_options(RECORDS, seed=5))
    names = [str(record[FIELDS.index("nome")]) for record in records]
    assert len(names) == RECORDS
    with place_on(server) as place:
        for mode in ("ecb", "cbc", "cfb", "ofb"):
            cipher = Cipher("aes", bits, mode)
            given = offer(server, ProtectionKind.NATIVE, cipher, Keying(key, IV))
            table = place.table(given)
            place.store(given, table, names)
            wanted = [reference(name.encode(), key, mode, IV) for name in names]
            assert place.stored(given, table) == wanted, mode
            assert place.opened(given, table) == names
