"""How the command line explains itself: help, examples, suggestions, the manual page."""
