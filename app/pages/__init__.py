"""The pages of the window, and what they share."""
