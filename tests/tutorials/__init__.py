"""The first lines of tutorials, written by us in the form of each library, with only the environment's name changed.

`make test` runs those whose libraries the other tests need too. `make tutorials` runs all, in their own environment.
"""
