"""What a protection will be good for as a campaign plans to use it."""

from __future__ import annotations

from engines.contract.properties import Properties, properties_of
from engines.contract.protection import Protection
from engines.registry import default_mode
from workloads.contract import Profile


def planned_properties(protection: Protection, engine: str, profile: Profile) -> Properties:
    """The properties of a protection on an engine's server, before anything is stored of it.

    A native protection that names no mode takes the engine's own.
    """
    mode = protection.mode
    if protection.takes_default_mode:
        mode = default_mode(engine)
    return properties_of(protection, mode, fixed_iv=profile is Profile.STUDY)
