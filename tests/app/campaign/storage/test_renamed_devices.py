"""What a data directory lies on is compared; how the device is called this time is told."""

from __future__ import annotations

import pytest

from app.campaign.conditions import server_differences
from app.results.records import ServerRecord
from engines.contract.capability import DATA_LIES_ON


@pytest.mark.parametrize(
    ("then", "now", "matters"),
    [
        ("not encrypted; ext4 on /dev/sda1", "not encrypted; ext4 on /dev/sdb1", False),
        (
            "encrypted by dm-crypt (aes-xts-plain64, 256 bits); ext4 on /dev/mapper/a",
            "encrypted by dm-crypt; ext4 on /dev/mapper/a",
            False,
        ),
        ("not encrypted; ext4 on /dev/sda1", "not encrypted; xfs on /dev/sda1", True),
        (
            "encrypted by dm-crypt (LUKS2); ext4 on /dev/dm-0",
            "not encrypted; ext4 on /dev/dm-0",
            True,
        ),
    ],
)
def test_that_a_device_that_is_called_otherwise_is_no_other_condition(
    then: str, now: str, matters: bool
) -> None:
    before, after = (
        ServerRecord("db", "postgresql", "local", "17", {DATA_LIES_ON: said})
        for said in (then, now)
    )
    [difference] = server_differences(before, after)
    assert difference.matters is matters
