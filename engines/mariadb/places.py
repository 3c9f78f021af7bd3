"""Where MariaDB with InnoDB keeps things on disk, and where its tablespace keys lie."""

from __future__ import annotations

from engines.contract.data_place import DataPlace, PlaceName, rest_of, seen, unseen
from engines.contract.endpoint import Endpoint
from engines.looking.mapped import mapped_places
from engines.looking.opened_places import with_layers
from engines.looking.reading import open_ordinary
from engines.mariadb.tablespace import KEY_IDS
from engines.mysql_family.places import ReportedPlaces, is_seen, settings
from engines.mysql_family.session import FamilySession

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_KEYS_SETTING = "file_key_management_filename"


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    reported = ReportedPlaces(session, endpoint, (_KEYS_SETTING,))
    root = reported.root
    if not isinstance(root, str):
        return unseen(_NAMES, root)
    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), holds_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            reported.folder("innodb_log_group_home_dir"),
            ("ib_logfile*", "ib_redo*"),
            holds_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, reported.folder("innodb_undo_directory"), ("undo0*",)),
        # Holds the doublewrite buffer, and the undo log where that has no files of its own.
        DataPlace(
            PlaceName.SYSTEM, reported.folder("innodb_data_home_dir"), ("ibdata*", "*.dblwr")
        ),
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", "#innodb_temp/*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, reported.folder("tmpdir"), ("#sql*", "ML*")),
        DataPlace(PlaceName.ARIA_LOG, root, ("aria_log*",)),
        *reported.files({_KEYS_SETTING: PlaceName.KEYS}),
    )
    others = rest_of(root, inside, besides=("*/*",))
    return with_layers((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint, bits: int | None) -> bytes | None:
    """The key that seals tables of ours, read where the server reads it; None where we cannot, or
    where its file is sealed itself."""
    path = settings(session, (_KEYS_SETTING,)).get(_KEYS_SETTING)
    if not path or not is_seen(endpoint):
        return None
    wanted = KEY_IDS.get(bits or 0, 1)
    try:
        with open_ordinary(seen(endpoint, path)) as file:
            lines = file.read(_LONGEST_KEYS).decode().splitlines()
        keys = dict(line.split(";", 1) for line in lines if ";" in line)
        return bytes.fromhex(keys[str(wanted)])
    except (OSError, ValueError, KeyError):
        return None


_LONGEST_KEYS = 1_000_000
"""Bytes: a server may name any file."""
