"""Campaigns exported to archives and imported from files, in a process of their own."""
