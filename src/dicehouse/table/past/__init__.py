"""Finished games: shown again, played on, reviewed, counted."""
