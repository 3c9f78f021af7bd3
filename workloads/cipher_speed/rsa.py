"""RSA by the library `cryptography`: sign, verify, encrypt, decrypt.

The keys come with the program, as those of `openssl speed` come with it: to draw one of 15,360 bits
takes minutes. They protect nothing and are known to everybody.

As in `openssl speed`, padding is PKCS #1 v1.5, and what is signed has been hashed before; unlike
there, each call makes a context of its own, for the library offers no other way.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed

from workloads.cipher_speed.ciphers import MESSAGE_BYTES
from workloads.cipher_speed.loop import Batch, Pace, Tell, batch_of, paced

_EXPONENT = 65537
_DIGEST = bytes(32)
_MESSAGE = bytes(MESSAGE_BYTES)
_SHA256 = Prehashed(hashes.SHA256())


def rsa_pace(bits: int, operation: str, seconds: float, tell: Tell) -> Pace:
    """How often a key of so many bits does an operation.

    Raises: ValueError where the library takes no key of that length
    """
    return paced(_batch(key_of(bits), operation), seconds, tell)


def why_no_key(bits: int) -> str:
    """What the library says against a key of that length; empty where it takes one."""
    try:
        key_of(bits).public_key().encrypt(_MESSAGE, PKCS1v15())
    except ValueError as error:
        return str(error)
    return ""


@cache
def key_of(bits: int) -> rsa.RSAPrivateKey:
    """The key of so many bits.

    Raises: ValueError where the library takes none of that length; KeyError where there is none
    """
    p, q = _primes()[bits]
    private = pow(_EXPONENT, -1, (p - 1) * (q - 1))
    return rsa.RSAPrivateNumbers(
        p,
        q,
        private,
        rsa.rsa_crt_dmp1(private, p),
        rsa.rsa_crt_dmq1(private, q),
        rsa.rsa_crt_iqmp(p, q),
        rsa.RSAPublicNumbers(_EXPONENT, p * q),
    ).private_key(unsafe_skip_rsa_key_validation=True)  # the longest would take seconds


@cache
def key_lengths() -> tuple[int, ...]:
    """Key lengths for which keys exist, in bits."""
    return tuple(_primes())


@cache
def _primes() -> dict[int, tuple[int, int]]:
    text = (files(__package__) / "rsa_primes.txt").read_text()
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {int(bits): (int(p, 16), int(q, 16)) for bits, p, q in lines}


def _batch(key: rsa.RSAPrivateKey, operation: str) -> Batch:
    public, padding = key.public_key(), PKCS1v15()
    match operation:
        case "sign":
            return batch_of(key.sign, _DIGEST, padding, _SHA256)
        case "verify":
            signed = key.sign(_DIGEST, padding, _SHA256)
            return batch_of(public.verify, signed, _DIGEST, padding, _SHA256)
        case "encrypt":
            return batch_of(public.encrypt, _MESSAGE, padding)
        case _:
            return batch_of(key.decrypt, public.encrypt(_MESSAGE, padding), padding)
