"""Side-by-side measurements: this project and what others use, in one interleaved run.

A figure of one side alone says more about the machine than about the code, so nothing here prints
one without the other: anchor, ours, anchor, ours, and then the ratio of the medians.

- ``engines``: random play by the rules, against OpenSpiel and RLCard
- ``network``: what the server's processor does for a move, against a relay that knows no rules
- ``interleave``: the runs in turn, and the table that is printed
"""
