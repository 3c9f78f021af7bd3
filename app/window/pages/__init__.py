"""A folder per page of the window."""
