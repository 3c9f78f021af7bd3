"""Imports Procrastinate, the job queue in PostgreSQL; installed only with `cipherbench[hosts]`."""

from __future__ import annotations

from types import ModuleType

from engines.contract.errors import InputError
from engines.contract.message import phrase


def queue_library() -> ModuleType:
    """The package, with the modules of it that we use.

    Raises: InputError where it is missing
    """
    try:
        import procrastinate
        import procrastinate.schema
    except ImportError as error:
        raise InputError(
            phrase("Queue not installed"),
            phrase("Several machines need the package procrastinate, which is not installed."),
            phrase("Install it: `pip install 'cipherbench[hosts]'`."),
        ) from error
    return procrastinate
