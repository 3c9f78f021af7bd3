"""How forms show the choice between a study's keys and sound ones."""

from __future__ import annotations

from engines.contract.message import phrase
from workloads.contract import Profile
from workloads.parameter import Shown

PROFILES = Shown(
    phrase("Profile"),
    choices={
        Profile.STUDY: (
            phrase("Stu&dy"),
            phrase("As published: a fixed key and one fixed IV for all values"),
        ),
        Profile.SOUND: (
            phrase("So&und"),
            phrase("As it should be: a fresh key and an IV for each value"),
        ),
    },
)
