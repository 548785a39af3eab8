"""Run the command `dicehouse` as `python -m dicehouse`."""

import sys

from .cli import main

sys.exit(main())
