"""Predicates that the rules of advice (`advising`) are built of: each is about a candidate and the
requirements."""

from __future__ import annotations

from collections.abc import Callable

from app.advice.candidate import Candidate
from app.advice.rule import Holds
from app.plan.requirements import Requirements, SearchNeed, Withstand
from engines.contract.protection import ProtectionKind
from engines.properties import Ability, Exclusion


def _asks(threat: Withstand) -> Holds:
    return lambda _, requirements: threat in requirements.withstand


def is_kind(*kinds: ProtectionKind) -> Holds:
    return lambda candidate, _: candidate.kind in kinds


def for_candidate(predicate: Callable[[Candidate], object]) -> Holds:
    return lambda candidate, _: bool(predicate(candidate))


def all_of(*parts: Holds) -> Holds:
    return lambda candidate, requirements: all(each(candidate, requirements) for each in parts)


def must_hide_stored_data(candidate: Candidate, requirements: Requirements) -> bool:
    """Whether somebody is to be kept from reading what is stored."""
    return any(each in _READERS for each in requirements.withstand)


_READERS = (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN)


DISK, OS, LOGIN = _asks(Withstand.DISK), _asks(Withstand.OS_LOGIN), _asks(Withstand.LOGIN)
CHANGE, NETWORK = _asks(Withstand.CHANGE), _asks(Withstand.NETWORK)
NATIVE, STORED = is_kind(ProtectionKind.NATIVE), is_kind(ProtectionKind.STORAGE)
IN_APPLICATION = is_kind(ProtectionKind.CLIENT)
ON_SERVER = is_kind(ProtectionKind.NATIVE, ProtectionKind.STORAGE)


def fixed_iv(candidate: Candidate) -> bool:
    """Whether one IV serves all values: a mode that needs a new one shows which are equal."""
    return candidate.properties.needs_unique_iv and not candidate.properties.hides_equality


def outdated_cipher(candidate: Candidate) -> bool:
    return (candidate.algorithm or "").lower() in OLD_CIPHERS


OLD_CIPHERS = frozenset(
    {
        "des", "3des", "rc2", "rc4", "rc5", "bf", "blowfish", "cast5", "idea", "khazad", "tea",
        "xtea", "safer+", "sober128",
    }
)  # fmt: skip
"""Older block and stream ciphers that NIST does not approve; ISO/IEC 18033-3 has some of them."""
_RSA_BITS, _LEAST_BITS = 2048, 112


def short_key(candidate: Candidate) -> bool:
    bits = candidate.bits
    least = _RSA_BITS if candidate.algorithm == "rsa" else _LEAST_BITS
    return bits is not None and bits < least


def is_weak(candidate: Candidate) -> bool:
    """Whether no current standard would have its cipher, its key, or how it is used."""
    return bool(candidate.properties.marks) or outdated_cipher(candidate) or short_key(candidate)


def in_process_engine(candidate: Candidate) -> bool:
    return candidate.in_process


def in_application(candidate: Candidate) -> bool:
    return candidate.kind is ProtectionKind.CLIENT


def key_can_be_read(candidate: Candidate, requirements: Requirements) -> bool:
    """Whether the key may lie where a thief of the disk reads it; that of an application also where
    somebody logs into the server."""
    if in_application(candidate):
        return not {Withstand.DISK, Withstand.OS_LOGIN}.isdisjoint(requirements.withstand)
    encrypted_at_rest = candidate.kind is ProtectionKind.STORAGE or in_process_engine(candidate)
    return encrypted_at_rest and Withstand.DISK in requirements.withstand


def equality_search(candidate: Candidate, requirements: Requirements) -> bool:
    return requirements.search is SearchNeed.EQUALITY


def range_search(candidate: Candidate, requirements: Requirements) -> bool:
    return requirements.search is SearchNeed.RANGE


def too_dear(candidate: Candidate, requirements: Requirements) -> bool:
    if requirements.may_cost is None or not candidate.cost.decided:
        return False
    return (candidate.cost.percent or 0.0) > requirements.may_cost


def limit_in_interval(candidate: Candidate, requirements: Requirements) -> bool:
    most = candidate.most_percent
    if requirements.may_cost is None or most is None or too_dear(candidate, requirements):
        return False
    return most > requirements.may_cost


def cost_unknown(candidate: Candidate, requirements: Requirements) -> bool:
    """Whether a limit is set, the cost of some kind of work is unknown, and none is known to exceed
    it."""
    if requirements.may_cost is None or not candidate.cost or too_dear(candidate, requirements):
        return False
    return candidate.other_costs_unknown or not candidate.cost.decided


def logs_hold_plaintext(candidate: Candidate) -> bool:
    """Whether logs hold plaintext here; of tablespaces also where nobody has looked, or only at
    logs that the campaign had encrypted: the server itself leaves them open."""
    if not candidate.log_settings:
        return False
    partial_storage = (
        candidate.kind is ProtectionKind.STORAGE
        and candidate.exclusion_of(Withstand.DISK) is _PARTLY
    )
    unseen = candidate.logs_arranged or not candidate.looked(Withstand.DISK)
    return bool(candidate.in_logs) or (partial_storage and unseen)


_PARTLY = Exclusion.PARTLY
SHORT_NONCES = frozenset({"gcm", "poly1305"})
"""Modes whose nonces have 96 bits, here drawn by chance, and must never repeat."""


def search_scans(candidate: Candidate, requirements: Requirements) -> bool:
    properties = candidate.properties
    if requirements.search is SearchNeed.EQUALITY:
        scanned = properties.index is Ability.NO and properties.search is Ability.SCAN
        return scanned and not candidate.has_blind_index
    return requirements.search is SearchNeed.RANGE and properties.sort is Ability.SCAN


def needs_blind_index(candidate: Candidate, requirements: Requirements) -> bool:
    properties = candidate.properties
    none = properties.index is Ability.NO and properties.search is Ability.NO
    return requirements.search is SearchNeed.EQUALITY and none and not candidate.has_blind_index


def shows_equal_values(candidate: Candidate, requirements: Requirements) -> bool:
    """Whether equal values are found by what anybody can see who reads the table."""
    by_value = candidate.kind in (ProtectionKind.NATIVE, ProtectionKind.CLIENT)
    seen = candidate.has_blind_index or not candidate.properties.hides_equality
    return requirements.search is SearchNeed.EQUALITY and by_value and seen
