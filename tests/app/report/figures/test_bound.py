"""How much of a cost the raw cipher can explain."""

from __future__ import annotations

import pytest

from app.report.figures.campaign_report import EncryptedValues, cipher_bound
from app.results.records import RawCipherSpeed


def speed(block: int, bytes_per_second: float) -> RawCipherSpeed:
    return RawCipherSpeed(1, "openssl", "aes", 128, "cbc", block, bytes_per_second)


SPEEDS = [speed(16384, 4e9), speed(16, 2e8), speed(64, 1e9)]


def test_that_the_share_is_the_time_of_the_raw_cipher_over_the_time_that_it_took_longer() -> None:
    found = cipher_bound(EncryptedValues(count=100_000, bytes=2_000_000), SPEEDS, extra_seconds=0.5)
    assert found is not None
    assert found.raw_seconds == pytest.approx(2_000_000 / 2e8)
    assert found.share_percent == pytest.approx(2.0)
    assert str(found.message("aes-128-cbc", "INSERT")) == (
        "The raw cipher explains at most 2.0 % of the cost of aes-128-cbc for INSERT. 100,000 "
        "values (2 MB) take 10 ms at 200 MB/s, in blocks of 16 bytes; the operation took 500 ms "
        "longer."
    )


@pytest.mark.parametrize(("mean", "block"), [(8, 16), (20, 16), (64, 64), (9_000, 64)])
def test_that_the_speed_is_that_of_blocks_no_longer_than_the_values(mean: int, block: int) -> None:
    found = cipher_bound(EncryptedValues(10, 10 * mean), SPEEDS, 1.0)
    assert found is not None and found.speed.block == block


def test_that_a_cipher_that_takes_longer_than_all_of_the_cost_can_explain_all_of_it() -> None:
    found = cipher_bound(EncryptedValues(10, 2_000_000), [speed(16, 1e6)], extra_seconds=1.5)
    assert found is not None and found.share_percent == pytest.approx(133.33, abs=0.01)
    assert "can explain the whole cost" in str(found.message("aes", "INSERT"))


def test_that_nothing_is_explained_where_an_operation_took_no_longer() -> None:
    found = cipher_bound(EncryptedValues(10, 200), SPEEDS, extra_seconds=-0.1)
    assert found is not None and found.share_percent is None
    assert "there is no cost to explain" in str(found.message("aes-128-cbc", "DELETE"))


def test_that_a_value_shorter_than_any_block_takes_as_long_as_the_shortest() -> None:
    found = cipher_bound(EncryptedValues(count=1_000, bytes=4_000), SPEEDS, 1.0)
    assert found is not None and found.raw_seconds == pytest.approx(1_000 * 16 / 2e8)


def test_that_there_is_no_bound_without_a_speed_or_without_values() -> None:
    assert cipher_bound(EncryptedValues(10, 200), [], 1.0) is None
    assert cipher_bound(EncryptedValues(0, 0), SPEEDS, 1.0) is None


def test_that_values_are_as_long_as_their_mode_makes_them() -> None:
    lengths = {7: 2.0, 16: 1.0}
    assert EncryptedValues.of(lengths, "cbc") == EncryptedValues(3, 2 * 16 + 32)
    assert EncryptedValues.of(lengths, "gcm") == EncryptedValues(3, 2 * 7 + 16)
    assert EncryptedValues.of({}, "cbc") == EncryptedValues(0, 0)
