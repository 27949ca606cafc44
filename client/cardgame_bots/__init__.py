"""Bots and computer players: each decides from what its seat sees, and nothing else reaches it.

- `moment`: what a bot is asked with, and what a bot is; `faults`: what it can do wrong
- `levels` and a file for each: the computer players (`choices` helps; `thinking` is the search)
- `bot_file`, `isolated`, `bot_child`, `bot_pipe`: a stranger's bot, in a process of its own
- `bot_process`, `guard`, `offspring`: what runs there, and how it ends with all that it started
- `entrants`: a level or a file by its name; `local_match`: bots against each other, no server
- `player`: one seat over one link; `staying`: another link after a loss; `sitting`: a whole visit
- `cli`, `commands`, `showing`, `playing`, `arena`, `check`: the program `cardgame-bot`
- `house`: all computers of one server in one process, `python -m cardgame_bots.house`
- `own_server`, `narration`, `demo`, `many_tables`: matches of computers on a server of one's own

Of the client only its connection is used; of the server nothing but what it says on the wire.
"""
