"""What the fork server imports in advance. Import errors are ignored here: the run that needs the
module reports them.

The interpreter's fork server dies of a preloaded module that fails otherwise than by ImportError,
and with it every run of servers whose drivers are sound.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from importlib import import_module

from engines.base.late_imports import load_drivers
from engines.registry import engine_modules
from workloads.registry import workload_named, workload_names

_WORK = (
    "app.campaign.workers.worker",
    "app.campaign.workers.run_supervision",
    "app.processes.isolated_engine",
    "app.evidence.worker",
)

for _name in (*_WORK, *engine_modules()):
    with suppress(Exception):
        import_module(_name)
load_drivers()
for _name in workload_names():
    with suppress(Exception):
        workload_named(_name)

# A run collects garbage before each operation, and goes through nothing that was there before it.
gc.collect()
gc.freeze()
