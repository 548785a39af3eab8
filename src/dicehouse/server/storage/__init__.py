"""Store the tables of a server: plain records, the SQL that reads and writes them, and the two databases."""
