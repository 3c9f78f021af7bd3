"""Published studies in charts, and as a page."""
