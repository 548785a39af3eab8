"""List what a game may define, in five groups: rules, presentation, policy, experiments and setup.

Each group has a file with one class. It lists the names of the group, with their arguments, results and defaults. A
game gives the modules that define them: `Game(rules=..., presentation=..., policy=...)`. `hook_table` joins the groups.
"""
