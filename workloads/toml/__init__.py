"""Tables of a TOML document as frozen dataclasses; what does not fit, and where it stands."""
