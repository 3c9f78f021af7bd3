"""What lies under a data directory: real mounts where they can be had, else recorded trees."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.base.capability import DATA_LIES_ON, Capabilities, add_layers
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Endpoint, Source
from engines.contract.protection import PLAINTEXT, Cipher
from engines.inspection.filesystem import Layer, Layers, layers_under
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.conftest import Servers
from tests.gocryptfs import GOCRYPTFS, run
from tests.requirements import lacking, spec_of
from tests.workloads.ward import HOSPITAL, OPERATIONS, Ward, hospital_options

MARKER = "marker text that must not lie on a disk"


@pytest.fixture(scope="module")
def folder(home: Path) -> Iterator[Path]:
    """A folder that the serving user can pass through."""
    made = Path(tempfile.mkdtemp(prefix="layers-", dir=home))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def server_on_it(gocryptfs: tuple[Path, Path]) -> Iterator[Server]:
    spec = spec_of("postgresql")
    with prepared_once(elsewhere=True):
        server = open_server(
            ServerSpec("sealed", spec.source, "postgresql", data_directory=str(gocryptfs[0]))
        )
    yield server
    server.close()


def test_that_gocryptfs_is_reported_with_its_cipher(gocryptfs: tuple[Path, Path]) -> None:
    plain, cipher = gocryptfs
    layers = layers_under(plain)
    assert (layers.kind, layers.device) == (Layer.GOCRYPTFS, str(cipher))
    assert Path(layers.mount_point) == plain
    assert Cipher("gocryptfs", 256, "filesystem") in layers.ciphers
    assert str(layers.description) == f"encrypted by gocryptfs (AES-256-GCM); gocryptfs on {cipher}"
    assert layers_under(cipher).kind is not Layer.GOCRYPTFS


@pytest.mark.slow
def test_that_a_server_on_gocryptfs_can_be_planned_under_it_and_another_cannot(
    server_on_it: Server, servers: Servers, gocryptfs: tuple[Path, Path]
) -> None:
    """The encrypted files are looked into apart from those of the server: tests/app/evidence."""
    answers = server_on_it.probe()
    assert answers.why_not(GOCRYPTFS, "cbc") is None
    assert answers.settings[DATA_LIES_ON] == str(answers.layers)
    assert "gocryptfs" in str(answers.layers)
    engine, end = server_on_it.engine, server_on_it.endpoint
    places = {each.name: each for each in engine.catalogue.data_places(end, end.database or "")}
    encrypted = places[PlaceName.CIPHER_FOLDER]
    assert (encrypted.root, encrypted.opened) == (str(gocryptfs[1]), False)
    assert places[PlaceName.DATA].opened
    elsewhere = servers["postgresql"].probe()
    if Cipher("gocryptfs", 256, "filesystem") in elsewhere.storage:
        pytest.skip("the whole test lies on gocryptfs")
    output = str(elsewhere.why_not(GOCRYPTFS, "cbc"))
    assert "not support storage encryption by gocryptfs-256" in output
    assert elsewhere.settings[DATA_LIES_ON] in output


@pytest.mark.slow
@pytest.mark.exhaustive  # what lies below a server: tests/app/evidence/test_evidence.py
def test_that_the_hospital_runs_there_and_its_text_is_encrypted_below(
    server_on_it: Server, gocryptfs: tuple[Path, Path]
) -> None:
    plain, cipher = gocryptfs
    ward = Ward(server_on_it, GOCRYPTFS, hospital_options(20, seed=1))
    try:
        first, *others = OPERATIONS
        assert ward.operate(first)[0] > 0
        ward.execute("create table marked (word text)", f"insert into marked values ('{MARKER}')")
        ward.execute("checkpoint")
        assert holds(plain, MARKER)
        assert not holds(cipher, MARKER)
        assert all(ward.operate(name)[0] > 0 for name in others)
    finally:
        server_on_it.engine.catalogue.drop_database(server_on_it.endpoint, ward.name)


def holds(folder: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_that_an_engine_inside_the_program_runs_on_it_as_well(gocryptfs: tuple[Path, Path]) -> None:
    spec = ServerSpec("s", Source.EMBEDDED, "sqlite", data_directory=str(gocryptfs[0]))
    server = open_server(spec)
    try:
        assert server.probe().why_not(GOCRYPTFS, "") is None
        end = server.engine.encryption.storage_endpoint(
            server.endpoint, GOCRYPTFS, HOSPITAL.keying(256, sound=True)
        )
        assert end == server.endpoint, "SQLite is not asked to seal a second time"
    finally:
        server.close()


@pytest.fixture
def loop(folder: Path) -> Iterator[Path]:
    """An ext4 that knows fscrypt, mounted from a file by a loop device."""
    image, point = folder / "image", folder / "mounted"
    try:
        image.write_bytes(b"")
        os.truncate(image, 64 << 20)
        run("mkfs.ext4", "-q", "-O", "encrypt", image)
        point.mkdir()
        run("mount", "-o", "loop", image, point)
    except OSError as error:
        lacking("fscrypt", f"no loop device can be mounted here: {error}")
    yield point
    run("umount", point)
    point.rmdir()
    image.unlink()


# <linux/fscrypt.h>
ADD_KEY, SET_POLICY = 0xC0506617, 0x800C6613


def encrypt_by_fscrypt(mount: Path, directory: Path, contents: int, names: int) -> None:
    """Add a random key to a file system and set a policy of version 2 on an empty directory."""
    # struct fscrypt_add_key_arg: type 2 (identifier), 36 bytes for it, size, key_id, 8 reserved
    order = bytearray(80 + 64)
    order[0:4] = (2).to_bytes(4, "little")
    order[40:44] = (64).to_bytes(4, "little")
    order[80:] = os.urandom(64)
    on(mount, ADD_KEY, order)
    on(directory, SET_POLICY, bytearray([2, contents, names, 0, 0, 0, 0, 0]) + order[8:24])


def on(path: Path, request: int, argument: bytearray) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        buffer = (ctypes.c_char * len(argument)).from_buffer(argument)
        fcntl.ioctl(handle, request, buffer, True)
    finally:
        os.close(handle)


@pytest.mark.parametrize(
    ("contents", "names", "cipher", "bits"),
    [(1, 4, "AES-256-XTS", 256), (5, 6, "AES-128-CBC", 128)],
)
def test_that_fscrypt_is_reported_for_the_folder_that_has_a_policy(
    loop: Path, contents: int, names: int, cipher: str, bits: int
) -> None:
    encrypted = loop / "sealed"
    encrypted.mkdir()
    try:
        encrypt_by_fscrypt(loop, encrypted, contents, names)
    except OSError as error:
        lacking("fscrypt", f"this kernel sets no such policy: {error}")
    (encrypted / "below").mkdir()
    layers = layers_under(encrypted / "below")
    assert (layers.kind, layers.filesystem) == (Layer.FSCRYPT, "ext4")
    assert Cipher("fscrypt", bits, "filesystem") in layers.ciphers
    assert f"fscrypt ({cipher})" in str(layers.description)
    assert layers_under(loop).kind is not Layer.FSCRYPT


def test_that_a_loop_device_is_followed_to_the_file_below(
    gocryptfs: tuple[Path, Path], folder: Path
) -> None:
    image, point = gocryptfs[0] / "image", folder / "through"
    point.mkdir()
    try:
        image.write_bytes(b"")
        os.truncate(image, 8 << 20)
        run("mkfs.ext4", "-q", image)
        run("mount", "-o", "loop", image, point)
    except OSError as error:
        lacking("fscrypt", f"no loop device can be mounted here: {error}")
    try:
        assert layers_under(point).kind is Layer.GOCRYPTFS
    finally:
        run("umount", point)
        image.unlink()


LUKS = "CRYPT-LUKS2-0f6c4d1e6f3b4bb0a3c1f9a2f60e7d55-sda3_crypt"
LVM = "LVM-4dXkVtFzQyqsy6m0pWqzYb0PqWwV3uGzq0vY6QJ8cQmG1n5mF2y3T4r5E6w7Q8a9"


class Machine:
    """The part of /proc, /sys and /dev that is read, laid out as Linux lays it out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data = root / "data"
        for made in ("proc/self", "sys/dev/block", "sys/class/block", "dev/mapper", "data"):
            (root / made).mkdir(parents=True)

    def device(self, name: str, number: str, uuid: str = "", slaves: tuple[str, ...] = ()) -> None:
        folder = self.root / "sys/devices/virtual/block" / name
        (folder / "slaves").mkdir(parents=True)
        if uuid:
            (folder / "dm").mkdir()
            (folder / "dm/uuid").write_text(uuid + "\n")
        for slave in slaves:
            (folder / "slaves" / slave).symlink_to(self.at(slave))
        self.known(name, number, folder)

    def disk(self, name: str, number: str, partition: str, its_number: str) -> None:
        folder = self.root / "sys/devices/pci0000:00/block" / name
        (folder / partition).mkdir(parents=True)
        (folder / partition / "partition").write_text("3\n")
        self.known(name, number, folder)
        self.known(partition, its_number, folder / partition)

    def known(self, name: str, number: str, folder: Path) -> None:
        (self.root / "sys/dev/block" / number).symlink_to(folder)
        (self.root / "sys/class/block" / name).symlink_to(folder)

    def at(self, name: str) -> Path:
        return (self.root / "sys/class/block" / name).resolve()

    def mounted(self, number: str, kind: str, source: str, options: str = "rw") -> Layers:
        lines = (
            "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
            f"30 21 {number} / {self.data} rw,noatime shared:7 - {kind} {source} {options}",
        )
        (self.root / "proc/self/mountinfo").write_text("\n".join(lines) + "\n")
        return layers_under(self.data, self.root)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A laptop as installers leave it: LVM over LUKS over the third partition."""
    made = Machine(tmp_path / "a machine")
    made.data = tmp_path / "data"
    made.data.mkdir()
    made.disk("sda", "8:0", "sda3", "8:3")
    made.device("dm-0", "253:0", LUKS, ("sda3",))
    made.device("dm-1", "253:1", LVM, ("dm-0",))
    return made


def test_that_luks_is_found_below_a_logical_volume(machine: Machine) -> None:
    layers = machine.mounted("253:1", "xfs", "/dev/mapper/vg-data")
    assert layers.kind is Layer.DM_CRYPT
    assert layers.ciphers == {Cipher("dm-crypt", 0, "filesystem")}
    assert str(layers.description) == "encrypted by dm-crypt (LUKS2); xfs on /dev/mapper/vg-data"


def test_that_a_plain_partition_next_to_it_is_not_encrypted(machine: Machine) -> None:
    layers = machine.mounted("8:3", "xfs", "/dev/sda3")
    assert (layers.kind, layers.ciphers) == (Layer.NONE, frozenset())


def test_that_btrfs_is_followed_by_the_name_of_its_device(machine: Machine) -> None:
    (machine.root / "dev/mapper/vg-data").symlink_to("../dm-1")
    layers = machine.mounted("0:42", "btrfs", "/dev/mapper/vg-data")
    assert layers.kind is Layer.DM_CRYPT


def test_that_a_mirror_counts_only_when_both_halves_are_encrypted(machine: Machine) -> None:
    machine.device("dm-2", "253:2", LUKS.replace("sda3", "sdb3"), ("sda3",))
    machine.device("md0", "9:0", slaves=("dm-0", "dm-2"))
    machine.device("md1", "9:1", slaves=("dm-0", "sda3"))
    assert machine.mounted("9:0", "xfs", "/dev/md0").kind is Layer.DM_CRYPT
    assert machine.mounted("9:1", "xfs", "/dev/md1").kind is Layer.NONE


def test_that_what_only_checks_integrity_does_not_encrypt(machine: Machine) -> None:
    machine.device("dm-3", "253:3", "CRYPT-VERITY-0f6c4d1e6f3b4bb0a3c1f9a2f60e7d55-x", ("sda3",))
    assert machine.mounted("253:3", "xfs", "/dev/dm-3").kind is Layer.NONE


@pytest.mark.parametrize(
    ("kind", "source", "options", "layer", "bits"),
    [
        ("ecryptfs", "/nowhere", "rw,ecryptfs_cipher=aes,ecryptfs_key_bytes=16", "ecryptfs", 128),
        ("fuse.encfs", "encfs", "rw,user_id=0", "encfs", 0),
        ("fuse.cryfs", "cryfs@/nowhere", "rw,user_id=0", "cryfs", 0),
    ],
)
def test_that_stacked_file_systems_are_reported(
    machine: Machine, kind: str, source: str, options: str, layer: str, bits: int
) -> None:
    layers = machine.mounted("0:50", kind, source, options)
    assert layers.kind == layer
    assert layers.ciphers == {Cipher(layer, bits, "filesystem")}


@pytest.mark.parametrize(
    ("kind", "source"),
    [("zfs", "tank/data"), ("nfs4", "host:/x"), ("overlay", "overlay"), ("9p", "share")],
)
def test_that_nothing_is_claimed_of_what_cannot_be_looked_into(
    machine: Machine, kind: str, source: str
) -> None:
    layers = machine.mounted("0:51", kind, source)
    assert layers.kind is Layer.UNKNOWN
    assert str(layers.description) == f"encryption unknown; {kind} on {source}"


def test_that_memory_is_not_encrypted_and_says_what_it_is(machine: Machine) -> None:
    layers = machine.mounted("0:52", "tmpfs", "tmpfs", "rw,size=4m")
    assert (layers.kind, str(layers.description)) == (Layer.NONE, "not encrypted; tmpfs on tmpfs")


def test_that_the_mount_made_last_and_names_with_spaces_are_understood(machine: Machine) -> None:
    machine.data = machine.data / "my disk"
    machine.data.mkdir()
    escaped = str(machine.data).replace(" ", "\\040")
    (machine.root / "proc/self/mountinfo").write_text(
        f"30 1 8:3 / {escaped} rw - ext4 /dev/sda3 rw\n"
        f"31 1 253:1 / {escaped} rw shared:4 master:1 - ext4 /dev/mapper/my\\040crypt rw\n"
        f"32 1 8:3 / {escaped}2 rw - ext4 /dev/sda3 rw\n"
    )
    layers = layers_under(machine.data / "deep", machine.root)
    assert (layers.kind, layers.device) == (Layer.DM_CRYPT, "/dev/mapper/my crypt")


def test_that_a_mount_may_be_named_by_any_bytes(machine: Machine) -> None:
    """As a stick or a share that somebody has named in another encoding."""
    here, foreign = os.fsencode(machine.data), b"/media/M\xfcll\x0b\x85"
    (machine.root / "proc/self/mountinfo").write_bytes(
        b"30 1 253:1 / %b rw - ext4 /dev/mapper/crypt rw\n"
        b"31 1 0:52 / %b rw - fuse.gocryptfs %b rw\n" % (here, foreign, foreign)
    )
    assert layers_under(machine.data, machine.root).kind is Layer.DM_CRYPT
    there = layers_under(Path(os.fsdecode(foreign)), machine.root)
    assert there.kind is Layer.GOCRYPTFS and there.device == os.fsdecode(foreign)
    for report in (there.code, str(there.description)):
        assert "/media/M\\xfcll" in report and report.encode(), "a store takes no other text"


def test_that_data_out_of_sight_are_reported_as_not_known(tmp_path: Path) -> None:
    answers = add_layers(Capabilities("1"), Endpoint("postgresql", host="far.example"))
    assert answers.settings[DATA_LIES_ON].startswith("unknown")
    assert not answers.storage
    assert layers_under(tmp_path, tmp_path / "no linux").kind is Layer.UNKNOWN


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_that_a_server_at_an_address_on_this_machine_is_looked_under(
    servers: Servers, engine: str
) -> None:
    end = servers[engine].endpoint
    reached = open_server(
        ServerSpec("a", Source.ADDRESS, engine, socket=end.socket, port=end.port, user=end.user)
    )
    assert end.data and reached.endpoint.data
    assert Path(reached.endpoint.data) == Path(end.data)
    reached.close()
    assert Path(end.data).is_dir()
    wanted = servers[engine].probe().settings[DATA_LIES_ON]
    assert reached.probe().settings[DATA_LIES_ON] == wanted
    assert PLAINTEXT.below_server is False
