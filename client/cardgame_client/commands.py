"""What a typed line means: a request for the server, a page to show, or a question back.

`parse` is lenient: upper and lower case, extra spaces, `r7`, `red 7` and `play Red 7` are the same.
What it cannot understand it answers with a sentence that says what to type instead.
"""
