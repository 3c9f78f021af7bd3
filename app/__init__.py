"""The program: campaigns, results, pages, window and command line."""
