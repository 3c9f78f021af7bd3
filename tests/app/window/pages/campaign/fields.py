"""Fields of the campaign page that tests press."""

from __future__ import annotations

from PySide6.QtWidgets import QRadioButton

from app.window.pages.campaign.page import CampaignPage
from app.window.shared.fields import RadioParameter
from workloads.contract import Profile


def profile_button(page: CampaignPage, profile: Profile) -> QRadioButton:
    """The button of a profile of the chosen workload."""
    field = page.work.field("profile")
    assert isinstance(field, RadioParameter)
    return field.radios[profile]
