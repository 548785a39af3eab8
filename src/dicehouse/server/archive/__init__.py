"""Replay, fork, review and count finished games."""
