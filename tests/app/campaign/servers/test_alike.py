"""Which cores are of a kind, and what a campaign is called that goes on under other conditions."""

from __future__ import annotations

from pathlib import Path

from app.campaign.machine.cpu_allowance import same_kinds_of_core
from app.campaign.servers.conditions import free_name


def test_that_cores_are_alike_as_far_as_they_are_of_a_kind(tmp_path: Path) -> None:
    for number, file in enumerate(("cpufreq/cpuinfo_max_freq", "cpu_capacity")):
        devices = tmp_path / str(number)
        for core in range(4):
            fact = devices / f"system/cpu/cpu{core}" / file
            fact.parent.mkdir(parents=True)
            fact.write_text("1024\n" if core < 2 else "512\n")
        assert_that_halves_differ(devices)
    for name, cores in (("cpu_core", "0-1\n"), ("cpu_atom", "2-3\n")):
        (tmp_path / "hybrid" / name).mkdir(parents=True)
        (tmp_path / "hybrid" / name / "cpus").write_text(cores)
    assert_that_halves_differ(tmp_path / "hybrid")


def assert_that_halves_differ(devices: Path) -> None:
    """Cores 0 and 1 are of one kind, 2 and 3 of another."""
    assert same_kinds_of_core("0", "1", devices) and same_kinds_of_core("0, 2", "1, 3", devices)
    assert not same_kinds_of_core("0", "2", devices) and not same_kinds_of_core(
        "0-1", "1-2", devices
    )


def test_that_more_cores_or_none_that_can_be_read_are_not_alike() -> None:
    assert (
        not same_kinds_of_core("0", "0-1")
        and not same_kinds_of_core("0", "none")
        and same_kinds_of_core("none", "none")
    )
    assert not same_kinds_of_core("0", "0-99999999999")


def test_that_a_new_name_is_one_that_nobody_has() -> None:
    assert free_name("disks", ["disks"]) == "disks (2)"
    assert free_name("disks (2)", ["disks", "disks (2)", "disks (3)"]) == "disks (4)"
