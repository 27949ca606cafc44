"""Bots' files for tests, each written into a folder of its own."""

import textwrap
from pathlib import Path

THREE_LINES = """
def choose(moment):
    return moment.rng.choice(moment.legal)
"""

RAISES = """
def choose(moment):
    return moment.legal[99]
"""

HANGS = """
def choose(moment):
    while True:
        pass
"""

ENDS_THE_PROCESS = """
import os

def choose(moment):
    os._exit(0)
"""

EXITS = """
import sys

def choose(moment):
    sys.exit("enough")
"""

EATS_MEMORY = """
def choose(moment):
    return [0] * (1 << 36)
"""

NO_TEXT = """
def choose(moment):
    return 42
"""

NOT_LEGAL = """
def choose(moment):
    print("about to cheat")
    return "play ZZ"
"""


def write_bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """Write a bot's file and return its path as text."""
    path = folder / name
    path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return str(path)
