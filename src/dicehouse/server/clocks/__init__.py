"""Agree on time limits, run the clocks of tables, and end the turns of late players."""
