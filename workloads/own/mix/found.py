"""The load of a file, found without reading the rest: the window asks for it at each change."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from cattrs.errors import ClassValidationError, IterableValidationError

from engines.contract.errors import InputError, Unfit
from engines.looking.reading import read_text
from workloads.own.mix.said import LoadWork
from workloads.own.reading import MOST_MB, read_work
from workloads.toml.text import tables_in
from workloads.toml.values import structured

_NAMED = re.compile(r"""^[ \t]*(?:\[[ \t]*)?["']?load\b""", re.MULTILINE)
_TABLE = re.compile(r"^\[load\][ \t]*(?:#.*)?$", re.MULTILINE)
_NEXT = re.compile(r"^[ \t]*\[", re.MULTILINE)


def load_of(file: Path) -> LoadWork | None:
    """None where a file has none.

    Raises: InputError
    """
    try:
        looked = file.stat()
    except (OSError, ValueError):
        return read_work(file, statements=False).load  # which says why it cannot be read
    return _found(str(file), looked.st_mtime_ns, looked.st_size)


@lru_cache(8)
def _found(path: str, changed: int, size: int) -> LoadWork | None:
    del changed, size
    try:
        text = read_text(Path(path), MOST_MB)
        if not _NAMED.search(text):
            return None
        if (table := _alone(text)) is not None:
            return structured(tables_in(table), LoadWork)
    except (OSError, Unfit, ClassValidationError, IterableValidationError, ValueError, InputError):
        pass  # what is wrong is said by who reads all of it
    return read_work(Path(path), statements=False).load


def _alone(text: str) -> str | None:
    """What stands in the table; None where the text names it in another way, or more than once."""
    begun = _TABLE.search(text)
    if begun is None or len(_NAMED.findall(text)) > 1:
        return None
    following = _NEXT.search(text, begun.end())
    return text[begun.end() : following.start() if following else None]
