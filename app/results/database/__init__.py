"""The results store: its tables, who may write to it, and what is asked of it."""
