"""Time at a table: terms that were agreed, clocks that run, and who is late."""
