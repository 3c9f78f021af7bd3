"""What a lesson runs: a tab of the pattern lab or a campaign, which the lesson drives."""
