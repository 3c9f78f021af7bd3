"""What a data directory lies on is compared; how the device is called this time is told."""

from __future__ import annotations

import pytest

from app.campaign.servers.conditions import initial_conditions, server_differences
from app.results.records import ServerRecord, SessionRecord
from engines.base.capability import DATA_LIES_ON
from engines.inspection.filesystem import EncryptionLayer, Layer, Layers

DM_CRYPT = EncryptionLayer(Layer.DM_CRYPT, "LUKS2")
SDA = Layers("ext4", "/dev/sda1", "/")
ENCRYPTED = Layers(
    "ext4", "/dev/mapper/a", "/", (EncryptionLayer(Layer.DM_CRYPT, "aes-xts-plain64", 256),)
)
UNSEEN = Layers()


def record(layers: Layers) -> ServerRecord:
    settings = {DATA_LIES_ON: str(layers.description)}
    return ServerRecord("db", "postgresql", "local", "17", settings, layers.code)


@pytest.mark.parametrize(
    ("then", "now", "matters"),
    [
        (SDA, Layers("ext4", "/dev/sdb1", "/"), False),
        (
            ENCRYPTED,
            Layers("ext4", "/dev/mapper/b", "/", (EncryptionLayer(Layer.DM_CRYPT),)),
            False,
        ),
        (UNSEEN, SDA, False),
        (SDA, UNSEEN, True),
        (SDA, Layers("xfs", "/dev/sda1", "/"), True),
        (SDA, Layers("ext4", "/dev/sda1", "/", (EncryptionLayer(Layer.UNKNOWN),)), True),
        (Layers("ext4", "/dev/dm-0", "/", (DM_CRYPT,)), Layers("ext4", "/dev/dm-0", "/"), True),
        (Layers("nfs", "one:/data", "/"), Layers("nfs", "other:/data", "/"), True),
        (
            Layers(
                "gocryptfs", "/seal", "/", (EncryptionLayer(Layer.GOCRYPTFS, "AES-256-GCM", 256),)
            ),
            Layers(
                "gocryptfs", "/seal", "/", (EncryptionLayer(Layer.GOCRYPTFS, "AES-256-SIV", 256),)
            ),
            True,
        ),
    ],
)
def test_that_a_device_that_is_called_otherwise_is_no_other_condition(
    then: Layers, now: Layers, matters: bool
) -> None:
    [difference] = server_differences(record(then), record(now))
    assert difference.matters is matters


def test_that_sessions_are_compared_with_what_was_first_seen_below_the_data() -> None:
    sessions = [
        SessionRecord(at, {}, "", (record(layers),))
        for at, layers in enumerate((UNSEEN, SDA, ENCRYPTED), 1)
    ]
    known = initial_conditions(sessions)
    assert known is not None and known.servers == (record(SDA),)
    assert initial_conditions(sessions[:1]) == sessions[0]
