"""Page one, described once: documents, files and the window show it alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from engines.contract.message import NOTHING, Message, in_a_row, listed, phrase
from engines.properties import Kept


@dataclass(frozen=True)
class Guard:
    """Whether one of `_WHOM` is kept out; `said` has what evidence found of it. `here` says that it
    was found on this campaign's servers, and does not only follow from how the protection works;
    `found` that this is worse than what holds in general. `kept` is None where nobody can be that:
    an engine inside of the application has no logins."""

    whom: str
    kept: Kept | None
    said: Message
    here: bool
    found: bool = False

    @property
    def is_claim(self) -> bool:
        """Whether it follows from how the protection works, and was not tried."""
        kept_in = self.whom == CHANGE and self.kept is Kept.IN
        return self.kept is not None and not self.here and not kept_in


@dataclass(frozen=True)
class SummaryRow:
    """A protection: its name and where it was measured, what it costs (a line each where servers or
    kinds of work differ), whether a thief of the disk, an OS login, a database login and an
    unnoticed change are kept out, with a network listener where a campaign is about connections,
    what it leaks, and what is searched by."""

    protection: Message
    cost: tuple[Message, ...]
    guards: tuple[Guard, ...]
    leaks: Message
    search: Message

    @property
    def cells(self) -> tuple[tuple[Message, ...], ...]:
        """Its cells from left to right, each of lines: one for all of whom the same is said."""
        guards = (_NOBODY,) if self.keeps_nobody else tuple(self._guards())
        return ((self.protection,), self.cost, guards, (self.leaks,), (self.search,))

    @property
    def keeps_nobody(self) -> bool:
        """Whether it keeps nobody out, and nothing was found that would say why."""
        return all(each.kept in (Kept.IN, None) and not each.found for each in self.guards)

    def _guards(self) -> Iterator[Message]:
        whom: dict[Message, list[Message]] = {}
        for each in self.guards:
            whom.setdefault(each.said, []).append(_WHOM[each.whom])
        for said, names in whom.items():
            yield _GUARD.with_values(whom=listed(names), said=said)


_GUARD = phrase("{whom}: {said}")
_NOBODY = phrase("nobody")
DISK, OS_LOGIN, DATABASE_LOGIN = "stolen_disk", "os_login", "database_login"
NETWORK, CHANGE = "network_listener", "unnoticed_change"
_WHOM = {
    DISK: phrase("disk thief"),
    OS_LOGIN: phrase("server login (OS)"),
    DATABASE_LOGIN: phrase("database login"),
    NETWORK: phrase("network listener"),
    CHANGE: phrase("tampering with values noticed"),
}
"""By the names that programs read."""


@dataclass(frozen=True)
class Grid:
    """A small table: the titles of its columns over its lines."""

    head: tuple[Message, ...]
    lines: tuple[tuple[Message, ...], ...]

    @property
    def said(self) -> Iterator[Message]:
        """Each line as a sentence, for who has no table."""
        for name, *cells in self.lines:
            told = [
                _CELL.with_values(title=title, cell=cell)
                for title, cell in zip(self.head[1:], cells, strict=True)
            ]
            yield _LINE.with_values(name=name, cells=in_a_row(told))

    def to_json(self) -> dict[str, object]:
        """Its titles and lines, in English."""
        return {
            "head": [str(each) for each in self.head],
            "lines": [[str(cell) for cell in line] for line in self.lines],
        }


_CELL = phrase("{title}: {cell}")
_LINE = phrase("{name}: {cells}.")


@dataclass(frozen=True)
class Said:
    """An answer: `first` is the answer itself, which stands out, `rest` what belongs to it,
    `points` are a list below that, and `grid` a table below all."""

    first: Message = NOTHING
    rest: Message = NOTHING
    points: tuple[Message, ...] = ()
    grid: Grid | None = None

    @property
    def whole(self) -> Message:
        """All of it as running text."""
        lines = self.grid.said if self.grid else ()
        return in_sequence((self.first, self.rest, *self.points, *lines))

    def __bool__(self) -> bool:
        return bool(self.first or self.rest)

    def __str__(self) -> str:
        return str(self.whole)


@dataclass(frozen=True)
class Answer:
    """A reader's question, and what page one says."""

    question: Message
    said: Said

    @property
    def head(self) -> Message:
        """The question with the answer itself, as it stands in bold."""
        return in_sequence((self.question, self.said.first))


def anded(parts: Sequence[Message]) -> Message:
    """“a, b and c”."""
    *first, last = parts
    return _AND.with_values(first=listed(first), last=last) if first else last


_AND = phrase("{first} and {last}")


def in_sequence(said: Iterable[Message]) -> Message:
    """Sentences one after another, without those that say nothing."""
    return reduce(_then, [each for each in said if each], NOTHING)


def _then(one: Message, other: Message) -> Message:
    return phrase("{first} {next}", first=one, next=other) if one else other


_COST = phrase("What does it cost?")
_PROTECTS = phrase("What does it protect from?")
_TO_DO = phrase("What should we do?")
_ON_SERVERS = phrase("What does it mean for our servers?")
_TRUSTED = phrase("Can we trust these costs?")


UNSAID = Said()


@dataclass(frozen=True)
class Summary:
    """Sentences for who decides, the first of which stands above all, what is answered, the table,
    and below it what is to be known of the rows. `cost` is what is to be known of costs, `protects`
    of whom is kept out, `todo` is advice, `servers` what it means for them, `machine` what was
    tried to trust costs. `guarded` is False of work that stores nothing; `by_cpu` says that every
    cost is of CPU time, `by_time` that none is, `answered` that the answers have all that the first
    sentence says."""

    lead: tuple[Message, ...]
    rows: tuple[SummaryRow, ...]
    machine: Said
    notes: tuple[Message, ...]
    guarded: bool = True
    todo: Said = UNSAID
    servers: Said = UNSAID
    cost: Said = UNSAID
    protects: Said = UNSAID
    by_cpu: bool = False
    by_time: bool = False
    answered: bool = False

    @property
    def advice(self) -> tuple[Message, ...]:
        """What to do, and what it means for servers."""
        return tuple(each.whole for each in (self.todo, self.servers) if each)

    @property
    def opening(self) -> Message:
        """The first sentence, where the answers below do not begin with all of it."""
        return NOTHING if self.answered else self.lead[0]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What readers ask, beyond the first sentence and the table."""
        asked = (
            (_COST, Said(self.cost.first, in_sequence((*self.lead[1:], self.cost.rest)))),
            (_PROTECTS, self.protects),
            (_TO_DO, self.todo),
            (_ON_SERVERS, self.servers),
            (_TRUSTED, self.machine),
        )
        return tuple(Answer(*each) for each in asked if each[1])

    @property
    def head(self) -> tuple[Message, ...]:
        """The titles of the columns."""
        cost = _BY_CPU if self.by_cpu else _BY_TIME if self.by_time else HEAD[1]
        head = (HEAD[0], cost, *HEAD[2:])
        return head if self.guarded else head[:2]

    @property
    def shares(self) -> tuple[float, ...]:
        """How the columns share the width."""
        return _SHARES[: len(self.head)]

    @property
    def lines(self) -> tuple[tuple[tuple[Message, ...], ...], ...]:
        """The cells of all rows, under `head`."""
        return tuple(row.cells[: len(self.head)] for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """By name, with sentences in English. `kept` is “kept out”, “partly”, “not kept out”, or
        None where no such login exists; `found_here` says that evidence was looked for on these
        servers."""
        return {
            "lead": [str(each) for each in self.lead],
            "cost": str(self.cost),
            "in_cpu_time": self.by_cpu,
            "protects": str(self.protects),
            "advice": [str(each) for each in self.advice],
            "protections": [_row_json(each, guarded=self.guarded) for each in self.rows],
            "machine": str(self.machine),
            "notes": [str(each) for each in self.notes],
            "answers": [
                {
                    "question": str(each.question),
                    "answer": str(each.said.first),
                    "more": str(each.said.rest),
                    "points": [str(one) for one in each.said.points],
                    "table": each.said.grid.to_json() if each.said.grid else None,
                }
                for each in self.answers
            ],
        }


def _row_json(row: SummaryRow, *, guarded: bool) -> dict[str, object]:
    told: dict[str, object] = {
        "protection": str(row.protection),
        "cost": [str(each) for each in row.cost],
    }
    if not guarded:
        return told
    guards = {
        each.whom: {
            "kept": each.kept.value if each.kept else None,
            "text": str(each.said),
            "found_here": each.here,
        }
        for each in row.guards
    }
    return {**told, "keeps_out": guards, "leaks": str(row.leaks), "searchable_by": str(row.search)}


HEAD = (
    phrase("Protection"),
    phrase("Added cost here"),
    phrase("Keeps out"),
    phrase("Leaks"),
    phrase("Searchable by"),
)
"""The titles of the columns."""
_BY_CPU = phrase("Added CPU time here")
_BY_TIME = phrase("Added time here")
_SHARES = (1.0, 1.42, 2.26, 1.16, 0.84)
