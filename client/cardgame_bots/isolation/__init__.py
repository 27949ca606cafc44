"""A stranger's bot, in a process of its own: what it decides reaches a match, nothing else.

- `runner`: one file for one seat, match after match; `child`: its process; `pipe`: what is said
- `bot_file`: what is looked for in a file, and what its author is told if it is not there
- `process`, `guard`, `offspring`: what runs there, and how it ends with all that it has started
"""
