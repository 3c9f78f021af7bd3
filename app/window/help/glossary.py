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
        phrase("What a cost is compared with: usually plaintext."),
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
        phrase("One repetition in lockstep; one pass both ways in ABBA."),
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
        phrase("With an empty buffer, and with no server file in the system's cache."),
        "workloads/tablespace#how-a-server-is-set-up",
    ),
    Term(
        phrase("control"),
        phrase("Plaintext measured twice: their difference is the detection limit."),
        "guide/campaigns#control",
        (phrase("baseline twice"),),
    ),
    Term(
        phrase("coordinated omission"),
        phrase(
            "The error of a load test that waits for each answer: requests due in the meantime "
            "are never sent."
        ),
        "workloads/web-users#coordinated-omission",
    ),
    Term(
        phrase("cost"),
        phrase("How much slower than the baseline, in percent."),
        "guide/results#table",
        (phrase("costs"),),
    ),
    Term(
        phrase("CPU time"),
        phrase("Processor time that server and client used."),
        "guide/measuring#other-programs-on-the-same-core",
    ),
    Term(
        phrase("detection limit"),
        phrase("The smallest cost that this machine can distinguish from zero."),
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
        phrase("Where a planted marker was found: files, logs or memory."),
        "guide/evidence",
        (phrase("Evidence"),),
    ),
    Term(
        phrase("HDR histogram"),
        phrase("A histogram with the same relative precision for short and long times."),
        "workloads/web-users#latency-tab",
    ),
    Term(
        phrase("hides"),
        phrase("No picture shows patterns under this protection."),
        "guide/patterns#pictures",
    ),
    Term(
        phrase("hides this"),
        phrase("This picture shows no patterns; others may."),
        "guide/patterns#pictures",
    ),
    Term(
        phrase("Hodges-Lehmann"),
        phrase("An average that few extreme values cannot move."),
        "guide/measuring",
        (phrase("Hodges–Lehmann"),),
    ),
    Term(
        phrase("idle limit"),
        phrase("A run that is idle for longer is stopped."),
        "guide/plans",
        (phrase("silence"),),
    ),
    Term(
        phrase("interval"),
        phrase("The true cost lies in it with 95 % confidence."),
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
        phrase("Bytes XORed with the value; never use one twice."),
        "guide/patterns#key-stream",
    ),
    Term(
        phrase("lane"),
        phrase("A process that sends requests of a load through its own session."),
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
        phrase("Baseline and protections take turns of a few milliseconds."),
        "guide/measuring#lockstep",
    ),
    Term(
        phrase("mode"),
        phrase("How a block cipher handles longer values: ECB, CBC, GCM."),
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
        phrase("points"),
        phrase("From 5 % to 7 % are 2 percentage points."),
        "guide/results",
        (phrase("percentage points"),),
    ),
    Term(
        phrase("profile"),
        phrase("Study: a fixed key and IV. Sound: fresh ones."),
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
        phrase("One pass through all cells, with new databases and processes."),
        "guide/measuring#how-few-repetitions-are-enough",
        (phrase("repetitions"),),
    ),
    Term(
        phrase("run"),
        phrase("One measurement of a cell, by its own worker process."),
        "guide/run",
        (phrase("runs"),),
    ),
    Term(
        phrase("seed"),
        phrase(
            "A number that determines the generated data and the order. The same seed repeats both."
        ),
        "guide/plans",
    ),
    Term(
        phrase("service time"),
        phrase(
            "Time from the start of a request to the end of its answer, without the wait for a "
            "lane."
        ),
        "workloads/web-users#measures",
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
        phrase(
            "A run that made no progress for a while. It is kept but not counted, and is repeated."
        ),
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
        phrase("target"),
        phrase("How narrow intervals must be before a campaign stops."),
        "guide/campaigns",
    ),
    Term(
        phrase("throughput"),
        phrase("Requests or bytes processed per second."),
        "workloads/web-users#latency-tab",
    ),
    Term(
        phrase("turn"),
        phrase(
            "A few statements under one protection. The next protection then executes the same "
            "ones."
        ),
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
        phrase("A run before the first that counts."),
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
"""In alphabetical order."""
