"""Hold one module for each command: its help, its arguments, and the function that runs it."""
