"""A lesson as its file has it: a question, and five steps around one experiment, in the pattern lab
or by a campaign.

The steps are those of PRIMM (predict, run, investigate, modify, make): S. Sentance, J. Waite and
M. Kallia, "Teaching computer programming with PRIMM: a sociocultural perspective", 2019.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.patterns.pictures.pixels import PixelFormat


class Module(StrEnum):
    """The part of the pattern lab that a lesson drives, or what its campaign is run for."""

    PICTURES = "pictures"
    COLUMNS = "columns"
    COST = "cost"
    EVIDENCE = "evidence"
    STREAM = "stream"
    CHANGE = "change"


class Control(StrEnum):
    """What a step frees for the student to change."""

    PICTURE = "picture"
    FORMAT = "format"
    PROTECTIONS = "protections"
    PROTECTION = "protection"
    IV = "iv"
    RECORDS = "records"
    TABLE = "table"
    REPETITIONS = "repetitions"
    OPENED = "opened"
    PLACE = "place"
    WANTED = "wanted"
    DATA = "data"
    """Whose key and data they are: no step frees it, it is chosen before predictions."""


class LessonStep(StrEnum):
    """The five steps, in their order."""

    PREDICT = "predict"
    RUN = "run"
    INVESTIGATE = "investigate"
    MODIFY = "modify"
    MAKE = "make"


class AnswerKind(StrEnum):
    CHOICE = "choice"
    NUMBER = "number"
    PERCENT = "percent"


CONTROLS = {
    Module.PICTURES: (Control.PICTURE, Control.FORMAT, Control.PROTECTIONS),
    Module.COLUMNS: (Control.PROTECTION, Control.IV, Control.RECORDS, Control.TABLE),
    Module.COST: (Control.REPETITIONS, Control.PROTECTION, Control.RECORDS),
    Module.EVIDENCE: (Control.PROTECTION,),
    Module.STREAM: (Control.PROTECTION, Control.IV, Control.RECORDS, Control.OPENED),
    Module.CHANGE: (Control.PROTECTION, Control.IV, Control.PLACE, Control.WANTED),
}
CAMPAIGNS = (Module.COST, Module.EVIDENCE)
"""Modules that run a campaign."""
SEEN = ("data", "logs", "files", "memory")
"""Where evidence is sought: `files` are all files, data and logs among them."""
FIGURES = {
    Module.PICTURES: ("distinct", "repeated", "blocks"),
    Module.COLUMNS: ("named", "named-by-length", "guessed", "distinct", "records"),
    Module.COST: ("cost", "low", "high", "width", "decided"),
    Module.EVIDENCE: (
        *(f"{what}-in-{where}" for what in ("marker", "key") for where in SEEN),
        "deleted-key-in-files",
    ),
    Module.STREAM: ("opened", "bytes", "solved"),
    Module.CHANGE: ("outcome", "another"),
}
"""What a run yields for each of its protections: `ecb.distinct`. Shares are in percent, bounds and
widths of intervals in percentage points."""
CHOICES = {**dict.fromkeys(("decided", *FIGURES[Module.EVIDENCE]), 2), "outcome": 3}
"""Figures that number one of so many choices, from 0: of two, no and yes. They are not there where
the program cannot tell."""
OF_CONTROL = (
    "control.apart",
    "control.low",
    "control.high",
    "control.limit",
    "control.width",
    "campaign.repetitions",
)
"""Of a campaign: by how many percent plaintext differed from itself, up or down, with the bounds of
that, the smallest cost that can be detected, and the width of the interval of the difference; and
the repetitions done."""
CHANGED = "settings.changed"
"""1 where the student changed a setting of the step before it was run, 0 for those that it begins
with."""
OWN_PICTURE = "picture.own"
"""1 for a picture that the student opened, 0 for one that ships."""
FREE_RUN = "now"
"""The name of a run with settings that the student chose, in figures of all but pictures."""
CLOSE_POINTS = 5.0
"""So many percentage points off an estimate is close, unless its question says otherwise."""


def is_measured(figure: str) -> bool:
    """Whether it is an estimate with an interval."""
    return figure.endswith((".cost", ".apart"))


def bounds_of(figure: str) -> tuple[str, str]:
    """The figures that bound the interval of a figure."""
    name = figure.rpartition(".")[0] if is_measured(figure) else ""
    return f"{name}.low", f"{name}.high"


@dataclass(frozen=True)
class Ask:
    """A question: a choice (`answer`, one of `choices`), a `number` or a `percent`.

    With a `figure` the answer is what a run yields, and the one in the file what it yields with the
    data that are the same for all: that one counts where a run cannot tell. Of a choice the figure
    is its number, from 0: of two, no and yes. An answer counts as right up to `within` beside it.
    """

    text: str
    choices: tuple[str, ...] = ()
    answer: str = ""
    number: float | None = None
    percent: float | None = None
    figure: str = ""
    within: float | None = None
    because: str = ""

    @property
    def kind(self) -> AnswerKind:
        if self.choices:
            return AnswerKind.CHOICE
        return AnswerKind.NUMBER if self.percent is None else AnswerKind.PERCENT

    @property
    def value(self) -> float | None:
        """The answer in the file; None for a choice."""
        return self.number if self.percent is None else self.percent

    @property
    def tolerance(self) -> float:
        """How far from the answer is right."""
        if self.within is not None:
            return self.within
        return 0.0 if self.percent is None else CLOSE_POINTS

    def truth(self, came_out: float | None = None) -> str | float:
        """The right answer, from what came out where that is known."""
        if self.answer:
            return self.answer if came_out is None else self.choices[round(came_out)]
        return (self.value or 0.0) if came_out is None else came_out


@dataclass(frozen=True)
class ProtectionRun:
    """A protection that is run, and the name that figures give it."""

    name: str
    protection: str
    fresh: bool = False


@dataclass(frozen=True)
class Predict:
    """Questions that are answered before anything is run."""

    text: str
    ask: tuple[Ask, ...]
    minutes: int = 0


@dataclass(frozen=True)
class Run:
    """What is run, with which key, IV and data; a module ignores what is another's. A campaign runs
    all protections together, beside plaintext and a second plaintext, as often as `repetitions`."""

    text: str
    module: Module
    server: str
    on: tuple[ProtectionRun, ...]
    picture: str = "logo"
    format: PixelFormat = PixelFormat.PALETTE
    key: str = "000102030405060708090a0b0c0d0e0f" * 2
    iv: str = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
    column: str = "estado.nome"
    records: int = 8000
    repetitions: int = 2
    seed: int = 2023
    known: str = "Bahia"
    wanted: str = "Minas"
    minutes: int = 0


@dataclass(frozen=True)
class Investigate:
    """Questions on what came out."""

    text: str
    ask: tuple[Ask, ...]
    minutes: int = 0


@dataclass(frozen=True)
class Modify:
    """One control is freed; for all but pictures the run begins from the settings named `start`."""

    text: str
    free: Control
    start: str = ""
    ask: tuple[Ask, ...] = ()
    minutes: int = 0


@dataclass(frozen=True)
class ChallengeCheck:
    """What a figure of the last run must be for the challenge to be met; with `where_known` it is
    met where the machine cannot tell."""

    text: str
    figure: str
    least: float | None = None
    most: float | None = None
    where_known: bool = False

    def is_met(self, value: float | None) -> bool:
        """Whether the figure is within the bounds; None where nothing was run."""
        return (
            value is not None
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )


@dataclass(frozen=True)
class Make:
    """A challenge that the program checks, with the controls that it takes."""

    text: str
    free: tuple[Control, ...]
    check: tuple[ChallengeCheck, ...]
    start: str = ""
    hint: str = ""
    minutes: int = 0


@dataclass(frozen=True)
class Lesson:
    """A lesson; `minutes` of a class, those of its steps together where they have any. `number` is
    its place among those in its folder; those with the same stand by their files' names.

    `goal` says what a student can do at the end, `conclusion` what was seen, `bridge` what a
    picture has to do with the columns of a table, and `warning` what must not be concluded.
    """

    title: str
    question: str
    minutes: int
    predict: Predict
    run: Run
    investigate: Investigate
    modify: Modify
    make: Make
    sources: tuple[str, ...] = ()
    number: int = 100
    goal: str = ""
    conclusion: str = ""
    bridge: str = ""
    warning: str = ""

    def asked(self) -> Iterator[tuple[LessonStep, int, Ask]]:
        """All questions in their order, each with its step and its number in it, from 0."""
        steps = (
            (LessonStep.PREDICT, self.predict.ask),
            (LessonStep.INVESTIGATE, self.investigate.ask),
            (LessonStep.MODIFY, self.modify.ask),
        )
        for step, asks in steps:
            for number, ask in enumerate(asks):
                yield step, number, ask

    def asks(self, step: LessonStep) -> tuple[Ask, ...]:
        return tuple(ask for at, _, ask in self.asked() if at is step)

    def part(self, step: LessonStep) -> Predict | Run | Investigate | Modify | Make:
        parts: dict[LessonStep, Predict | Run | Investigate | Modify | Make] = {
            LessonStep.PREDICT: self.predict,
            LessonStep.RUN: self.run,
            LessonStep.INVESTIGATE: self.investigate,
            LessonStep.MODIFY: self.modify,
            LessonStep.MAKE: self.make,
        }
        return parts[step]

    def text(self, step: LessonStep) -> str:
        return self.part(step).text.strip()

    def minutes_of(self, step: LessonStep) -> int:
        """What a class takes for a step; all steps alike where the file says nothing."""
        return self.part(step).minutes or max(1, round(self.minutes / len(LessonStep)))

    def freed(self, step: LessonStep) -> tuple[Control, ...]:
        if step is LessonStep.MODIFY:
            return (self.modify.free,)
        return self.make.free if step is LessonStep.MAKE else ()

    def start(self, step: LessonStep) -> ProtectionRun:
        """What a free run begins with: the first protection where a step names none."""
        wanted = {LessonStep.MODIFY: self.modify.start, LessonStep.MAKE: self.make.start}.get(step)
        return next((each for each in self.run.on if each.name == wanted), self.run.on[0])
