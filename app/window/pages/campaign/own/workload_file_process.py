"""The child process that parses workload files for the window, with its questions and answers.

In the GUI thread it would block: sqlglot takes 10 MB and half a second of a core to load, and a
file of 300 statements takes a second. Each question is sent with a number, and its answer with the
same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, get_args

from app.plan.matrix import Unworkable, judgement
from app.system.child_process import ChildProcess, Outbox
from app.system.folders import see_log
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import Protection
from workloads.contract import Case
from workloads.own.file_reading import UnfitFile
from workloads.own.form_view import (
    Consequences,
    Outline,
    WrittenStatement,
    consequences_of,
    outline_of,
    written,
)
from workloads.own.workload import OwnParameters
from workloads.toml_document import PlacedFault

log = logging.getLogger(__name__)


class ProtectedEngine(NamedTuple):
    """A subject of questions: what becomes of statements under a protection on an engine."""

    protection: Protection
    engine: str


@dataclass(frozen=True)
class AskOutline:
    """Ask for the outline of a file, with the encrypted columns that `parameters` name."""

    parameters: OwnParameters


@dataclass(frozen=True)
class AskUnsupported:
    """Ask what is unsupported under each subject."""

    parameters: OwnParameters
    subjects: tuple[ProtectedEngine, ...]


@dataclass(frozen=True)
class AskConsequences:
    """Ask what becomes of each operation under one subject."""

    parameters: OwnParameters
    subject: ProtectedEngine


@dataclass(frozen=True)
class AskStatements:
    """Ask for the compiled statements of an operation, by its number, under one subject."""

    parameters: OwnParameters
    subject: ProtectedEngine
    operation: int


@dataclass(frozen=True)
class EndProcess:
    """Have the process end."""


type Question = AskOutline | AskUnsupported | AskConsequences | AskStatements


@dataclass(frozen=True)
class FileOutlined:
    outline: Outline


@dataclass(frozen=True)
class FileRefused:
    """The answer to AskOutline for an invalid file."""

    faults: tuple[PlacedFault, ...]


@dataclass(frozen=True)
class UnsupportedFound:
    found: Mapping[ProtectedEngine, Unworkable]


@dataclass(frozen=True)
class ConsequencesFound:
    """The answer to AskConsequences, an item for each operation."""

    consequences: tuple[Consequences, ...]


@dataclass(frozen=True)
class StatementsFound:
    statements: tuple[WrittenStatement, ...]


type Answer = FileOutlined | FileRefused | UnsupportedFound | ConsequencesFound | StatementsFound


type NumberedQuestion = tuple[int, Question]
type NumberedAnswer = tuple[int, Answer]


class WorkloadFileProcess(ChildProcess[NumberedQuestion | EndProcess, NumberedAnswer]):
    """The window's end of the process."""

    def __init__(self) -> None:
        super().__init__(_serve, EndProcess(), _crash_error(), 0.0)


def _serve(outbox: Outbox[NumberedAnswer]) -> None:
    """Answer the newest question of each kind until the window has gone."""
    with suppress(EOFError, OSError):
        while True:
            newest: dict[type, NumberedQuestion] = {}
            for waiting in _waiting(outbox):
                if isinstance(waiting, EndProcess):
                    return
                newest[type(waiting[1])] = waiting
            for kind in get_args(Question.__value__):
                if kind in newest:
                    number, question = newest[kind]
                    answer = _answer(question)
                    if answer is not None:
                        outbox.put((number, answer))


def _waiting(outbox: Outbox[NumberedAnswer]) -> Iterator[NumberedQuestion | EndProcess]:
    yield outbox.pipe.recv()
    while outbox.pipe.poll():
        yield outbox.pipe.recv()


def _answer(question: Question) -> Answer | None:
    """The answer; None for an invalid file, except to AskOutline."""
    faults: tuple[PlacedFault, ...]
    try:
        match question:
            case AskOutline(parameters):
                return FileOutlined(outline_of(parameters))
            case AskUnsupported(parameters, subjects):
                return UnsupportedFound({each: _support_of(parameters, each) for each in subjects})
            case AskConsequences(parameters, (protection, engine)):
                return ConsequencesFound(consequences_of(parameters, protection, engine))
            case AskStatements(parameters, (protection, engine), operation):
                return StatementsFound(written(parameters, operation, protection, engine))
    except InputError as error:
        faults = _faults(error)
    except Exception:
        log.exception("%s", type(question).__name__)
        faults = (PlacedFault(_failed().advice),)
    return FileRefused(faults) if isinstance(question, AskOutline) else None


def _support_of(parameters: OwnParameters, subject: ProtectedEngine) -> Unworkable:
    """What is unsupported in any case: the case's size makes no difference."""
    return judgement(parameters, Case(1), *subject)


def _faults(error: InputError) -> tuple[PlacedFault, ...]:
    if isinstance(error, UnfitFile) and error.faults:
        return error.faults
    return (PlacedFault(error.advice),)


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Cipherbench failed to read the workload file."),
        see_log(),
    )


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("Workload file not read"),
        phrase("The process that reads workload files stopped unexpectedly."),
        phrase("Read the file again. {see_log}", see_log=see_log()),
    )
