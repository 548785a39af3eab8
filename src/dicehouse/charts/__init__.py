"""Draw charts as SVG, for pages, reports and the arena.

Nothing else of dicehouse is imported here: callers pass numbers, texts and functions that format figures.
"""
