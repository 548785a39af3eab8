"""Live tables: seats, turns, undo, the history of a match, and where it is stored. Knows nothing of HTTP."""
