"""Manage what a server knows of its guests: names, keys, quiet hours, notifications, export, merging and deletion."""
