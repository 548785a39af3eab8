"""python -m bench.peers: see measuring.py."""

from .measuring import main

main()
