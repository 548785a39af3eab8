"""How strong bots are: paired games, ratings with intervals, a sequential test."""
