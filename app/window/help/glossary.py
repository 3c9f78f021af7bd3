"""The glossary: each term once, for tooltips and F1 in the window and for the guide's page.

`scripts/guide_pages` writes docs/guide/glossary.md from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.message import Message, phrase


@dataclass(frozen=True)
class Term:
    """A word of the field, other spellings of it (`also`), and the guide's page with more."""

    name: Message
    text: Message
    page: str = ""
    also: tuple[Message, ...] = ()

    @property
    def anchor(self) -> str:
        """Its anchor on the guide's page."""
        return "term-" + self.name.template.lower().replace(" ", "-")


GLOSSARY = (
    Term(
        phrase("ABBA order"),
        phrase("Whole runs, forwards through the protections and then backwards."),
        "guide/measuring#abba",
        (phrase("ABBA"),),
    ),
    Term(
        phrase("associated data"),
        phrase(
            "Data that authenticated encryption protects against change without encrypting them."
        ),
        "guide/protections#moved-values",
    ),
    Term(
        phrase("authenticated encryption"),
        phrase("Encryption that detects any change of the ciphertext, such as AES-GCM."),
        "guide/protections",
        (phrase("authenticated"), phrase("AEAD")),
    ),
    Term(
        phrase("baseline"),
        phrase("What a cost is compared with: usually plaintext on the same server."),
        "guide/results#table",
    ),
    Term(
        phrase("blind index"),
        phrase(
            "An index on a keyed hash (HMAC) of a value: finds equal values without decrypting."
        ),
        "workloads/predicate#indexes-and-what-they-reveal",
    ),
    Term(
        phrase("block"),
        phrase(
            "The unit of statistics: one repetition in lockstep, a pass forwards and one backwards "
            "in ABBA order."
        ),
        "guide/measuring",
        (phrase("blocks"), phrase("mirror block")),
    ),
    Term(
        phrase("block size"),
        phrase("How many bytes a cipher processes at once: 16 for AES."),
        "guide/patterns#pictures",
    ),
    Term(
        phrase("buffer"),
        phrase("Memory in which a database server keeps pages of its files."),
        "workloads/tablespace#how-a-server-is-set-up",
        (phrase("buffers"), phrase("page cache")),
    ),
    Term(
        phrase("campaign"),
        phrase("A workload, run on servers under protections, several times."),
        "guide/campaigns",
        (phrase("campaigns"),),
    ),
    Term(
        phrase("capability"),
        phrase("What a server can do. Cipherbench tries it on the live server."),
        "guide/servers",
        (phrase("capabilities"),),
    ),
    Term(
        phrase("case"),
        phrase("One setting of a workload, such as 2,000 records."),
        "guide/campaigns#workload",
    ),
    Term(
        phrase("cell"),
        phrase("One server, one protection and one case."),
        "guide/campaigns",
        (phrase("cells"),),
    ),
    Term(
        phrase("ciphertext"),
        phrase("The encrypted form of a value."),
        "guide/protections",
    ),
    Term(
        phrase("cold"),
        phrase("With an empty buffer and no file in the system's cache."),
        "workloads/tablespace#how-a-server-is-set-up",
    ),
    Term(
        phrase("control"),
        phrase(
            "Plaintext, measured a second time. Its difference from the baseline shows what this "
            "machine can detect."
        ),
        "guide/campaigns#control",
        (phrase("baseline twice"),),
    ),
    Term(
        phrase("coordinated omission"),
        phrase(
            "The error of a load test that waits for each answer: it leaves out the requests that "
            "would have come meanwhile."
        ),
        "workloads/web-users#coordinated-omission",
    ),
    Term(
        phrase("cost"),
        phrase("How much slower an operation is than on the baseline, in percent."),
        "guide/results#table",
        (phrase("costs"),),
    ),
    Term(
        phrase("CPU time"),
        phrase("Time in which a processor core worked for server and client."),
        "guide/measuring#other-programs-on-the-same-core",
    ),
    Term(
        phrase("detection limit"),
        phrase("The smallest cost that this machine can tell from no cost."),
        "guide/results",
    ),
    Term(
        phrase("deterministic encryption"),
        phrase("Equal values have equal ciphertexts, so equality is visible."),
        "guide/protections#weak-choices",
        (phrase("deterministic"), phrase("leaks equality")),
    ),
    Term(
        phrase("drift"),
        phrase("A slow change of the machine's speed over a campaign."),
        "guide/results#stability",
    ),
    Term(
        phrase("engine"),
        phrase("A kind of database, such as PostgreSQL."),
        "guide/servers",
        (phrase("engines"),),
    ),
    Term(
        phrase("entropy"),
        phrase("How evenly bytes occur: 8 bits per byte looks random."),
        "guide/patterns#pictures",
        (phrase("Shannon entropy"),),
    ),
    Term(
        phrase("evidence"),
        phrase("Where a planted marker was found: in files, logs or memory."),
        "guide/evidence",
    ),
    Term(
        phrase("HDR histogram"),
        phrase("A histogram with the same relative precision for short and long times."),
        "workloads/web-users#latency-tab",
    ),
    Term(
        phrase("interval"),
        phrase("The range that contains the true cost with 95 % confidence."),
        "guide/results#table",
        (phrase("95 % interval"), phrase("intervals")),
    ),
    Term(
        phrase("IV"),
        phrase(
            "Initialisation vector: makes equal values encrypt differently, if it is new each time."
        ),
        "guide/campaigns#profile",
        (phrase("initialisation vector"), phrase("fixed IV"), phrase("fresh IV")),
    ),
    Term(
        phrase("key bits"),
        phrase("The length of a key: 128, 192 or 256 bits for AES."),
        "guide/protections",
        (phrase("key length"),),
    ),
    Term(
        phrase("key stream"),
        phrase("Bytes that a stream mode combines with the value by XOR. Never use one twice."),
        "guide/patterns#key-stream",
    ),
    Term(
        phrase("lane"),
        phrase("A process that sends requests of a load over its own session."),
        "workloads/web-users#plan",
        (phrase("lanes"),),
    ),
    Term(
        phrase("latency"),
        phrase("Time from the arrival of a request to the end of its answer."),
        "workloads/web-users#measures",
        (phrase("latencies"),),
    ),
    Term(
        phrase("lockstep"),
        phrase(
            "Plaintext and protections take turns, so all meet the same moments of the machine."
        ),
        "guide/measuring#lockstep",
    ),
    Term(
        phrase("mode"),
        phrase("How a block cipher is applied to a longer value: ECB, CBC, CTR, GCM, …"),
        "guide/protections",
        (phrase("modes"),),
    ),
    Term(
        phrase("nonce"),
        phrase("A value used once with a key. AES-GCM is broken if a nonce repeats."),
        "workloads/cipher-speed#what-is-inside-the-clock",
    ),
    Term(
        phrase("open load"),
        phrase("Requests arrive by a schedule, whether or not earlier ones are answered."),
        "workloads/web-users",
        (phrase("arrivals"), phrase("arrival rate")),
    ),
    Term(
        phrase("operation"),
        phrase("A timed step of a workload, such as INSERT."),
        "guide/campaigns#workload",
        (phrase("operations"),),
    ),
    Term(
        phrase("order"),
        phrase("How runs follow each other: in lockstep, ABBA or sequential."),
        "guide/measuring",
    ),
    Term(
        phrase("padding"),
        phrase("Bytes added to fill the last block of a value."),
        "guide/patterns#bit-flip",
    ),
    Term(
        phrase("percentile"),
        phrase("The 99th percentile is the time within which 99 % of requests were answered."),
        "workloads/web-users#latency-tab",
        (phrase("percentiles"), phrase("99th percentile"), phrase("by percentile")),
    ),
    Term(
        phrase("placement"),
        phrase("Which processor cores server, worker and program use."),
        "guide/plans",
    ),
    Term(
        phrase("plaintext"),
        phrase("Data without encryption: the usual baseline."),
        "guide/protections",
    ),
    Term(
        phrase("profile"),
        phrase(
            "How keys and IVs are chosen: Study repeats a fixed key and IV, Sound uses fresh ones."
        ),
        "guide/campaigns#profile",
    ),
    Term(
        phrase("protection"),
        phrase("How data are encrypted: by the server, by the application, or in its files."),
        "guide/protections",
        (phrase("protections"),),
    ),
    Term(
        phrase("repetition"),
        phrase("Once through all cells, with new databases and processes."),
        "guide/measuring#how-few-repetitions-are-enough",
        (phrase("repetitions"),),
    ),
    Term(
        phrase("run"),
        phrase("One cell, measured once by a worker of its own."),
        "guide/run",
        (phrase("runs"),),
    ),
    Term(
        phrase("seed"),
        phrase("The number from which data and order are drawn. The same seed repeats both."),
        "guide/plans",
    ),
    Term(
        phrase("service time"),
        phrase("Time from the start of a request, without waiting for a lane."),
        "workloads/web-users#measures",
    ),
    Term(
        phrase("silence"),
        phrase("A run without any sign of life for this time is given up."),
        "guide/plans",
    ),
    Term(
        phrase("source"),
        phrase("Where a server comes from: embedded, local, container or address."),
        "guide/servers#sources",
    ),
    Term(
        phrase("spool"),
        phrase("A second record of all results, kept until the store has been verified."),
        "guide/results-store#if-the-store-fails",
    ),
    Term(
        phrase("stalled"),
        phrase("A run that stood still. It is kept, never counts, and is repeated."),
        "guide/measuring#stalled-runs",
    ),
    Term(
        phrase("stored form"),
        phrase("Plaintext in columns of a cipher's type and length."),
        "guide/protections#plaintext-in-the-stored-form",
    ),
    Term(
        phrase("tablespace"),
        phrase("A file in which a server stores tables. It can be encrypted as a whole."),
        "guide/protections#tablespaces",
    ),
    Term(
        phrase("tag"),
        phrase("Bytes that authenticated encryption adds to detect any change."),
        "workloads/cipher-speed#what-is-inside-the-clock",
        (phrase("authentication tag"),),
    ),
    Term(
        phrase("throughput"),
        phrase("Requests or bytes processed per second."),
        "workloads/web-users#latency-tab",
    ),
    Term(
        phrase("turn"),
        phrase("A few statements of one side; then the next side executes the same ones."),
        "guide/measuring#lockstep",
        (phrase("turns"), phrase("turn by turn")),
    ),
    Term(
        phrase("verdict"),
        phrase("What a cost and its interval prove, in one sentence."),
        "guide/results#table",
        (phrase("verdicts"),),
    ),
    Term(
        phrase("warm-up"),
        phrase("Runs before the first that counts."),
        "guide/plans",
        (phrase("warm-ups"),),
    ),
    Term(
        phrase("worker"),
        phrase("The process that executes the statements of a run."),
        "guide/run",
    ),
    Term(
        phrase("workload"),
        phrase("The work that is timed: data and operations."),
        "guide/campaigns#workload",
    ),
)
"""In the order of the alphabet."""
