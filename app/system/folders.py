"""Where the program keeps its files, and its log.

Free of heavy libraries: the window asks before its first paint, each worker as it starts.
"""

from __future__ import annotations

import logging
import os
import warnings
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path, user_runtime_path

from app.system.terminal_text import visible
from engines.contract.message import Message, phrase
from engines.contract.secrecy import redacted
from engines.platform.private_files import open_private, private_folder


def default_store_file() -> Path:
    """The results store that is used when none is named."""
    return (_named_home() or user_data_path("cipherbench")) / "cipherbench.sqlite"


def spool_folder() -> Path:
    """Where results are kept as well until a store was seen to hold them."""
    return (_named_home() or user_data_path("cipherbench")) / "spool"


def core_locks_folder() -> Path:
    """Where programs of one user tell each other which cores they measure on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a session that names no such folder
        return (_named_home() or user_runtime_path("cipherbench")) / "cores"


def log_file() -> Path:
    """The log: tracebacks go there and nowhere else."""
    return (_named_home() or user_log_path("cipherbench")) / "cipherbench.log"


def see_log() -> Message:
    """The hint of every error whose traceback is in the log."""
    return phrase("See the log file {log}.", log=log_file())


def config_folder() -> Path:
    """Where saved connections are; CIPHERBENCH_CONFIG overrides it."""
    if named := os.environ.get("CIPHERBENCH_CONFIG"):
        return Path(named)
    home = _named_home()
    return home / "config" if home else user_config_path("cipherbench")


def studies_folder() -> Path:
    return config_folder() / "studies"


def lessons_folder() -> Path:
    return config_folder() / "lessons"


def frequencies_folder() -> Path:
    """Folder of the tables of frequencies that the user opened in the pattern lab."""
    return config_folder() / "frequencies"


def profiles_folder() -> Path:
    """Folder of the user's profiles for reports."""
    return config_folder() / "profiles"


def log_to_file() -> None:
    """Send this process's log to the log file; without a writable folder there is no log.

    One handler: several would write each line as often, and move the file away one after the
    other when it is full, until its last lines are gone.
    """
    path = log_file()
    for known in logging.getLogger().handlers[:]:
        if isinstance(known, _PrivateLog):
            if known.baseFilename == str(path.absolute()):
                return
            logging.getLogger().removeHandler(known)
            known.close()
    logging.raiseExceptions = False  # a log on a full disk is no matter for the terminal
    try:
        private_folder(path.parent)
        handler = _PrivateLog(path, maxBytes=1_000_000, backupCount=2, delay=True)
    except OSError:
        logging.getLogger().addHandler(logging.NullHandler())
        return
    handler.setFormatter(_Discreet("%(asctime)s %(process)d %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)


class _PrivateLog(RotatingFileHandler):
    """A log that its user alone reads, never written through a link to elsewhere."""

    def _open(self) -> TextIOWrapper:
        handle = open_private(self.baseFilename, os.O_WRONLY | os.O_APPEND)
        return open(handle, "a", encoding="utf-8", errors="backslashreplace")  # noqa: PTH123

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 logging's name
        """What cannot be logged is lost: the terminal is no place for it."""


class _Discreet(logging.Formatter):
    """Takes out of message, exception and traceback what this process keeps secret."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(redacted(super().format(record)), keep="\n\t")


def _named_home() -> Path | None:
    named = os.environ.get("CIPHERBENCH_HOME")
    return Path(named) if named else None
