"""Figures: how fast the rules run beside C, from Python, and at a loaded table."""
