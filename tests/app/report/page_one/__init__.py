"""Page one of a campaign."""
