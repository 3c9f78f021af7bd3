"""Checks that a window can be opened before Qt tries, which ends the process where it cannot.

Imports no Qt, which may be what is missing.
"""

from __future__ import annotations

import ctypes
import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.machine import ALWAYS_HAS_DISPLAY

_CONNECT_TIMEOUT_S = 10.0
"""A display at the other end of `ssh -X` may take some seconds; Qt would wait for ever."""
_LIBRARY = re.compile(r"\blib[\w+.-]+?\.so(\.\d+)*")
_PLATFORMS = {"wayland-egl": "wayland", "wayland-brcm": "wayland"}
"""Plugin of each platform whose plugin has another name."""


def check_display(fallback_platform: str = "") -> None:
    """Check that Qt's libraries can be loaded and that a display answers. Where the environment
    names none, Qt is given the platform `fallback_platform`, such as “offscreen”.

    Raises: CipherbenchError
    """
    if fallback_platform and not _platforms_to_try():
        os.environ["QT_QPA_PLATFORM"] = fallback_platform
    try:
        import_module("PySide6.QtWidgets")
    except ImportError as error:
        raise _not_loaded(error) from error
    if ALWAYS_HAS_DISPLAY:
        return
    faults = [_fault_of(each) for each in _platforms_to_try() or ["xcb"]]
    if None not in faults:
        raise next(each for each in faults if each is not None)


def _platforms_to_try() -> list[str]:
    """Qt platforms that Qt would try, in its order."""
    if named := os.environ.get("QT_QPA_PLATFORM"):
        return [each.partition(":")[0] for each in named.split(";")]
    session = os.environ.get("XDG_SESSION_TYPE")
    wayland = ["wayland"] if os.environ.get("WAYLAND_DISPLAY") or session == "wayland" else []
    return wayland + (["xcb"] if os.environ.get("DISPLAY") else [])


def _fault_of(platform: str) -> CipherbenchError | None:
    """Why Qt could not open a window on this platform; None where it can."""
    folder = Path(str(import_module("PySide6").__file__)).parent / "Qt" / "plugins" / "platforms"
    plugin = folder / f"libq{_PLATFORMS.get(platform, platform)}.so"
    if not plugin.exists():
        known = sorted(each.name[4:-3] for each in folder.glob("libq*.so"))
        return CipherbenchError(
            phrase("Unknown platform"),
            phrase("QT_QPA_PLATFORM is set to “{platform}”, which Qt does not support."),
            phrase("Unset QT_QPA_PLATFORM, or set it to one of: {known}."),
            platform=platform,
            known=", ".join(known),
        )
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return _not_loaded(error)
    return None if plugin.stem not in _DISPLAYS else _fault_of_display(_DISPLAYS[plugin.stem])


@dataclass(frozen=True)
class _Display:
    variable: str
    usual: str
    connects: Callable[[], bool]


def _fault_of_display(display: _Display) -> CipherbenchError | None:
    name = os.environ.get(display.variable) or display.usual
    if not name:
        return CipherbenchError(
            phrase("Window not opened"),
            phrase("The window needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set."),
            phrase(
                "Start Cipherbench in a desktop session or over `ssh -X`. Its commands need no "
                "display: see `cipherbench --help`."
            ),
        )
    if _answers(display):
        return None
    return CipherbenchError(
        phrase("Window not opened"),
        phrase("The display “{display}” does not answer."),
        phrase(
            "Start Cipherbench in a desktop session, or check {variable} and your access to it."
        ),
        display=name,
        variable=display.variable,
    )


def _answers(display: _Display) -> bool:
    """Whether it can be connected to within some seconds."""
    connected: list[bool] = []
    asking = threading.Thread(target=lambda: connected.append(display.connects()), daemon=True)
    asking.start()
    asking.join(_CONNECT_TIMEOUT_S)
    return connected == [True]


def _x_answers() -> bool:
    library = ctypes.CDLL("libxcb.so.1")
    library.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.xcb_connect(None, None))
    failed = bool(library.xcb_connection_has_error(connection))
    library.xcb_disconnect(connection)
    return not failed


def _wayland_answers() -> bool:
    if "XDG_RUNTIME_DIR" not in os.environ and not os.environ.get("WAYLAND_DISPLAY", "").startswith(
        "/"
    ):
        return False  # libwayland would print an error of its own
    library = ctypes.CDLL("libwayland-client.so.0")
    library.wl_display_connect.restype = ctypes.c_void_p
    display = library.wl_display_connect(None)
    if display is not None:
        library.wl_display_disconnect(ctypes.c_void_p(display))
    return display is not None


_DISPLAYS = {
    "libqxcb": _Display("DISPLAY", "", _x_answers),
    "libqwayland": _Display("WAYLAND_DISPLAY", "wayland-0", _wayland_answers),
}
"""How each plugin, by its file's name, reaches its display."""


def _not_loaded(error: Exception) -> CipherbenchError:
    """What the loader could not load, with the packages of everything that it cannot load."""
    packages = _packages()
    named = _LIBRARY.search(str(error))
    missing = [library for library in packages if not _loads(library)]
    if named and named[0] in packages:
        missing.append(named[0])
    install = phrase("Install the package that provides it, then start Cipherbench again.")
    if missing and Path("/etc/debian_version").exists():
        install = phrase("Run `sudo apt-get install -y --no-install-recommends {packages}`.")
    return CipherbenchError(
        phrase("Qt cannot be loaded"),
        phrase("The system reported: {why}."),
        install,
        why=str(error),
        packages=" ".join(dict.fromkeys(packages[each] for each in missing)),
    )


def _packages() -> dict[str, str]:
    """The Debian package of each library that Qt takes from the system."""
    lines = (files("assets") / "qt-libraries.txt").read_text("utf-8").splitlines()
    library_and_package = (line.split() for line in lines if not line.startswith("#"))
    return dict(library_and_package)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
