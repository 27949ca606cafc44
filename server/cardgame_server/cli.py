"""The command `cardgame-server`.

Exit status: 0 after Ctrl-C, SIGTERM or, with --until-eof, the end of standard input; 1 if it cannot
listen, or cannot write where it was told; 2 if the command line is wrong. `check` ends with 0 if
all is well and with 1 if anything is wrong.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgame_server.password import Guard

EXIT_OK = 0
EXIT_CANNOT = 1

CHECK = "check"

USAGE = """\
%(prog)s [OPTION ...]
       %(prog)s check DATA"""

_EPILOG = """\
check DATA verifies a data folder that no server uses: a line for each thing that is wrong, exit
status 0 if there is none, 1 otherwise. Nothing is changed.

The first line of output is the address to type on this computer, each further line what a guest
on the LAN types. Ctrl-C or SIGTERM says goodbye to everybody and ends it.

exit status: 0 ended as asked, 1 cannot listen there or write there, 2 wrong command line
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = _parser()
    options = parser.parse_args(argv)
    complaint = _at_odds(options)
    if complaint:
        parser.error(complaint)
    if options.command == CHECK:
        return _check(options.folder)
    # Trio and the games take a fifth of a second to import: --help need not wait for them.
    from cardgame_server.addresses import AddressError, listen, parse  # noqa: PLC0415
    from cardgame_server.certificates import CertificateError, given, own  # noqa: PLC0415
    from cardgame_server.folder import Folder, FolderError  # noqa: PLC0415
    from cardgame_server.logs import reason, set_up  # noqa: PLC0415
    from cardgame_server.password import PasswordError  # noqa: PLC0415
    from cardgame_server.program import Setup, run  # noqa: PLC0415
    from cardgame_server.records import check_writable  # noqa: PLC0415

    try:
        where = parse(options.listen)
    except AddressError as error:
        parser.error(f"--listen {error}")
    try:
        check_writable(options.data or default_data())
    except OSError as error:
        return _fail(f"cannot write there: {reason(error)}; name another folder with --data")

    try:
        set_up(options.log, verbose=options.verbose)
        guard = _guard(options)
        proof = None if options.cert is None else given(options.cert, options.key)
        listeners = listen(where)
        folder = Folder(options.data or default_data())
        if options.tls and proof is None:
            proof = own(folder.path)
    except (AddressError, FolderError, CertificateError, PasswordError) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"cannot write the log: {error}")
    run(
        Setup(
            listeners=listeners,
            folder=folder,
            until_eof=options.until_eof,
            proof=proof,
            guard=guard,
        )
    )
    return EXIT_OK


def _at_odds(options: argparse.Namespace) -> str:
    """Return what is wrong with this command line, and what to write; empty if nothing is."""
    word = options.command
    if word not in (None, CHECK):
        where = f":{word}" if word.isdigit() else word
        return (
            f"{word!r} is no command: write --listen {where} to say where to listen, "
            "or check DATA to verify a data folder"
        )
    if word == CHECK and options.folder is None:
        return "check needs a data folder: write check DATA"
    if (options.cert is None) != (options.key is None):
        return "--cert and --key go together: give both, or neither"
    return ""


def _check(folder: Path) -> int:
    """Verify a data folder; print a line for each finding."""
    from cardgame_server.check import check  # noqa: PLC0415 - as above

    findings = check(folder)
    for line in findings:
        print(line)
    return EXIT_CANNOT if findings else EXIT_OK


def _guard(options: argparse.Namespace) -> "Guard | None":
    """Return who knows the server's password, None if it has none. Raises PasswordError."""
    from cardgame_server import password  # noqa: PLC0415 - as above

    text = password.read(options.password_file, os.environ)
    # No child process and nobody who looks at this one needs to find it there.
    os.environ.pop(password.VARIABLE, None)
    return None if text is None else password.Guard(text)


def _fail(text: str) -> int:
    print(f"cardgame-server: {text}", file=sys.stderr)
    return EXIT_CANNOT


def default_data() -> Path:
    """Return the folder for data by the XDG rules: $XDG_STATE_HOME/cardgame."""
    base = os.environ.get("XDG_STATE_HOME", "")
    # The rules say that a path which is not absolute is to be ignored.
    state = Path(base) if base.startswith("/") else Path.home() / ".local" / "state"
    return state / "cardgame"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cardgame-server",
        usage=USAGE,
        description="Serve card games to friends, computers and bots on the network.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("command", nargs="?", metavar="check", help="verify the data folder DATA, and end")
    add("folder", nargs="?", metavar="DATA", type=Path, help="after `check`: the data folder")
    add(
        "--listen",
        metavar="HOST:PORT",
        default="",
        help="where to listen: HOST, HOST:PORT, [IPV6]:PORT or :PORT; port 0 picks a free one "
        "(default: all interfaces, port 10108)",
    )
    add(
        "--data",
        metavar="DIR",
        type=Path,
        help="where the server keeps what outlives it (default: ~/.local/state/cardgame)",
    )
    add("--log", metavar="FILE", type=Path, help="log to a file (default: standard error)")
    add("-v", "--verbose", action="store_true", help="log every connection")
    add(
        "--tls",
        action="store_true",
        help="encrypt, with a certificate of the server's own that clients remember",
    )
    add("--cert", metavar="FILE", type=Path, help="encrypt, with this certificate (PEM)")
    add("--key", metavar="FILE", type=Path, help="the certificate's key (PEM)")
    add(
        "--password-file",
        metavar="FILE",
        type=Path,
        help="let in only who knows the password in its first line "
        "(default: CARDGAME_SERVER_PASSWORD in the environment)",
    )
    add("--until-eof", action="store_true", help="end when standard input is closed")
    add("--version", action=_Version, nargs=0, help="show the version and exit")
    return parser


class _Parser(argparse.ArgumentParser):
    """As argparse's own, but whoever asked for help is told if it cannot be written."""

    def print_help(self, file: Any = None) -> None:
        if file is None:
            _say(self.format_help())
        else:
            super().print_help(file)


def _say(text: str) -> None:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        from cardgame_server.logs import end_without_output  # noqa: PLC0415 - as above

        end_without_output(error)


class _Version(argparse.Action):
    """As argparse's own, but the version is imported only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from cardgame_protocol import __version__  # noqa: PLC0415 - as above

        _say(f"cardgame-server {__version__}\n")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
