"""The plan of a campaign, pure data: what is measured where; the plan file; cells and their
order."""
