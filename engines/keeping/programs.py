"""Programs of others that we call: `openssl`, `useradd`, `mariadbd --help` …

Each gets a deadline, a most that it may write, and a session of its own, which ends with what it
has started. Servers have keepers (`engines/keeping`); this is for what is to answer and to end.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.platform.children import ending_with_parent
from engines.platform.processes import IN_OWN_GROUP, end_group
from engines.platform.streams import wait_readable

ANSWER_SECONDS = 5.0
"""How long a program may take that only tells something; most need a hundredth of a second."""

_MOST_BYTES = 10_000_000
"""More than any of them writes; `mariadbd --help --verbose` has 0.2 MB."""
_LONGEST_LINE = 65_536
_END_SECONDS = 1.0
"""How long one that was killed is waited for: one that waits for a dead disk does not end."""
_LOOK_SECONDS = 0.1


class ProgramFailed(CipherbenchError):
    """A program is not there, cannot be run, or does not answer as one that works."""


@dataclass(frozen=True)
class ProgramOutput:
    """What a program wrote before it ended with `code`; what is no text is replaced."""

    code: int
    out: str
    err: str


def call_program(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    seconds: float = ANSWER_SECONDS,
    any_code: bool = False,
    user: tuple[int, int] | None = None,
    reads: Path | None = None,
    ends_with_parent: bool = False,
) -> ProgramOutput:
    """Call a program with these variables and wait for its end, as `user` (number and group); a
    file that it `reads` is its stdin. `ends_with_parent` as in `RunningProgram`.

    Raises: ProgramFailed where it cannot be called, hangs, writes without end, or ends with another
    exit code than 0, unless `any_code` may be
    """
    pipe = subprocess.PIPE
    with RunningProgram(
        command, environment, errors=pipe, user=user, reads=reads, ends_with_parent=ends_with_parent
    ) as called:
        answer = called.answer(seconds)
    if answer.code and not any_code:
        raise _ended_with(called.words, answer)
    return answer


class RunningProgram:
    """A program at work, and all that it starts; as a context manager it ends them.

    `errors` is where its stderr goes: into the same pipe, or into one of its own.
    `ends_with_parent` has the kernel end it should we be killed; that takes a copy of this
    process, so it is for the processes of a run, which have one thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        errors: int = subprocess.STDOUT,
        user: tuple[int, int] | None = None,
        reads: Path | None = None,
        ends_with_parent: bool = False,
    ) -> None:
        self.words = " ".join([Path(command[0]).name, *command[1:]])
        self._begun, self._read = b"", 0
        try:
            with Path(reads or os.devnull).open("rb") as given:
                self._process = subprocess.Popen(
                    command,
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    cwd=Path(os.sep),
                    env=environment,
                    user=user[0] if user else None,
                    group=user[1] if user else None,
                    extra_groups=() if user else None,
                    **(ending_with_parent() if ends_with_parent else IN_OWN_GROUP),
                )
        except OSError as error:
            raise _not_run(command[0], error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answer(self, seconds: float) -> ProgramOutput:
        """All that it writes within so many seconds, in which it has to end.

        Raises: ProgramFailed
        """
        until = time.monotonic() + seconds
        pieces: dict[int, list[bytes]] = {pipe: [] for pipe in self._pipes()}
        left = list(pieces)
        while left:
            for pipe in wait_readable(left, max(0.0, until - time.monotonic())):
                if piece := self._piece(pipe):
                    pieces[pipe].append(piece)
                else:
                    left.remove(pipe)
            self._refuse_late(until, seconds)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, until - time.monotonic()))
        if self._process.returncode is None:
            raise timed_out(self.words, seconds)
        out, err = (b"".join(each).decode(errors="replace") for each in pieces.values())
        return ProgramOutput(self._process.returncode, out, err)

    def line(self, seconds: float, until: float, waiting: Callable[[], None]) -> str | None:
        """The next line that it writes; None where it writes no more. `waiting` is called ten times
        a second; `until` is when so many seconds are over.

        Raises: ProgramFailed
        """
        (pipe,) = self._pipes()
        while b"\n" not in self._begun and len(self._begun) < _LONGEST_LINE:
            self._refuse_late(until, seconds)
            if not wait_readable([pipe], _LOOK_SECONDS):
                waiting()
                continue
            if not (piece := self._piece(pipe)):
                if not self._begun:
                    return None
                piece = b"\n"
            self._begun += piece
        line, _, self._begun = self._begun.partition(b"\n")
        return line.decode(errors="replace")

    def close(self) -> None:
        """End it and what it has started, and let go of its pipes."""
        with suppress(ProcessLookupError, PermissionError):
            end_group(self._process.pid)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)

    def _pipes(self) -> list[int]:
        both = (self._process.stdout, self._process.stderr)
        return [pipe.fileno() for pipe in both if pipe is not None]

    def _piece(self, pipe: int) -> bytes:
        piece = os.read(pipe, 65536)
        self._read += len(piece)
        if self._read > _MOST_BYTES:
            raise ProgramFailed(
                phrase("Program output too long"),
                phrase("“{command}” wrote more than {mb} MB and was stopped."),
                _BY_HAND,
                command=self.words,
                mb=_MOST_BYTES // 1_000_000,
            )
        return piece

    def _refuse_late(self, until: float, seconds: float) -> None:
        if time.monotonic() > until:
            raise timed_out(self.words, seconds)


_BY_HAND = phrase("Run it by hand to see its output.")


def _not_run(program: str, error: OSError) -> ProgramFailed:
    return ProgramFailed(
        phrase("Program not run"),
        phrase("{program} cannot be run: {why}."),
        program=program,
        why=error.strerror or str(error),
    )


def timed_out(command: str, seconds: float) -> ProgramFailed:
    return ProgramFailed(
        phrase("Program timed out"),
        phrase("“{command}” did not answer within {seconds} s and was stopped."),
        _BY_HAND,
        command=command,
        seconds=f"{seconds:g}",
    )


def _ended_with(command: str, answer: ProgramOutput) -> ProgramFailed:
    message = answer.err.strip() or answer.out.strip()
    return ProgramFailed(
        phrase("Program failed"),
        phrase("“{command}” failed with {how}: {words}."),
        _BY_HAND,
        command=command,
        how=how_ended(answer.code),
        words=message[-200:].splitlines()[-1].rstrip(".")
        if message
        else phrase("it wrote no message"),
    )


def how_ended(code: int) -> Message:
    """An exit status in words: signal or exit code."""
    if code < 0:
        with suppress(ValueError):
            return phrase("signal {name}", name=signal.Signals(-code).name)
    return phrase("exit code {code}", code=code)
