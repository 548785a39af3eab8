"""Pages and sockets of the house. Knows HTTP and nothing of rules."""
