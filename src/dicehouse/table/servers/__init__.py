"""Several servers of one house: what they tell each other, and what they do for each other."""
