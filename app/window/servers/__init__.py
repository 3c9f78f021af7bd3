"""The servers at hand for the pages: signals, words, and the row for passwords."""
