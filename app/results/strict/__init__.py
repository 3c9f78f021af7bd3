"""Reading what another place wrote: only values of their kind, within bounds, from plain files."""
