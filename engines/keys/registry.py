"""The sources of keys, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.key_source import KeySource
from engines.keys.kms import KmsKey
from engines.keys.pkcs11 import Pkcs11Key
from engines.keys.vault import VaultKey, VaultSecret

_SOURCES: tuple[type[KeySource], ...] = (Pkcs11Key, KmsKey, VaultKey, VaultSecret)

LOCAL = "local"
"""What a plan may call the key of a protection that has no source: it is drawn in the program."""


def key_sources() -> Mapping[str, type[KeySource]]:
    """By their names in plans."""
    return {each.source: each for each in _SOURCES}
