"""The process that reads workload files for the window: parsing SQL would hold up its thread.

sqlglot takes 10 MB and half a second of a core to load, a file of 300 statements a second to judge.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from app.plan.matrix import Unworkable, judgement
from app.system.child_process import ChildProcess, Post
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
from workloads.toml.document import PlacedFault

log = logging.getLogger(__name__)


class ProtectedEngine(NamedTuple):
    protection: Protection
    engine: str


@dataclass(frozen=True)
class Read:
    """Ask for the outline of a file, whose columns are sealed as `parameters` have it."""

    number: int
    parameters: OwnParameters


@dataclass(frozen=True)
class AskUnsupported:
    """Ask which subjects a workload cannot do."""

    number: int
    parameters: OwnParameters
    subjects: tuple[ProtectedEngine, ...]


@dataclass(frozen=True)
class AskConsequences:
    """Ask what becomes of all operations under one subject."""

    number: int
    parameters: OwnParameters
    subject: ProtectedEngine


@dataclass(frozen=True)
class Write:
    """Ask for the statements of an operation under one subject."""

    number: int
    parameters: OwnParameters
    subject: ProtectedEngine
    operation: int


@dataclass(frozen=True)
class EndProcess:
    """Have the process end."""


type Asked = Read | AskUnsupported | AskConsequences | Write | EndProcess


@dataclass(frozen=True)
class FileOutlined:
    """The answer to Read."""

    number: int
    outline: Outline


@dataclass(frozen=True)
class FileRefused:
    """The answer to Read for a file that cannot be used."""

    number: int
    faults: tuple[PlacedFault, ...]


@dataclass(frozen=True)
class UnsupportedFound:
    number: int
    found: Mapping[ProtectedEngine, Unworkable]


@dataclass(frozen=True)
class ConsequencesFound:
    """The answer to AskConsequences, an item for each operation."""

    number: int
    consequences_of: tuple[Consequences, ...]


@dataclass(frozen=True)
class WrittenOut:
    """The answer to Write."""

    number: int
    statements: tuple[WrittenStatement, ...]


type Answer = FileOutlined | FileRefused | UnsupportedFound | ConsequencesFound | WrittenOut


class OutlineProcess(ChildProcess[Asked, Answer]):
    """The window's end of it."""

    def __init__(self) -> None:
        super().__init__(_serve, EndProcess(), _died(), 0.0)


def _serve(post: Post[Answer]) -> None:
    """Answer the newest question of each kind until the window is gone."""
    with suppress(EOFError, OSError):
        while True:
            newest = {type(each): each for each in _waiting(post)}
            if EndProcess in newest:
                return
            for kind in (Read, AskUnsupported, AskConsequences, Write):
                if kind in newest:
                    for answer in _answers(newest[kind]):
                        post.put(answer)


def _waiting(post: Post[Answer]) -> Iterator[Asked]:
    yield post.pipe.recv()
    while post.pipe.poll():
        yield post.pipe.recv()


def _answers(asked: Asked) -> Iterator[Answer]:
    """The answer; none where a file cannot be used, which the answer to Read says."""
    try:
        match asked:
            case Read(number, parameters):
                yield FileOutlined(number, outline_of(parameters))
            case AskUnsupported(number, parameters, subjects):
                yield UnsupportedFound(
                    number, {each: _judged(parameters, each) for each in subjects}
                )
            case AskConsequences(number, parameters, (protection, engine)):
                yield ConsequencesFound(number, consequences_of(parameters, protection, engine))
            case Write(number, parameters, (protection, engine), operation):
                yield WrittenOut(number, written(parameters, operation, protection, engine))
    except InputError as error:
        if isinstance(asked, Read):
            yield FileRefused(asked.number, _faults(error))
    except Exception:
        log.exception("%s", type(asked).__name__)
        if isinstance(asked, Read):
            yield FileRefused(asked.number, (PlacedFault(_failed().advice),))


def _judged(parameters: OwnParameters, subject: ProtectedEngine) -> Unworkable:
    """That of any case: sizes make no difference."""
    return judgement(parameters, Case(1), *subject)


def _faults(error: InputError) -> tuple[PlacedFault, ...]:
    if isinstance(error, UnfitFile) and error.found:
        return error.found
    return (PlacedFault(error.advice),)


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Cipherbench failed to read the workload file."),
        see_log(),
    )


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Workload file not read"),
        phrase("The process that reads workload files stopped unexpectedly."),
        phrase("Read the file again. {see_log}", see_log=see_log()),
    )
