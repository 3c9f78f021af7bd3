"""Advice: which protections satisfy requirements, from measured costs and evidence (pure
functions)."""
