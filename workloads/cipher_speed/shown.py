"""How forms show what may be set of raw ciphers."""

from __future__ import annotations

from engines.contract.message import phrase
from engines.contract.parameter import Shown

PROVIDERS = Shown(
    phrase("Measured with"),
    phrase("The program openssl, and the library that the application encrypts with"),
    offers=("openssl", "cryptography"),
    lacks=phrase("Choose a program or a library."),
)
SECONDS = Shown(
    phrase("Time per block size"),
    phrase("How long each cipher runs with blocks of one size; openssl takes whole seconds"),
    unit=phrase("s"),
)
RSA_SECONDS = Shown(
    phrase("Time per RSA key"),
    phrase("How long each operation runs with a key of one length"),
    unit=phrase("s"),
)
RSA_BITS = Shown(
    phrase("RSA keys"),
    unit=phrase("bits"),
    offers=(512, 1024, 2048, 3072, 4096, 7680, 15360),
    words=phrase("Add a key length"),
)
BLOCKS = Shown(
    phrase("Blocks"),
    unit=phrase("bytes"),
    offers=(16, 64, 256, 1024, 8192, 16384),
    words=phrase("Add a block size"),
)
WITHOUT_INSTRUCTIONS = Shown(
    phrase("AES instructions off"),
    phrase("Block sizes at which AES is also measured without the processor's AES instructions"),
    unit=phrase("bytes"),
    offers=(16, 64, 256, 1024, 8192, 16384),
    words=phrase("Add a block size"),
    rare=True,
)


def ciphers_shown(names: tuple[str, ...]) -> Shown:
    return Shown(phrase("Ciphers"), offers=names)
