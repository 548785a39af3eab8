"""Stand in, in a browser tab, for libraries that Python has not there; the tab imports them by their own names."""
