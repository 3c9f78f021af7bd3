"""Looking at a server's files and processes, and at files that a user names."""
