"""The tab of evidence on disk."""
