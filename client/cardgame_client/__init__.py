"""The player's terminal: full screen, or line by line for screen readers and pipes."""

__version__ = "0.1.0"
"""That of the whole project, which the protocol holds: a second time here because importing the
protocol takes four times as long as answering `--version` does. A test holds the two equal."""
