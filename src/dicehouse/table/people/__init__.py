"""What a house knows of its guests: names, keys, hours, how to call them, and what is theirs to take or leave."""
