"""Campaigns written into archives and taken in from files, beside the window."""
