"""What programs may ask for: tables, games and results as JSON, a stream of what happens, and actions."""
