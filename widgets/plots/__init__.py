"""Charts of one number against another."""
