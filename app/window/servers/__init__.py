"""The servers at hand for the pages: signals, colours, words, and the row for passwords."""
