"""Where a house keeps its tables: plain records, the SQL that reads and writes them, and the two databases."""
