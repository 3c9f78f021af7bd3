"""Campaigns and published studies beside each other."""
