"""Runs work in a thread that cannot reach the network: a seccomp filter refuses it every socket.

A filter of seccomp holds for the thread that sets it and for those that it starts, for ever; all
other threads keep theirs.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from collections.abc import Callable

from app.system.threads import in_thread

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_SOCKET = {"x86_64": 41, "aarch64": 198}
"""The number of socket(2), which the word at 0 of what a filter is asked about is compared with."""


class _Instruction(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_ushort),
        ("if_true", ctypes.c_ubyte),
        ("if_false", ctypes.c_ubyte),
        ("value", ctypes.c_uint32),
    ]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Instruction))]


def offline[T](work: Callable[[], T]) -> T:
    """What `work` gives, done in a thread that can open no socket.

    Raises: OSError where the system knows no such filter, and what `work` raises
    """

    def fenced() -> T:
        refuse_sockets()
        return work()

    return in_thread(fenced).result()


def refuse_sockets() -> None:
    """Have the kernel give the thread that calls this no socket any more, nor those it starts.

    Raises: OSError where the system knows no such filter
    """
    number = _SOCKET.get(platform.machine())
    if number is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    steps = (
        _Instruction(_LOAD, 0, 0, 0),
        _Instruction(_JUMP_IF_EQUAL, 0, 1, number),
        _Instruction(_RETURN, 0, 0, _REFUSE),
        _Instruction(_RETURN, 0, 0, _ALLOW),
    )
    program = _Program(len(steps), (_Instruction * len(steps))(*steps))
    kernel = ctypes.CDLL(None, use_errno=True)
    for asked in (
        (_NO_NEW_PRIVILEGES, 1, 0, 0, 0),
        (_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0),
    ):
        if kernel.prctl(*asked):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
