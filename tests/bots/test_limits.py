"""Options that nothing can be played with are refused with what to write."""

import pytest

from cardgame_bots.cli import main


@pytest.mark.parametrize(
    ("option", "told"),
    [
        *(
            (f"--seconds={value}", "write seconds, more than 0 and at most 86400")
            for value in ("0", "-1", "nan", "inf", "1e400", "86401", "soon", "")
        ),
        *(
            (f"--memory={value}", "write megabytes from 64 to 1000000, or 0: no limit")
            for value in ("-1", "1", "63", "1000001", "99999999999999", "2G")
        ),
        *(
            (f"--jobs={value}", "write a number of processes from 1 to 256")
            for value in ("0", "-1", "257", "many")
        ),
        *(
            (f"--seed={value}", "write a whole number from 0 to 9223372036854775807")
            for value in ("-1", "9223372036854775808", "1.5")
        ),
    ],
)
def test_a_limit_that_is_none_is_refused_with_what_to_write(
    option: str, told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(SystemExit) as end:
        main(["arena", "random", "simple", option])
    assert end.value.code == 2
    assert f"argument {name}: {value!r}: {told}" in capfd.readouterr().err


@pytest.mark.parametrize("command", [["match", "a", "b"], ["play", "a", "b"], ["check", "a"]])
@pytest.mark.parametrize("option", ["--seconds=0", "--memory=1"])
def test_every_command_refuses_it(command: list[str], option: str) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command, option])
    assert end.value.code == 2


@pytest.mark.parametrize("option", ["--seconds=0.001", "--memory=0", "--memory=64", "--seed=0"])
def test_what_is_at_the_edge_is_played(option: str) -> None:
    assert main(["match", "random", "random", "--target", "1", option]) == 0
