"""Campaigns and published studies beside each other: gathered, and told as tables."""
