"""Manage clubs: their members, their tournaments with pairings and standings, and ratings for guests who want them."""
