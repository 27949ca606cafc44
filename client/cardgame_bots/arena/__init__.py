"""The arena: many games between bots, and what they say about who is stronger.

- `plan`: which games there are; `game`: one of them, from its plan to its outcome
- `workers`: games in several processes, taken in their order; `log`: to go on after a stop
- `intervals`, `ratings`: what samples say; `tally`: what outcomes add up to
- `report`, `progress`: what is shown; `command`: from the command line to the exit code
"""
