"""From what was measured and found to what to do: pure functions over values of `app.findings`."""
