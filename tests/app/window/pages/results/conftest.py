"""A campaign whose costs are known, as its page gets it."""

from __future__ import annotations

import pytest

from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs

COSTS = {
    ("postgresql", CBC.name): 0.42,
    ("mariadb", CBC.name): -0.09,
    ("mariadb", GCM.name): 0.75,
}
UNSUPPORTED = {("firebird", CBC.name): "Firebird has no such mode."}


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    """Plaintext with its control, AES-128-CBC and AES-256-GCM on three servers at 500 and 1,000
    records: on PostgreSQL CBC costs 42 %, on MariaDB it gains 9 % and GCM costs 75 %, on Firebird
    CBC is unsupported; all else costs nothing."""
    path = tmp_path_factory.mktemp("costs") / "costs.sqlite"
    campaign = costly_campaign(cases=(500, 1000))
    with open_store(str(path), write=True) as store:
        return report_on(store, store_costs(store, campaign, COSTS, unsupported=UNSUPPORTED))
