"""Where keys may be: one module and one line of the registry each."""
