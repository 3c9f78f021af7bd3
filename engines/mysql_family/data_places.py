"""Where MariaDB and MySQL write, by the settings that both have: data, logs, binary log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName, data_root, local_path
from engines.contract.endpoint import Endpoint
from engines.contract.message import Message
from engines.inspection.process_places import message_log
from engines.mysql_family.session import FamilySession

_FILES = {
    "log_bin_basename": PlaceName.BINARY_LOG,
    "log_error": PlaceName.SERVER_LOG,
    "general_log_file": PlaceName.SERVER_LOG,
    "slow_query_log_file": PlaceName.SERVER_LOG,
}
_FOLDERS = (
    "datadir", "tmpdir", "innodb_undo_directory", "innodb_log_group_home_dir",
    "innodb_data_home_dir",
)  # fmt: skip
_STDERR = "stderr"


class ReportedPlaces:
    """Where a server says that things are; `more` names settings beside those that both have."""

    def __init__(
        self, session: FamilySession, endpoint: Endpoint, more: Iterable[str] = ()
    ) -> None:
        self._endpoint = endpoint
        self._settings = settings(session, (*_FOLDERS, *_FILES, *more))
        root = data_root(endpoint, lambda: self._settings.get("datadir"))
        self.root: str | Message = (root.rstrip("/") or "/") if isinstance(root, str) else root
        """The folder of data as this machine sees it, or why it does not."""

    def folder(self, setting: str) -> str:
        """The folder that a setting names, as this machine sees it; that of data by itself."""
        datadir = self._datadir
        path = datadir / self._settings.get(setting, "")
        if path == datadir or not self._settings.get(setting):
            return str(self.root)
        return local_path(self._endpoint, str(path))

    def files(self, more: Mapping[str, PlaceName] | None = None) -> tuple[DataPlace, ...]:
        """Files whose path a setting contains; `more` are settings beside those that both have."""
        found = []
        for setting, name in {**_FILES, **(more or {})}.items():
            if (path := self._settings.get(setting)) and path != _STDERR:
                suffix = ".*" if name is PlaceName.BINARY_LOG else ""
                found.append(self.file(name, path, suffix))
        if self._settings.get("log_error", _STDERR) == _STDERR:
            found.append(message_log(self._endpoint))
        return tuple(found)

    def file(self, name: PlaceName, file_path: str, suffix: str = "") -> DataPlace:
        """A file of this path, which may lie in the folder of data."""
        path = self._datadir / file_path
        inside = path.parent == self._datadir
        parent = str(self.root) if inside else local_path(self._endpoint, str(path.parent))
        return DataPlace(name, parent, (path.name + suffix,))

    @property
    def _datadir(self) -> Path:
        return Path(self._settings.get("datadir", str(self.root)))


def settings(session: FamilySession, names: Iterable[str]) -> Mapping[str, str]:
    """Those of the named settings that say something."""
    listed = ", ".join(f"'{name}'" for name in names)
    rows = session.fetch(f"show global variables where variable_name in ({listed})")
    return {str(name): str(value) for name, value in rows if value not in (None, "", "NULL")}


def is_seen(endpoint: Endpoint) -> bool:
    """Whether the paths that a server tells are paths of files that this machine can reach."""
    if endpoint.container:
        return endpoint.pid is not None
    return endpoint.data is not None
