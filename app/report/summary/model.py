"""Page one, described once: documents, files and the window show it alike."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.message import NOTHING, Message, listed, phrase
from engines.properties import Kept


@dataclass(frozen=True)
class Guard:
    """Whether somebody is kept out; `said` has what evidence found of it. `here` says that it was
    found on this campaign's servers, and does not only follow from how the protection works."""

    kept: Kept
    said: Message
    here: bool


@dataclass(frozen=True)
class SummaryRow:
    """A protection: its name and where it was measured, what it costs (a line each where servers or
    kinds of work differ), whether a thief of the disk, an OS login, a database login and an
    unnoticed change are kept out, what it leaks, and what is searched by."""

    protection: Message
    cost: tuple[Message, ...]
    guards: tuple[Guard, ...]
    leaks: Message
    search: Message

    @property
    def cells(self) -> tuple[tuple[Message, ...], ...]:
        """Its cells from left to right, each of lines: one for all of whom the same is said."""
        whom: dict[Message, list[Message]] = {}
        for name, each in zip(_WHOM, self.guards, strict=True):
            whom.setdefault(each.said, []).append(name)
        guards = (_GUARD.with_values(whom=listed(names), said=said) for said, names in whom.items())
        return ((self.protection,), self.cost, tuple(guards), (self.leaks,), (self.search,))


_GUARD = phrase("{said}: {whom}")
_WHOM = (
    phrase("disk thief"),
    phrase("server login (OS)"),
    phrase("database login"),
    phrase("tampering noticed"),
)


@dataclass(frozen=True)
class Answer:
    """A reader's question, and what page one says."""

    question: Message
    said: Message


_TO_DO = phrase("What should we do?")
_ON_SERVERS = phrase("What does it mean for our servers?")
_TRUSTED = phrase("Can we trust these costs?")


@dataclass(frozen=True)
class Summary:
    """Two sentences for who decides, what is answered, the table, and below it what is to be known
    of the rows. `todo` is advice, `servers` what it means for them, `machine` what could be
    detected. `guarded` is False of work that stores nothing."""

    lead: tuple[Message, ...]
    rows: tuple[SummaryRow, ...]
    machine: Message
    notes: tuple[Message, ...]
    guarded: bool = True
    todo: Message = NOTHING
    servers: Message = NOTHING

    @property
    def advice(self) -> tuple[Message, ...]:
        """What to do, and what it means for servers."""
        return tuple(each for each in (self.todo, self.servers) if each)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What readers ask beyond the lead and the table."""
        asked = (_TO_DO, self.todo), (_ON_SERVERS, self.servers), (_TRUSTED, self.machine)
        return tuple(Answer(*each) for each in asked if each[1])

    @property
    def head(self) -> tuple[Message, ...]:
        """The titles of the columns."""
        return HEAD if self.guarded else HEAD[:2]

    @property
    def shares(self) -> tuple[float, ...]:
        """How the columns share the width."""
        return _SHARES[: len(self.head)]

    @property
    def lines(self) -> tuple[tuple[tuple[Message, ...], ...], ...]:
        """The cells of all rows, under `head`."""
        return tuple(row.cells[: len(self.head)] for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """By name, with sentences in English. `kept` is “kept out”, “partly” or “not kept out”;
        `found_here` says that evidence was looked for on these servers."""
        return {
            "lead": [str(each) for each in self.lead],
            "advice": [str(each) for each in self.advice],
            "protections": [_row_json(each, guarded=self.guarded) for each in self.rows],
            "machine": str(self.machine),
            "notes": [str(each) for each in self.notes],
        }


def _row_json(row: SummaryRow, *, guarded: bool) -> dict[str, object]:
    told: dict[str, object] = {
        "protection": str(row.protection),
        "cost": [str(each) for each in row.cost],
    }
    if not guarded:
        return told
    guards = {
        name: {"kept": each.kept.value, "text": str(each.said), "found_here": each.here}
        for name, each in zip(_THREATS, row.guards, strict=True)
    }
    return {**told, "keeps_out": guards, "leaks": str(row.leaks), "searchable_by": str(row.search)}


_THREATS = ("stolen_disk", "os_login", "database_login", "unnoticed_change")

HEAD = (
    phrase("Protection"),
    phrase("Added cost here"),
    phrase("Keeps out"),
    phrase("Leaks"),
    phrase("Searchable by"),
)
"""The titles of the columns."""
_SHARES = (1.15, 1.1, 1.6, 1.5, 1.05)
