"""The servers at hand in the window: started, asked and stopped in threads, for all pages."""
