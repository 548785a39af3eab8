"""Clubs: their rooms, their evenings of matches, tables of results, and ratings for those who want them."""
