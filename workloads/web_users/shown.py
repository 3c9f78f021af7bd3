"""How forms show what may be set of the web users."""

from __future__ import annotations

from engines.contract.message import phrase
from engines.contract.parameter import Shown
from workloads.load import Arrivals
from workloads.web_users.loads import Load, Path

LOADS = Shown(
    phrase("Load"),
    choices={
        Load.BASELINE: (
            phrase("One by one"),
            phrase("The study's baseline: each request waits for the previous answer"),
        ),
        Load.CONCURRENT: (
            phrase("Arrivals"),
            phrase("Reads, then writes: sent at a fixed rate, even if the server is slow"),
        ),
        Load.MIXED: (
            phrase("Mixed"),
            phrase("Reads and writes together: each sent at its rate, even if the server is slow"),
        ),
    },
    lacks=phrase("Choose a load."),
)
PATHS = Shown(
    phrase("Path"),
    choices={
        Path.DIRECT: (phrase("driver"), phrase("Through the server's driver")),
        Path.API: (
            phrase("API"),
            phrase("Through a web application on this machine, part of Cipherbench"),
        ),
    },
    lacks=phrase("Choose a path."),
)
USERS = Shown(phrase("Users"), phrase("Number of users before the first request"))
READS = Shown(phrase("Reads"), phrase("Users read by id, one after another"))
WRITES = Shown(phrase("Writes"), phrase("Users added, one after another"))
BASELINE_SECONDS = Shown(
    phrase("Or for"),
    phrase(
        "Duration of reading, and then of writing, instead of a number of requests; 0: use the "
        "number"
    ),
    unit=phrase("s"),
    rare=True,
)
READ_RATE = Shown(
    phrase("Reads"),
    phrase(
        "Users read by id, per protection: in lockstep the server gets the requests of all at "
        "once. Several rates, separated by commas, make a load each"
    ),
    unit=phrase("per second"),
    lacks=phrase("Add at least one read rate."),
)
WRITE_RATE = Shown(
    phrase("Writes"),
    phrase("Users added; one rate for each read rate, in the same order"),
    unit=phrase("per second"),
    lacks=phrase("Add at least one write rate."),
)
SECONDS = Shown(
    phrase("For"), phrase("How long requests are sent; ten minutes in the study"), unit=phrase("s")
)
WARMUP_SECONDS = Shown(
    phrase("Warming up"),
    phrase("How long requests are sent before counting starts"),
    unit=phrase("s"),
    rare=True,
)
ARRIVALS = Shown(
    phrase("Arrivals"),
    choices={
        Arrivals.CONSTANT: (phrase("Even"), phrase("At equal intervals, as k6 sends them")),
        Arrivals.POISSON: (phrase("Random"), phrase("A Poisson process, as with people")),
    },
    rare=True,
)
LANES = Shown(
    phrase("Lanes"),
    phrase("Processes that send requests, each with its own connection"),
    rare=True,
)
QUEUE = Shown(
    phrase("Queue"),
    phrase("Requests that may wait for a lane; if the queue is full, they are dropped"),
    rare=True,
)
TLS = Shown(
    phrase("TLS"),
    phrase("Requests to the API are encrypted, with a certificate made for this run"),
    words=phrase("to the API"),
    rare=True,
)
