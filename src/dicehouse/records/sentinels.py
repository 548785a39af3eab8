"""Name the numbers that mean "none".

Rules compare with them, compiled or not, so this module is below the compiler.
"""

from __future__ import annotations

NO_ACTION = -1  # returned by a rule that leaves the choice of an action to its caller
NO_SEAT = -1  # no seat: nobody holds, acts or looks
NO_VALUE = float("-inf")  # returned by a rule that leaves the value of a position to its caller
