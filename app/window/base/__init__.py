"""What everything in the window stands on: messages, the reader of the store, child processes."""
