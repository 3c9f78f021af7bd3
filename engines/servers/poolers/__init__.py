"""What stands in front of a server of ours: a module for each program, a line in `registry`."""
