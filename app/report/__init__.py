"""What a campaign found, for readers and other programs: words, Markdown, exports."""
