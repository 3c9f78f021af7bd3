"""The servers page: what was found and added, and one of them in full."""
