"""Serve the public API for programs: tables, games and results as JSON, a stream of changes, and actions."""
