"""A bot at a server.

- `player`: one seat over one link; `staying`: another link after a loss; `seating`: a table and a
  seat at it; `sitting`: a whole visit
- `playing`: the command `cardgame-bot play`; `wishes`: what it is asked for; `telling`: what it
  tells; `ends`: how it ended
"""
