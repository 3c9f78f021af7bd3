"""User statements: checked against an allowlist, parsed, with what is done with each column."""
