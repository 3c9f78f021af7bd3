"""Help: the panel that F1 shows, the glossary, and the guide that ships."""
