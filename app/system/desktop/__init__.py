"""What the desktop is given: entries, icons, fonts."""
