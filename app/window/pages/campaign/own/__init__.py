"""A user's own workload (a TOML file) on the campaign page: file, columns, compiled statements."""
