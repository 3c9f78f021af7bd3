"""The guide's pictures: every page of the window, filled by real small campaigns."""
