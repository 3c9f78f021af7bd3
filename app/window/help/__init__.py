"""Help: the guide that ships, its glossary, and what F1 shows."""
