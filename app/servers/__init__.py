"""Which servers we know: found here or saved, by name, and what each answered."""
