"""The results store and what is computed from it: comparison, cost, export. Free of Qt."""
