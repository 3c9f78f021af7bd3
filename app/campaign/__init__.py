"""Doing what a plan says: servers are opened, runs are made one after another, all is recorded."""
