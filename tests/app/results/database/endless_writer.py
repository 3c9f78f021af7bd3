"""A program that writes runs into a store until it is killed, for one of the tests.

It says “run ID” for each run that it was told is stored, then begins the next one for good.
"""

from __future__ import annotations

import sys
import time

from app.results.events import CampaignStarted
from app.results.store.store import open_store
from tests.app.results.making import half_run, make_campaign, store_campaign, whole_run


def main() -> None:
    """Write two whole runs, half of a third, and wait to be killed."""
    store = open_store(sys.argv[1], write=True)
    campaign_id = store_campaign(store, make_campaign("endless"))
    runs = store.load(campaign_id).runs
    store.write(campaign_id, [CampaignStarted(campaign_id, "endless", len(runs), 0)])
    for run in runs[:2]:
        store.write(campaign_id, whole_run(run, {"INSERT": 1.0, "SELECT": 2.0}))
        sys.stdout.write(f"run {run.id}\n")
    store.write(campaign_id, half_run(runs[2]))
    sys.stdout.write("waiting\n")
    sys.stdout.flush()
    time.sleep(100)


if __name__ == "__main__":
    main()
