"""The results store: opened for writing, and a module for each thing that is written."""
