"""Let several servers share one database: they send each other messages and share tasks."""
