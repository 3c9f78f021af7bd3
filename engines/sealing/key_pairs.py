"""RSA key pairs for servers with RSA functions: made here, handed over in the server's own form."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

_EXPONENT = 65537


@lru_cache(maxsize=32)
def key_pair(key: bytes, bits: int) -> RSAPrivateKey:
    """The pair that stands for `key` in this process: drawn when it is first asked for.

    2048 bits take about 0.1 s, 4096 a second or more, which is why nothing does so inside a clock.
    """
    del key
    return rsa.generate_private_key(_EXPONENT, bits)


@cache
def probe_pair(bits: int) -> RSAPrivateKey:
    """A pair that anybody can work out, to ask a server with: never to protect anything.

    Drawing 3072 or 4096 bits would take longer than all the rest of a probe; each of these primes
    is instead a digest of its name plus the distance to the next prime, looked up below.
    """
    p, q = (
        _prime(bits, which, distance) for which, distance in zip("pq", _NEXT[bits], strict=True)
    )
    d = rsa.rsa_recover_private_exponent(_EXPONENT, p, q)
    numbers = rsa.RSAPrivateNumbers(
        p, q, d, rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q),
        rsa.RSAPublicNumbers(_EXPONENT, p * q),
    )  # fmt: skip
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


_NEXT = {1024: (404, 864), 2048: (384, 14), 3072: (1620, 972), 4096: (996, 4644)}


def _prime(bits: int, which: str, distance: int) -> int:
    """A prime of half the bits, its two highest ones set, so that the product has all of them."""
    digest = hashlib.shake_256(f"cipherbench probe {bits} {which}".encode()).digest(bits // 16)
    return (int.from_bytes(digest) | 3 << (bits // 2 - 2) | 1) + distance
