"""Figures and facts of a campaign as tables, for every format."""
