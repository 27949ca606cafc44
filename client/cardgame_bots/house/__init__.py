"""The house: all computer players of one server, in one process at its side.

- `house`: a seat for each assignment of the server; `__main__`: the process
- `thinkers`, `worker`: further processes in which the searching levels think
"""
