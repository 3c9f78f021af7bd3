"""What a campaign's things are called, and in which colours they are shown."""
