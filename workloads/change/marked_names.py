"""Generated names that can be found on disk: each ends in its row's number and a tag that is new in
each run, so that names of an earlier run, which logs still hold, are not counted."""

from __future__ import annotations

import string
from collections.abc import Iterator
from hashlib import sha256

from engines.sql.statement import Value
from workloads.change.table_choice import changed_table
from workloads.contract import Setting

_TAG_LETTERS = 10


def tag_of(setting: Setting) -> str:
    """The tag of a run: no two neighbouring letters are equal, so that run-length compression
    leaves it in one piece."""
    tag = ""
    for byte in sha256(b"names" + setting.index_key).digest():
        letter = string.ascii_lowercase[byte % 26]
        if not tag.endswith(letter):
            tag += letter
    return tag[:_TAG_LETTERS]


def marked_rows(setting: Setting) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Key and values of each row as they are stored."""
    return changed_table(setting.options).rows(setting.records, tag_of(setting))
