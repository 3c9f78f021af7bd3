"""Experiments, which lessons run: a tab of the pattern lab, or a campaign, with a lesson's
settings."""
