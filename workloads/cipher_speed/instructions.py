"""Whether the processor's AES instructions are used, and how to do without them.

OpenSSL looks at the processor once, as it is loaded, and lets itself be told by the environment
what it is to overlook (OPENSSL_ia32cap(3)). Without AES instructions it still works by vectors
(vector-permutation or bit-sliced AES), which is what a processor without them would get.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_INTEL = "OPENSSL_ia32cap"
_ARM = "OPENSSL_armcap"

_AES_NI, _CARRYLESS_MULTIPLY = 1 << 57, 1 << 33
_VECTOR_AES, _VECTOR_MULTIPLY = 1 << 41, 1 << 42
_ARM_AES, _ARM_MULTIPLY = 1 << 2, 1 << 5

_WORD = re.compile(r"(OPENSSL_ia32cap|OPENSSL_armcap)=(0x[0-9a-fA-F]+)")


def has_aes_instructions(cpu: str) -> bool | None:
    """Whether OpenSSL uses AES instructions, by its line CPUINFO; None where that does not tell."""
    if (found := _WORD.search(cpu)) is None:
        return None
    return bool(int(found[2], 16) & (_AES_NI if found[1] == _INTEL else _ARM_AES))


def without_aes_instructions(cpu: str) -> Mapping[str, str] | None:
    """The environment in which OpenSSL does without them, and without the multiplication that goes
    with GCM; None where there is nothing to be done without.

    `cpu` is the line CPUINFO. On Intel and AMD bits are taken away from what is there, on ARM all
    of it is said anew.
    """
    if not has_aes_instructions(cpu):
        return None
    found = _WORD.search(cpu)
    assert found is not None
    if found[1] == _INTEL:
        first, second = _AES_NI | _CARRYLESS_MULTIPLY, _VECTOR_AES | _VECTOR_MULTIPLY
        return {_INTEL: f"~{first:#x}:~{second:#x}"}
    return {_ARM: f"{int(found[2], 16) & ~(_ARM_AES | _ARM_MULTIPLY):#x}"}
