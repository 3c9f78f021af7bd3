"""Published studies beside a campaign, and a campaign in their form."""
