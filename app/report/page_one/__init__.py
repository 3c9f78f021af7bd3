"""Page one of a campaign: described once, shown by the window and written in every document."""
