"""The whole server, its journal included, in a small world of faults; `make simulate SEEDS=1000`.

One seed decides everything that happens: who comes and plays, what the network, the disk and the
clock do to them, whether the server speaks TLS and has a password. The server itself is the real
one (Server, Session, Gate, Peer, TlsPipe, Journal, Folder, RecordStore) on trio's virtual clock;
only the bytes' way and the disk are made here, and no thread runs.

    timeline   what happens when, in the one task in which the world acts
    network    links with delays, pieces, full buffers, cuts at any byte, ends that are never told
    sealed     the same links by TLS
    disk       a data folder whose commits fail, get lost, are torn or are the last ones
    shelf      its folder of records: writes that fail, and processes that end in the middle of one
    faults     what goes wrong in a seed, and how often it did
    clients    a connection's life; persons, nasty and crew are those who have one
    strict     what docs/protocol.md lets a server say, and nothing else
    invariants what holds for every table at any time (rules K, P and D)
    referee    the same for a whole match, move by move, by its record
    promises   commitments, texts and secrets: kept over crashes, told in time, verified in records
    oracle     what is durable, what was heard, and that the two agree
    twins      two servers that differ in hidden cards only must tell a viewer the same bytes
    world      one seed from its first connection to the last table's end
    process    one run of the server in it
"""
