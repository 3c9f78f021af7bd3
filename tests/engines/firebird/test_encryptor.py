"""RSA by Firebird's own functions: what it encrypts, and what is too long for it."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from engines.contract.errors import StatementFailed
from engines.firebird.encryptor import OaepEncryptor


def test_that_a_value_that_rsa_has_no_room_for_is_refused_with_its_limits() -> None:
    encryptor = OaepEncryptor(rsa.generate_private_key(65537, 1024))
    assert len(encryptor.encode(bytes(61))) == 62
    with pytest.raises(StatementFailed, match="RSA with 1024 bits encrypts 61 bytes at most") as no:
        encryptor.encode(bytes(62))
    assert "a value has 62" in str(no.value)
