"""Which columns hold what should be kept secret: proposals by name, type and pattern."""
