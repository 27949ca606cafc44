"""Bytes from strangers, by the million: `make fuzz FRAMES=1000000`.

Whatever comes, a server answers only what docs/protocol.md allows (tests/simulation/strict.py),
raises nothing, logs no error, and a table that is being played next door goes on.
"""
