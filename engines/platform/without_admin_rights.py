"""Starts programs without administrator rights: PostgreSQL refuses to run with them."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading `typing` takes a tenth of the start of a keeper (engines/keeping)
    from typing import Any

if sys.platform == "win32":
    import ctypes
    import subprocess
    from collections.abc import Iterator
    from contextlib import contextmanager
    from ctypes import wintypes

    _ADMINISTRATORS, _POWER_USERS, _SYSTEM = 26, 29, 22
    """WELL_KNOWN_SID_TYPE"""
    _ALL_OF_TOKEN, _NO_PRIVILEGES = 0xF01FF, 0x1
    _TOKEN_USER, _TOKEN_DEFAULT_DACL = 1, 6
    _ACL_REVISION, _GENERIC_ALL = 2, 0x1000_0000
    _UNICODE_ENVIRONMENT = 0x400
    _SID_BYTES = 68
    _ACL_BYTES = 8 + 2 * (8 + _SID_BYTES)

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _rights = ctypes.WinDLL("advapi32", use_last_error=True)
    _kernel.GetCurrentProcess.restype = wintypes.HANDLE
    _kernel.CloseHandle.argtypes = [wintypes.HANDLE]
    _rights.OpenProcessToken.argtypes = [wintypes.HANDLE, wintypes.DWORD, ctypes.c_void_p]
    _rights.CreateRestrictedToken.argtypes = [
        wintypes.HANDLE, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p, wintypes.DWORD,
        ctypes.c_void_p, wintypes.DWORD, ctypes.c_void_p, ctypes.c_void_p,
    ]  # fmt: skip
    _rights.CheckTokenMembership.argtypes = [wintypes.HANDLE, ctypes.c_void_p, ctypes.c_void_p]
    _rights.GetTokenInformation.argtypes = [
        wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD, ctypes.c_void_p,
    ]  # fmt: skip
    _rights.SetTokenInformation.argtypes = [
        wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD,
    ]  # fmt: skip
    _rights.AddAccessAllowedAce.argtypes = [
        ctypes.c_void_p, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p,
    ]  # fmt: skip
    _rights.CreateProcessAsUserW.argtypes = [
        wintypes.HANDLE, wintypes.LPCWSTR, wintypes.LPWSTR, ctypes.c_void_p, ctypes.c_void_p,
        wintypes.BOOL, wintypes.DWORD, ctypes.c_void_p, wintypes.LPCWSTR, ctypes.c_void_p,
        ctypes.c_void_p,
    ]  # fmt: skip

    class _SidAndAttributes(ctypes.Structure):
        """SID_AND_ATTRIBUTES"""

        _fields_ = (("sid", ctypes.c_void_p), ("attributes", wintypes.DWORD))

    class _Startup(ctypes.Structure):
        """STARTUPINFOW"""

        _fields_ = (
            ("size", wintypes.DWORD),
            ("names", ctypes.c_void_p * 3),
            ("numbers", wintypes.DWORD * 7),
            ("flags", wintypes.DWORD),
            ("show", wintypes.WORD),
            ("reserved", ctypes.c_void_p),
            ("streams", wintypes.HANDLE * 3),
        )

    class _Process(ctypes.Structure):
        """PROCESS_INFORMATION"""

        _fields_ = (
            ("process", wintypes.HANDLE),
            ("thread", wintypes.HANDLE),
            ("pid", wintypes.DWORD),
            ("tid", wintypes.DWORD),
        )

    @contextmanager
    def without_admin_rights() -> Iterator[None]:
        """What this process starts in the block has no administrator rights, also where it has them
        itself. Replaces `CreateProcess` of subprocess for the whole process meanwhile, hence only
        for a process with one thread.

        Raises: OSError
        """
        if not _is_administrator():
            yield
            return
        token = _restricted_token()
        native: Any = subprocess._winapi  # type: ignore[attr-defined]
        original = native.CreateProcess

        def create(*arguments: Any) -> tuple[int, int, int, int]:
            program, command, _, _, inherits, flags, environment, folder, startup = arguments
            streams = (startup.hStdInput, startup.hStdOutput, startup.hStdError)
            info = _Startup(
                size=ctypes.sizeof(_Startup),
                flags=startup.dwFlags,
                show=startup.wShowWindow,
                streams=tuple(int(each or 0) for each in streams),
            )
            block = None
            if environment is not None:
                text = "".join(f"{name}={value}\0" for name, value in environment.items()) + "\0"
                block = ctypes.create_unicode_buffer(text)
            made = _Process()
            _succeed(
                _rights.CreateProcessAsUserW(
                    token, program, ctypes.create_unicode_buffer(command), None, None,
                    bool(inherits), flags | _UNICODE_ENVIRONMENT, block, folder,
                    ctypes.byref(info), ctypes.byref(made),
                )
            )  # fmt: skip
            return made.process, made.thread, made.pid, made.tid

        native.CreateProcess = create
        try:
            yield
        finally:
            native.CreateProcess = original
            _kernel.CloseHandle(token)

    def _is_administrator() -> bool:
        found = wintypes.BOOL()
        administrators = _well_known(_ADMINISTRATORS)
        _succeed(_rights.CheckTokenMembership(None, administrators, ctypes.byref(found)))
        return bool(found)

    def _restricted_token() -> wintypes.HANDLE:
        """Our own token, with administrators' groups as deny-only SIDs, and no privileges."""
        own, made = wintypes.HANDLE(), wintypes.HANDLE()
        _succeed(
            _rights.OpenProcessToken(_kernel.GetCurrentProcess(), _ALL_OF_TOKEN, ctypes.byref(own))
        )
        try:
            groups = [_well_known(each) for each in (_ADMINISTRATORS, _POWER_USERS)]
            less = (_SidAndAttributes * len(groups))(
                *[_SidAndAttributes(ctypes.addressof(each), 0) for each in groups]
            )
            _succeed(
                _rights.CreateRestrictedToken(
                    own, _NO_PRIVILEGES, len(groups), less, 0, None, 0, None, ctypes.byref(made)
                )
            )
        finally:
            _kernel.CloseHandle(own)
        _set_default_dacl(made)
        return made

    def _set_default_dacl(token: wintypes.HANDLE) -> None:
        """By default, what an administrator's token creates is open to administrators only,
        hence not to its own user: let the token's user and the system use it."""
        size = wintypes.DWORD()
        _rights.GetTokenInformation(token, _TOKEN_USER, None, 0, ctypes.byref(size))
        user = ctypes.create_string_buffer(size.value)
        _succeed(_rights.GetTokenInformation(token, _TOKEN_USER, user, size, ctypes.byref(size)))
        allowed = ctypes.create_string_buffer(_ACL_BYTES)
        _succeed(_rights.InitializeAcl(allowed, _ACL_BYTES, _ACL_REVISION))
        for each in (_SidAndAttributes.from_buffer(user).sid, _well_known(_SYSTEM)):
            _succeed(_rights.AddAccessAllowedAce(allowed, _ACL_REVISION, _GENERIC_ALL, each))
        where = ctypes.c_void_p(ctypes.addressof(allowed))
        _succeed(
            _rights.SetTokenInformation(
                token, _TOKEN_DEFAULT_DACL, ctypes.byref(where), ctypes.sizeof(where)
            )
        )

    def _well_known(kind: int) -> ctypes.Array[ctypes.c_char]:
        size, made = wintypes.DWORD(_SID_BYTES), ctypes.create_string_buffer(_SID_BYTES)
        _succeed(_rights.CreateWellKnownSid(kind, None, made, ctypes.byref(size)))
        return made

    def _succeed(result: int) -> None:
        if not result:
            raise ctypes.WinError(ctypes.get_last_error())

else:
    from contextlib import nullcontext

    without_admin_rights = nullcontext  # what root starts runs as another user anyway
