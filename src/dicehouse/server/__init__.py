"""Keep live tables, without HTTP: seats, turns, undo, clocks, accounts, clubs, fairness and storage."""
