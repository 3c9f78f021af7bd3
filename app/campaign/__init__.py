"""Campaigns: plans, their matrix and order, and running them. Free of Qt."""
