"""Users are the same for a seed, whatever machine and version draws them."""

from __future__ import annotations

from workloads.web_users.requests.users import random_64_bits


def test_that_numbers_of_seed_0_are_those_of_splitmix64() -> None:
    """The first outputs of its reference implementation."""
    known = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [random_64_bits(0, number) for number in (1, 2, 3)] == known
