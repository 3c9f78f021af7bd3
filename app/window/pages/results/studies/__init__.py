"""Published studies compared with a campaign: a menu, a strip, and rows of the table."""
