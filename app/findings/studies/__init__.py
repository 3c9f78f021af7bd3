"""What others have published: their figures, read from files, and laid beside a campaign's."""
