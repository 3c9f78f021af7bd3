"""How forms show the choice between a study's keys and sound ones."""

from __future__ import annotations

from engines.contract.message import phrase
from engines.contract.parameter import Shown
from workloads.contract import Profile

PROFILES = Shown(
    phrase("Profile"),
    choices={
        Profile.STUDY: (
            phrase("Stu&dy"),
            phrase(
                "Repeats the published study: a fixed key, and one IV for all values. Equal values "
                "have equal ciphertext: no protection for real data"
            ),
        ),
        Profile.SOUND: (
            phrase("So&und"),
            phrase("Suits your own databases: a new key for each run, a new IV for each value"),
        ),
    },
    begins=Profile.SOUND,
)
