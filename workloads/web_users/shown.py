"""How forms show what may be set of the web users."""

from __future__ import annotations

from engines.contract.message import NOTHING, Message, phrase
from workloads.load import Arrivals
from workloads.parameter import Shown
from workloads.web_users.loads import Load, Path

_PER_SECOND = phrase("/s")
_SECONDS = phrase("s")

LOADS = Shown(
    phrase("Load"),
    lacks=phrase("Choose at least one load."),
    choices={
        Load.BASELINE: (phrase("In turn"), phrase("Reads, then writes, one after another")),
        Load.CONCURRENT: (phrase("Arriving"), phrase("Reads as they arrive, then writes")),
        Load.MIXED: (phrase("Mixed"), phrase("Reads and writes as they arrive, both at once")),
    },
)
PATHS = Shown(
    phrase("Path"),
    lacks=phrase("Choose at least one path."),
    choices={
        Path.DIRECT: (phrase("Driver"), phrase("By the engine's own driver")),
        Path.API: (phrase("API"), phrase("Through a web application that is started for it")),
    },
)
USERS = Shown(phrase("Users"), phrase("How many are there before"))
READ_RATE = Shown(phrase("Reads"), phrase("Arrivals of requests for one user"), _PER_SECOND)
WRITE_RATE = Shown(phrase("Writes"), phrase("Arrivals of requests to add one"), _PER_SECOND)
SECONDS = Shown(phrase("For"), phrase("How long requests arrive"), _SECONDS)
WARMUP = Shown(
    phrase("Warm-up"),
    phrase("How long requests are sent before that do not count"),
    _SECONDS,
    rare=True,
)
TLS = Shown(
    phrase("API"),
    phrase("It makes itself a certificate, and connections to it are encrypted"),
    words=phrase("T&LS"),
    rare=True,
)
ARRIVALS = Shown(
    phrase("Arrivals"),
    choices={
        Arrivals.CONSTANT: (phrase("E&ven"), phrase("At equal distances")),
        Arrivals.POISSON: (
            phrase("Rando&m"),
            phrase("Drawn from the seed, none knowing of another (Poisson)"),
        ),
    },
    rare=True,
)


def rare(label: Message, told: Message, unit: Message = NOTHING) -> Shown:
    """One that few plans set."""
    return Shown(label, told, unit, rare=True)


READS = rare(phrase("Baseline reads"), phrase("Requests for a user, one after another"))
WRITES = rare(phrase("Baseline writes"), phrase("Requests to add one, one after another"))
BASELINE = rare(
    phrase("Baseline time"), phrase("Seconds of each kind in place of a number; 0: none"), _SECONDS
)
LANES = rare(phrase("Lanes"), phrase("Processes that send requests, each with its own session"))
QUEUE = rare(phrase("Queue"), phrase("How many may wait for a lane; what finds it full is dropped"))
