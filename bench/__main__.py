"""python -m bench: see compare.py."""

from .compare import main

main()
