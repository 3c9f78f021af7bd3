"""Campaigns beside each other, which were not measured in the same blocks."""
