"""A statement of one's own taken apart: what stands where, and what is done with each column."""
