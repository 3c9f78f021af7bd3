"""Galera: three MariaDB servers of ours on 127.0.0.1, each of which has every commit.

The first one begins the cluster, the others join it in turn with a copy of its files (state
transfer by rsync). Nodes know each other by the cluster's name, which is random and stands in a
file of the serving user's, and a copy is taken from whom knows the secret that its receiver sent
within the cluster.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Follower, Launch
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret
from engines.mariadb.tablespace import KEYS_NAME
from engines.mysql_family.session import FamilySession
from engines.servers.tcp_access import LOOPBACK, free_port

NODES = 3
_SETTINGS_FILE = "galera.cnf"
_STATE_TRANSFER = "rsync"
_LIBRARY = "libgalera_smm.so"
_FOLDERS = ("lib/galera", "lib64/galera-4", "lib64/galera", "lib/galera-4", "lib")
"""As Debian, Red Hat, SUSE and archives have it, below the folder above the programs."""
REJOINING = "loose-skip-wsrep-new-cluster"
"""Has a first node that is started again join the others."""


@dataclass(frozen=True)
class _Cluster:
    library: Path
    name: str = field(repr=False)
    keys: Mapping[str, str] = field(repr=False)
    """The files with keys of its tables, which all nodes need."""
    ports: tuple[int, ...]

    def node(self, number: int, own: Launch, directory: Path) -> Launch:
        """A node of this number, served as by its `own` launch otherwise."""
        assert own.serve is not None
        program, *served = (each for each in own.serve if each != "--no-defaults")
        return replace(
            own,
            files={
                **own.files,
                _SETTINGS_FILE: f"[mysqld]\nwsrep_cluster_name={self.name}\n",
                **self.keys,
            },
            prepare=() if number else own.prepare,
            serve=(
                program, f"--defaults-file={directory / _SETTINGS_FILE}", *served,
                *(f"--{each}" for each in self._options(number)),
            ),
        )  # fmt: skip

    def _options(self, number: int) -> Iterator[str]:
        others = ",".join(f"{LOOPBACK}:{port}" for port in self.ports)
        provider = {
            "gmcast.listen_addr": f"tcp://{LOOPBACK}:{self.ports[number]}",
            "ist.recv_addr": f"{LOOPBACK}:{free_port()}",
        }
        yield from (
            "wsrep-on=ON", f"wsrep-provider={self.library}",
            f"wsrep-cluster-address=gcomm://{others}", f"wsrep-node-address={LOOPBACK}",
            f"wsrep-node-name=node{number + 1}", f"wsrep-sst-method={_STATE_TRANSFER}",
            f"wsrep-sst-receive-address={LOOPBACK}:{free_port()}",
            "wsrep-provider-options=" + ";".join(f"{key}={text}" for key, text in provider.items()),
            "binlog-format=ROW", "innodb-autoinc-lock-mode=2",
        )  # fmt: skip
        if number == 0:
            yield "wsrep-new-cluster"


def first_node(launch: Launch, directory: Path) -> tuple[Launch, tuple[Follower, ...]]:
    """The launch as the first node of a new cluster, and how the others join it.

    Raises: ServerUnavailable where Galera's library or rsync is not found
    """
    assert launch.serve is not None
    name = f"cipherbench_{secrets.token_hex(8)}"  # at most 32 characters
    register_secret(name)
    library = _library(Path(launch.serve[0]))
    if shutil.which(_STATE_TRANSFER) is None:
        raise ServerUnavailable(
            phrase("{program} not found", program=_STATE_TRANSFER),
            phrase("Galera's nodes join with a copy of files that {program} makes."),
            phrase("Install {program}, or choose the server without Galera."),
            program=_STATE_TRANSFER,
        )
    keys = {KEYS_NAME: launch.files[KEYS_NAME]} if KEYS_NAME in launch.files else {}
    cluster = _Cluster(library, name, keys, tuple(free_port() for _ in range(NODES)))
    others = tuple(partial(cluster.node, number) for number in range(1, NODES))
    return cluster.node(0, launch, directory), others


def _library(server: Path) -> Path:
    bases = server.resolve().parent.parent, Path("/usr")
    for library in (base / folder / _LIBRARY for base in bases for folder in _FOLDERS):
        if library.is_file():
            return library
    raise ServerUnavailable(
        phrase("Galera not found"),
        phrase("No library of Galera ({library}) was found."),
        phrase("Install the package galera-4, or choose the server without Galera."),
        library=_LIBRARY,
    )


_STATUS = (
    "wsrep_cluster_size", "wsrep_last_committed", "wsrep_replicated", "wsrep_replicated_bytes",
)  # fmt: skip
_STATE = "wsrep_local_state_comment"
_SYNCED = "Synced"
_WITHOUT_CLUSTER = ("", "Initialized")
"""States of a server that has no cluster, or not yet."""


@dataclass(frozen=True)
class NodeState:
    """What a node says: whether it has all that its cluster has, how many nodes that has, the
    number of the last write set it committed, and count and bytes of those that it sent."""

    synced: bool
    size: int
    committed: int
    sent: int
    sent_bytes: int

    def bytes_since(self, other: NodeState) -> float:
        """Of the write sets that this node has committed and the other has not, at the mean size of
        those that this one sent."""
        behind = max(0, self.committed - other.committed)
        return behind * self.sent_bytes / self.sent if self.sent else 0.0


def node_state(session: FamilySession) -> NodeState | None:
    """None of a server that is in no cluster."""
    names = ", ".join(f"'{name}'" for name in (_STATE, *_STATUS))
    asked = f"show global status where variable_name in ({names})"
    found = {str(name).lower(): str(value) for name, value in session.fetch(asked)}
    state = found.get(_STATE, "")
    if state in _WITHOUT_CLUSTER:
        return None
    return NodeState(state == _SYNCED, *(int(found[each]) for each in _STATUS))
