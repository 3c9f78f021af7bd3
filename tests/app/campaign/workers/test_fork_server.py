"""A worker is there at once: what it needs has been imported, and is no work for its collector."""

from __future__ import annotations

import gc
import sys
from multiprocessing.connection import Connection

import pytest

from app.campaign.workers.fork_server import new_pipe, start_worker
from engines.registry import engine_modules
from tests.patience import wait_until
from workloads.registry import workload_named, workload_names

pytestmark = pytest.mark.slow


def tell(theirs: Connection) -> None:
    """Send the modules of a new worker, and how many objects are left out of its collections, and
    how many are not."""
    theirs.send((set(sys.modules), gc.get_freeze_count(), len(gc.get_objects())))
    theirs.close()


def test_that_a_new_worker_has_all_it_needs_and_collects_none_of_it() -> None:
    ours, theirs = new_pipe()
    worker = start_worker(tell, theirs)
    wait_until(ours.poll)
    modules, frozen, collected = ours.recv()
    worker.join(60)
    workloads = {type(workload_named(name)).__module__ for name in workload_names()}
    assert workloads | {*engine_modules()} <= modules
    assert frozen > 20_000 > collected
