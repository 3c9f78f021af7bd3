"""Files taken into a store, and whether a store is sound."""
