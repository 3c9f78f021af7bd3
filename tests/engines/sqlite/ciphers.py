"""What tests of encrypted files share."""

from __future__ import annotations

import pytest

from engines.contract.protection import Keying
from engines.sqlite.encrypted_files import BY_PASSPHRASE, KEY_BYTES

KEYING = Keying(b"AbcdAbcdAbcdAbcdAbcdAbcdAbcdAbcd", b"0123456789123456")
SECRET = "a word that nobody may read on the disk"

EVERY_CIPHER = pytest.mark.parametrize(
    "cipher",
    [*KEY_BYTES, *BY_PASSPHRASE],
    ids=lambda cipher: f"{cipher.algorithm}-{cipher.bits}-{cipher.mode}",
)
