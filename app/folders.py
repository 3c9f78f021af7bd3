"""Where the program keeps its files, and its log.

Free of heavy libraries: the window asks before its first paint, each worker as it starts.
"""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path


def default_store_file() -> Path:
    """The results store that is used when none is named."""
    return (_named_home() or user_data_path("cipherbench")) / "cipherbench.sqlite"


def log_file() -> Path:
    """The log: tracebacks go there and nowhere else."""
    return (_named_home() or user_log_path("cipherbench")) / "cipherbench.log"


def config_folder() -> Path:
    """Where saved connections are; CIPHERBENCH_CONFIG overrides it."""
    if named := os.environ.get("CIPHERBENCH_CONFIG"):
        return Path(named)
    home = _named_home()
    return home / "config" if home else user_config_path("cipherbench")


def log_to_file() -> None:
    """Send this process's log to the log file; without a writable folder there is no log."""
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=2, delay=True)
    except OSError:
        logging.getLogger().addHandler(logging.NullHandler())
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)


def _named_home() -> Path | None:
    named = os.environ.get("CIPHERBENCH_HOME")
    return Path(named) if named else None
