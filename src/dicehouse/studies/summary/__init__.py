"""Put the result of a study into words, for text and for HTML."""
