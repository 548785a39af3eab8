"""python -m dicehouse: the same as the command `dicehouse`."""

import sys

from .cli import main

sys.exit(main())
