"""A campaign that has run on a server that others use as well. A file says in `planned` which."""

from __future__ import annotations

import pytest

from app.campaign.executor import owner_mark
from app.plan.campaign import Campaign
from tests.app.stage import Stage


@pytest.fixture(scope="module")
def of_the_campaign(planned: Campaign, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The store of a campaign that has run here, which is to be resumed; and what begins the names
    of its databases."""
    stage = Stage(str(tmp_path_factory.mktemp("ran") / "store.sqlite"))
    outcome = stage.run(planned)
    with stage.store() as store:
        return stage.url, owner_mark(store, outcome.campaign_id)


@pytest.fixture
def stage(of_the_campaign: tuple[str, str]) -> Stage:
    return Stage(of_the_campaign[0])


@pytest.fixture
def mark(of_the_campaign: tuple[str, str]) -> str:
    return of_the_campaign[1]
