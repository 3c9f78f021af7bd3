"""Campaigns compared with each other and with published studies."""
