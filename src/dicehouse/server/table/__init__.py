"""Hold a table: its state, the one way to change it, and what its readers see of it."""
