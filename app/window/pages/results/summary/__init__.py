"""Page one of a campaign, as its report has it."""
