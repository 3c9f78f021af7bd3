"""Campaigns as most tests want them: few runs, wherever the scheduler puts them."""

from __future__ import annotations

from typing import Any

from app.plan.campaign import Campaign, Placement


def quick_campaign(*args: Any, **settings: Any) -> Campaign:
    """A campaign of three repetitions without a control, where nothing else is said; several tests
    that run side by side would else share one core."""
    usual = {"control": False, "placement": Placement.FREE, "repetitions": 3}
    return Campaign(*args, **{**usual, **settings})
