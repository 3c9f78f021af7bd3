"""The tab of real columns."""
