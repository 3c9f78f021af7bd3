"""Our figures of raw ciphers against `openssl speed` run by itself, in turns.

AES-256-CBC in blocks of 16 KiB: there the way into a library hardly counts, and what is left is
the cipher.
"""

from __future__ import annotations

import re
import shutil
import subprocess

from benchmarks.missing import PeerMissing
from benchmarks.rounds import Side, median_ratio
from workloads.cipher_speed import loop, openssl
from workloads.cipher_speed.ciphers import cipher_named

_CIPHER = "aes-256-cbc"
_BLOCK = 16384
_SECONDS = 2.0
_FIGURE = re.compile(r"AES-256-CBC\s+([\d.]+)k")


def measure() -> dict[str, float]:
    """`openssl_speed_ratio`: bytes per second as the workload has them from the program beside what
    the program says by itself; `cryptography_ratio`: as the workload has them from the library
    beside the same. Each is the smaller over the larger, for more would be as wrong as less.

    Raises: PeerMissing
    """
    if shutil.which("openssl") is None:
        raise PeerMissing("openssl is not installed.")
    return {
        "openssl_speed_ratio": _agreement(_program),
        "cryptography_ratio": _agreement(_library),
    }


def _agreement(ours: Side) -> float:
    ratio = median_ratio(ours, _alone, "MB/s")
    return min(ratio, 1 / ratio)


def _program() -> float:
    cipher = cipher_named(_CIPHER)
    speed = openssl.cipher_speed(cipher, "encrypt", _BLOCK, _SECONDS, _hear, {})
    return speed.per_second * _BLOCK / 1e6


def _library() -> float:
    speed = loop.cipher_speed(cipher_named(_CIPHER), "encrypt", _BLOCK, _SECONDS, _hear)
    return speed.per_second * _BLOCK / 1e6


def _alone() -> float:
    command = ("openssl", "speed", "-evp", _CIPHER, "-bytes", str(_BLOCK))
    done = subprocess.run(
        (*command, "-seconds", str(round(_SECONDS))), capture_output=True, text=True, check=False
    )
    figure = _FIGURE.search(done.stdout)
    if done.returncode or figure is None:
        raise PeerMissing(f"openssl speed did not run: {(done.stderr or done.stdout).strip()}")
    return float(figure[1]) / 1000


def _hear(share: float) -> None:
    """Nobody listens."""
