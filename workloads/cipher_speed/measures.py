"""What is measured of raw ciphers, by the names that stores have it under."""

from __future__ import annotations

from engines.contract.message import phrase
from workloads.contract import Better, Measure

BYTES_PER_SECOND = Measure("bytes_per_second", phrase("Throughput"), "B/s", Better.MORE)
OPERATIONS_PER_SECOND = Measure(
    "operations_per_second", phrase("Operations per second"), "1/s", Better.MORE
)

SEALING, OPENING = "encrypt", "decrypt"
"""Operations of a cipher, and of RSA by the public and the private key."""
SIGNING, VERIFYING = "sign", "verify"
"""Operations of RSA alone."""
