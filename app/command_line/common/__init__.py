"""Options, output and execution that commands share."""
