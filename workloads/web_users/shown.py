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
            phrase("The study's baseline: each request waits for the answer to the one before"),
        ),
        Load.CONCURRENT: (
            phrase("Arrivals"),
            phrase("Reads, then writes: they come at their rate, however slow the server is"),
        ),
        Load.MIXED: (
            phrase("Mixed"),
            phrase("Reads and writes together, each at its rate, however slow the server is"),
        ),
    },
    lacks=phrase("Choose a load."),
)
PATHS = Shown(
    phrase("Path"),
    choices={
        Path.DIRECT: (phrase("driver"), phrase("Through the driver of the server")),
        Path.API: (phrase("API"), phrase("Through a web application of ours on this machine")),
    },
    lacks=phrase("Choose a path."),
)
USERS = Shown(phrase("Users"), phrase("So many are there before the first request"))
READS = Shown(phrase("Reads"), phrase("Users got by their id, one after another"))
WRITES = Shown(phrase("Writes"), phrase("Users added, one after another"))
BASELINE_SECONDS = Shown(
    phrase("Instead, for"),
    phrase("Read and write for so long each, in place of a number of requests; 0: the number"),
    unit=phrase("s"),
    rare=True,
)
READ_RATE = Shown(
    phrase("Reads"),
    phrase(
        "Users got by their id, for each protection: in lockstep the server has those of all at "
        "once. Several rates, with commas between them, are a load each"
    ),
    unit=phrase("per second"),
    lacks=phrase("Add at least one rate of reads."),
)
WRITE_RATE = Shown(
    phrase("Writes"),
    phrase("Users added; as many rates as of reads, each for the one in the same place"),
    unit=phrase("per second"),
    lacks=phrase("Add at least one rate of writes."),
)
SECONDS = Shown(
    phrase("For"), phrase("How long requests arrive; the study has ten minutes"), unit=phrase("s")
)
WARMUP_SECONDS = Shown(
    phrase("Warming up"),
    phrase("How long requests come before that are not counted"),
    unit=phrase("s"),
    rare=True,
)
ARRIVALS = Shown(
    phrase("Arrivals"),
    choices={
        Arrivals.CONSTANT: (phrase("Even"), phrase("At equal distances, as k6 sends them")),
        Arrivals.POISSON: (phrase("Random"), phrase("A Poisson process, as people come")),
    },
    rare=True,
)
LANES = Shown(
    phrase("Lanes"),
    phrase("Processes that send requests, each over a connection of its own"),
    rare=True,
)
QUEUE = Shown(
    phrase("Queue"),
    phrase("So many arrivals may wait for a lane; one that finds it full is dropped"),
    rare=True,
)
TLS = Shown(
    phrase("TLS"),
    phrase("Requests to the API are sealed on their way, with a certificate of our own"),
    words=phrase("to the API"),
    rare=True,
)
