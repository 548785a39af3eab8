"""Hold what a table can do, a module for each feature: plain functions from a state and a command to a change."""
