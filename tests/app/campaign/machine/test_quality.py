"""From where on a run is called disturbed."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.machine.quality import MachineQuality, RunToll
from app.campaign.machine.surroundings import Meanwhile
from app.results.circumstances.disturbance import Cause, causes_of, joined
from app.results.events import OperationFinished
from tests.app.results.making import operation_finished


def toll(bound: bool = True, **seconds: float) -> RunToll:
    """What a run of a second had to share."""
    return RunToll(seconds=1.0, core_seconds=1.0, cores=frozenset({1} if bound else ()), **seconds)  # type: ignore[arg-type]


def causes(quality: MachineQuality, run: RunToll, apart: bool = True) -> set[Cause]:
    return causes_of(joined(list(quality.reasons("cell", run, apart=apart))))


def test_that_two_percent_are_noise_and_a_tenth_is_none() -> None:
    quality = MachineQuality()
    for part in (0.0, 0.02, 0.045):
        run = toll(others=part, stolen=part, throttled=part, canary=0.05)
        assert causes(quality, run) == set()
    run = toll(others=0.1, stolen=0.1, throttled=0.1)
    assert causes(quality, run) == {Cause.OTHERS, Cause.HOST, Cause.QUOTA}


def test_that_ticks_of_the_kernel_disturb_no_short_run() -> None:
    run = RunToll(seconds=0.1, core_seconds=0.1, cores=frozenset({1}), others=0.02, stolen=0.03)
    assert causes(MachineQuality(), run) == set()


def test_that_a_program_on_the_measuring_core_is_none_of_the_others() -> None:
    assert causes(MachineQuality(), toll(others=0.5), apart=False) == set()


def test_that_work_bound_to_no_core_is_judged_by_how_long_it_waits() -> None:
    quality = MachineQuality()
    for share in (0.3, 0.4, 0.35, 0.9, 0.3):  # too few are known
        assert causes(quality, toll(bound=False, others=0.5, waiting=share)) == set()
    assert causes(quality, toll(bound=False, waiting=0.55)) == set()
    assert causes(quality, toll(bound=False, waiting=0.65)) == {Cause.WAITING}
    assert causes(quality, toll(waiting=0.9)) == set()  # server and worker wait for each other


def test_that_a_core_that_is_slower_within_a_run_disturbs_it() -> None:
    quality = MachineQuality()
    slower, usual = [0.050, 0.071, 0.052], [0.051, 0.052, 0.046]
    assert not list(quality.reasons("cell", RunToll(within=slower), apart=True))  # none are known
    for _ in range(5):
        quality.canary_off(RunToll(canary=0.050))
    [said] = quality.reasons("cell", RunToll(within=slower), apart=True)
    assert str(said).endswith("off its median by 42 %")
    assert causes_of(joined([said])) == {Cause.WITHIN}
    assert not list(quality.reasons("cell", RunToll(within=usual), apart=True))


def test_that_a_canary_is_off_beyond_five_percent_of_the_median_of_those_before() -> None:
    quality = MachineQuality()
    for seconds in (0.050, 0.051, 0.049, 0.2, 0.05):
        assert quality.canary_off(RunToll(canary=seconds)) is None  # too few are known
    assert quality.canary_off(RunToll(canary=0.0520)) is None
    assert str(quality.canary_off(RunToll(canary=0.0560))).endswith("off its median by 11 %")
    assert quality.canary_off(RunToll(canary=0.0440)) is not None
    assert quality.canary_off(RunToll()) is None


def test_that_a_core_that_clocks_down_is_noticed() -> None:
    quality = MachineQuality()
    assert not any(causes(quality, toll(mhz=[3000.0, 2990.0])) for _ in range(5))  # type: ignore[arg-type]
    assert causes(quality, toll(mhz=[2400.0, 2500.0, 3000.0])) == {Cause.FREQUENCY}  # type: ignore[arg-type]


def test_that_switches_are_many_only_beside_those_of_the_same_cell() -> None:
    quality = MachineQuality()
    for count in (40, 50, 45, 60, 50):
        assert causes(quality, RunToll(switches=count)) == set()
    assert causes(quality, RunToll(switches=140)) == set()
    assert causes(quality, RunToll(switches=160)) == {Cause.SWITCHES}
    assert not list(quality.reasons("another cell", RunToll(switches=900), apart=True))


def finished(server_cpu: float | None, worker_cpu: float | None) -> OperationFinished:
    event = operation_finished(1, "INSERT")
    return OperationFinished(
        **{**vars(event), "server_cpu_s": server_cpu, "worker_cpu_s": worker_cpu}
    )


def test_that_what_is_not_idle_stolen_or_ours_is_the_others() -> None:
    meanwhile = Meanwhile(1.0, (1,), 0.3, 0.1, None, None, counted=True)
    run = RunToll()
    run.add(finished(0.2, 0.25), meanwhile, throttled=0.0)
    assert round(run.others, 6) == 0.15 and run.stolen == 0.1 and run.cores == {1}
    unhurt = replace(meanwhile, queued=0.0)  # they were at work while we waited for a disk
    run.add(finished(0.2, 0.25), unhurt, throttled=0.0)
    assert round(run.others, 6) == 0.15
    run.add(finished(None, None), meanwhile, throttled=0.0)  # nobody has counted
    assert round(run.others, 6) == 0.15
    unseen = Meanwhile(1.0, (1,), 0.3, 0.1, None, None, counted=False)
    run.add(finished(None, 0.25), unseen, throttled=0.0)  # a server that may be on that core
    assert round(run.others, 6) == 0.15


def test_that_every_cause_is_known_again_from_what_was_said() -> None:
    said = joined(list(MachineQuality().reasons("cell", toll(others=0.5, stolen=0.5), apart=True)))
    assert said == (
        "other programs took 50 % of the core that is measured on; the host gave 50 % of the "
        "processor to others."
    )
    assert causes_of(said) == {Cause.OTHERS, Cause.HOST} and causes_of("") == set()
