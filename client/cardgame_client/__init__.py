"""The player's terminal: full screen, or line by line for screen readers and pipes."""
