"""Deck-O-Dice, read a second time from its rules: a referee of its own, and a test for every ruling."""
