"""Lay positions out as records of a fixed size."""
