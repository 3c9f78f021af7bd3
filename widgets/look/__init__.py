"""How everything looks and reads: colours, icons, numbers, names, order of focus."""
