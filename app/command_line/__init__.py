"""The command line. Data goes to stdout, progress and messages to stderr."""
