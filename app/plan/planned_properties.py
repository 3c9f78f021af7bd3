"""What a protection will be good for as a campaign plans to use it."""

from __future__ import annotations

from functools import cache

from engines.contract.protection import Protection
from engines.properties import Properties, properties_of
from engines.registry import facts_of
from workloads.contract import Profile
from workloads.registry import workload_named, workload_names
from workloads.workload import DatabaseWorkload

_BITS = 128
"""Of a key that is asked for only to see how vectors come about."""


def planned_properties(
    protection: Protection, engine: str, profile: Profile, workload: str = ""
) -> Properties:
    """The properties of a protection on an engine's server, before anything is stored of it.

    A native protection that names no mode takes the engine's own.
    """
    mode = protection.mode
    if protection.takes_default_mode:
        mode = facts_of(engine).default_mode
    return properties_of(protection, mode, fixed_iv=has_fixed_iv(workload, profile))


@cache
def has_fixed_iv(workload: str, profile: Profile) -> bool:
    """Whether a workload seals all values with one vector; of one that is not known here, or has no
    database, what its profile says."""
    known = workload_named(workload) if workload in workload_names() else None
    if isinstance(known, DatabaseWorkload):
        return not known.keying(_BITS, profile is Profile.SOUND).fresh_iv
    return profile is Profile.STUDY
